import { chakra } from '@chakra-ui/react/styled-system'

/** Groups of figures: the first over the whole width, the kinds of inspection side by side below. */
export const Groups = chakra('div', {
  base: {
    display: 'grid',
    gap: 6,
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      md: 'repeat(2, minmax(0, 1fr))',
      xl: 'repeat(4, minmax(0, 1fr))',
    },
    '& > section:first-of-type': { gridColumn: '1 / -1' },
    '& h2': { fontSize: 'md', paddingBottom: 1, borderBottom: 'var(--hairline) solid var(--line)' },
    '& dl': {
      display: 'grid',
      columnGap: 3,
      rowGap: 2,
      paddingTop: 2,
      gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 5.5rem), 1fr))',
    },
    '& > section:first-of-type dl': {
      gridTemplateColumns: {
        base: 'repeat(auto-fit, minmax(min(100%, 8rem), 1fr))',
        md: 'repeat(5, minmax(0, 1fr))',
      },
    },
    '& dl > div': { display: 'flex', flexDirection: 'column-reverse', justifyContent: 'flex-end' },
    '& dt': { color: 'fg.muted', fontSize: 'sm' },
    '& dd': { fontSize: '2xl', fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums', lineHeight: 1.2 },
    '@media print': { breakInside: 'avoid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
  },
})

export const AgeLine = chakra('p', { base: { color: 'fg.muted', fontSize: 'sm' } })

/** Figures or plots: as wide as the text, not the page. */
export const Views = chakra('div', { base: { display: 'flex' } })
