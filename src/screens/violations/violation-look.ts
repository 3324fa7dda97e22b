import { chakra } from '@chakra-ui/react/styled-system'

/** A violation: facts, with the actions beside them on the desk, then citations, files and comments. */
export const Parts = chakra('div', {
  base: {
    display: 'grid',
    columnGap: 8,
    rowGap: 6,
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(18rem, 24rem)' },
    gridTemplateAreas: { base: '"facts" "side" "work"', lg: '"facts side" "work side"' },
    gridTemplateRows: { lg: 'auto 1fr' },
    '& > *': { minWidth: 0, display: 'flex', flexDirection: 'column', gap: 6 },
    '& > [data-part=facts]': { gridArea: 'facts' },
    '& > [data-part=side]': { gridArea: 'side' },
    '& > [data-part=work]': { gridArea: 'work' },
  },
})

/** A button beside the content that it belongs to. */
export const Line = chakra('div', {
  base: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 4, rowGap: 1 },
})

/** The violated code sections: name and beginning of the text. */
export const CodeLines = chakra('ul', {
  base: {
    '& > li': { paddingBlock: 2, borderBottom: 'var(--hairline) solid var(--line)' },
    '& > li:first-of-type': { paddingTop: 0 },
    '& a': { display: 'inline-flex', alignItems: 'center', minHeight: '24px' },
    '& p': { color: 'fg.muted', fontSize: 'sm', overflowWrap: 'anywhere' },
  },
})

/** A form above the list that it adds to. */
export const AboveList = chakra('div', { base: { paddingBottom: 6 } })
