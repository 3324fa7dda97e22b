import { chakra } from '@chakra-ui/react/styled-system'

/** Rows that are one target each, full width on a phone: a strong title, with details at its end or below. */
export const TargetRows = chakra('ul', {
  base: {
    marginInline: { base: 'calc(-1 * var(--gutter))', sm: 0 },
    '& > li': { borderBottom: 'var(--hairline) solid var(--line)' },
    '& > li > :is(a, button)': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto auto',
      alignItems: 'center',
      columnGap: 3,
      width: '100%',
      minHeight: { base: '56px', lg: '40px' },
      paddingInline: { base: 'var(--gutter)', sm: 2 },
      textAlign: 'start',
      color: 'fg',
      textDecoration: 'none',
    },
    '& > li > :is(a, button):hover': { background: 'bg.subtle' },
    '& strong': { fontWeight: 'semibold' },
    '& em': { fontStyle: 'normal', color: 'fg.muted', fontSize: 'sm', textAlign: 'end' },
    '& em[data-late]': { color: 'red', fontWeight: 'semibold' },
    '& svg': { color: 'fg.muted' },
    // With large text the end of a row stands below its title.
    '@media (max-width: 18rem)': {
      '& > li > :is(a, button)': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
      '& em': { gridRow: 2, gridColumn: 1, textAlign: 'start' },
    },
  },
  variants: {
    /** With a day before the title, and the rest below it. */
    isDated: {
      true: {
        '& > li > :is(a, button)': {
          gridTemplateColumns: '5.75rem minmax(0, 1fr) auto',
          columnGap: 2,
          paddingBlock: 1,
        },
        '& time': { color: 'fg.muted', fontSize: 'sm', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
        '& strong': { display: 'block', fontWeight: 'medium' },
        '& em': { display: 'block', textAlign: 'start', overflowWrap: 'anywhere' },
      },
    },
  },
})
