import { chakra } from '@chakra-ui/react/styled-system'

/** A list of links: each row is one large target, with its facts at the end. */
export const RowLinks = chakra('div', {
  base: {
    '& li': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 3,
      borderBottom: 'var(--hairline) solid var(--line)',
    },
    '& li > a': {
      flex: '1 1 auto',
      display: 'flex',
      alignItems: 'center',
      gap: 3,
      minHeight: 'tap',
      paddingInline: 2,
      marginInline: -2,
      textDecoration: 'none',
      color: 'fg',
      borderRadius: 'sm',
    },
    '& li > a:hover': { background: 'bg.subtle' },
    '& li > a[aria-current]': {
      background: 'accent.quiet',
      boxShadow: 'inset 3px 0 0 var(--accent)',
      fontWeight: 'medium',
    },
    '& li > a > b': { flex: 1, minWidth: 0, fontWeight: 'medium', color: 'accent', overflowWrap: 'anywhere' },
    '& li > a > small': { fontSize: 'sm', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    '& li > a > small[data-flagged]': { color: 'red', display: 'inline-flex', alignItems: 'center', gap: 1 },
    '& li > a > svg': { flex: 'none', color: 'fg.muted' },
  },
})

/**
 * An area: on the phone the work comes before the checklist. On the desk the checklist is beside it, and the other
 * areas are at the left.
 */
export const AreaColumns = chakra('div', {
  base: {
    display: 'grid',
    gap: 6,
    alignItems: 'start',
    gridTemplateAreas: {
      // The form comes first; the checklist is next.
      base: '"work" "checklist" "seen"',
      lg: '"areas work" "areas checklist" "areas seen"',
      xl: '"areas work checklist" "areas seen checklist"',
    },
    gridTemplateColumns: {
      base: 'minmax(0, 1fr)',
      lg: '17rem minmax(0, 1fr)',
      xl: '17rem minmax(0, 1fr) minmax(15rem, 20rem)',
    },
    gridTemplateRows: { lg: 'auto auto 1fr', xl: 'auto 1fr' },
    '& > *': { minWidth: 0, display: 'flex', flexDirection: 'column', gap: 6 },
    '& > [data-part=areas]': { gridArea: 'areas' },
    '& > [data-part=work]': { gridArea: 'work' },
    '& > [data-part=checklist]': { gridArea: 'checklist' },
    '& > [data-part=seen]': { gridArea: 'seen' },
  },
})

/** Two columns on the desk: what exists at the left, the current work at the right. */
export const Columns = chakra('div', {
  base: {
    display: 'grid',
    gap: 6,
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
    '& > *': { minWidth: 0, display: 'flex', flexDirection: 'column', gap: 6 },
  },
})
