import { chakra } from '@chakra-ui/react/styled-system'

/** Two columns on the desk: what there is at the left, what is done about it at the right. */
export const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: 6,
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(20rem, 26rem)' },
    '& > *': { minWidth: 0, display: 'flex', flexDirection: 'column', gap: 6 },
  },
})

/** A field with its state below it. */
export const Stack = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'stretch',
    gap: 2,
    '& > .hint': { color: 'fg.muted', fontSize: 'sm' },
  },
})

/** A button beside what belongs to it. */
export const Line = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 1 },
})

/** A short form: one field and its button in a line. */
export const LineForm = chakra('form', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    gap: 2,
    '& > div': { flex: '1 1 9rem', maxWidth: '20rem' },
  },
})

/** The sections of the code that were broken: name and the beginning of the text. */
export const CodeLines = chakra('ul', {
  base: {
    '& > li': { paddingBlock: 2, borderBottom: 'var(--hairline) solid var(--line)' },
    '& > li:first-of-type': { paddingTop: 0 },
    '& a': { display: 'inline-flex', alignItems: 'center', minHeight: '24px' },
    '& p': { color: 'fg.muted', fontSize: 'sm', overflowWrap: 'anywhere' },
  },
})
