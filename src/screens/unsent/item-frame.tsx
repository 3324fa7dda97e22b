import { chakra } from '@chakra-ui/react/styled-system'

/** One line of unsent work: what and where, its state, then the actions, which are beside it on the desk. */
export const ItemFrame = chakra('article', {
  base: {
    display: 'grid',
    columnGap: 6,
    rowGap: 1,
    gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) auto' },
    paddingBlock: 3,
    borderBottom: 'var(--hairline) solid var(--line)',
    '& > *': { minWidth: 0 },
    '& > :not(.actions)': { gridColumn: '1' },
    '& > h3': { fontSize: 'md', fontWeight: 'semibold', overflowWrap: 'anywhere' },
    '& > .where': {
      color: 'fg.muted',
      fontSize: 'sm',
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 3,
    },
    '& > .where > a': { display: 'inline-flex', alignItems: 'center', minHeight: '24px' },
    '& > .state': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2, rowGap: 1 },
    '& > .state > [data-tone=red]': { color: 'red', fontWeight: 'medium', overflowWrap: 'anywhere' },
    '& > .actions': {
      display: 'flex',
      flexWrap: 'wrap',
      gap: 2,
      alignItems: 'center',
      paddingTop: { base: 2, md: 0 },
      gridColumn: { md: '2' },
      gridRow: { md: '1 / span 3' },
    },
    '& > .actions:empty': { display: 'none' },
    '& > dl dt': { color: 'fg.muted', fontSize: 'sm' },
    '& > dl dd': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' },
    '& > .below': { gridColumn: '1 / -1', paddingTop: 2 },
  },
})
