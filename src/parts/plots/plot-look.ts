import { chakra } from '@chakra-ui/react/styled-system'

/** Plots below each other; from 1,280 px on in two columns. */
export const Plots = chakra('div', {
  base: {
    display: 'grid',
    gap: 'var(--block)',
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', xl: 'repeat(2, minmax(0, 1fr))' },
    '& > .wide': { gridColumn: '1 / -1' },
    '@media print': { display: 'block' },
  },
})

/**
 * A plot with its title, sentence and table. Marks differ by length, pattern and text, never by colour alone, so they
 * work in every look and on paper.
 */
export const PlotFrame = chakra('figure', {
  base: {
    minWidth: 0,
    fontSize: 'sm',
    '& figcaption > p': { color: 'fg.muted', overflowWrap: 'anywhere' },
    '& .plot': { paddingBlock: 3 },
    '& .made': {
      display: 'grid',
      columnGap: 6,
      rowGap: 4,
      gridTemplateColumns: { base: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(4, minmax(0, 1fr))' },
    },
    '& .steps': { minHeight: '8.5em' },
    '& svg': { overflow: 'visible' },
    '& text': { fill: 'fg', fontSize: '1em', fontVariantNumeric: 'tabular-nums' },
    '& .mark': { fill: 'accent' },
    '& .part, & .under': { fill: 'accent.quiet', stroke: 'accent' },
    '& .part': { strokeDasharray: '3 2' },
    '& .line': { fill: 'none', stroke: 'accent', strokeWidth: '2px' },
    '& .under': { stroke: 'none' },
    '& .axis, & .before': { stroke: 'fg' },
    '& .before': { strokeWidth: '3px' },
    '& .legend': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 4,
      rowGap: 1,
      paddingTop: 3,
      color: 'fg.muted',
    },
    '& .legend svg': { display: 'inline-block', verticalAlign: 'middle', marginInlineEnd: 2 },
    '& .rows > li': {
      display: 'flex',
      flexWrap: 'wrap',
      justifyContent: 'space-between',
      columnGap: 3,
      paddingBlock: '5px',
    },
    '& .rows > li > span + span': { marginInlineStart: 'auto' },
    '& .rows svg': { flex: '0 0 100%', marginTop: '2px' },
    '& .table': { display: 'none', '@media print': { display: 'block' } },
    '& .table th': { whiteSpace: 'normal' },
    '&[data-open] .table': { display: 'block' },
  },
})
