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
      minWidth: 0,
      position: 'relative',
      display: 'flex',
      // With large text the facts are below the name.
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 3,
      rowGap: 1,
      minHeight: 'tap',
      paddingBlock: 1,
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
    // No name is narrower than its longest word, and none is wider than the row.
    '& li > a > :first-child': { flex: '1 1 10ch', maxWidth: '100%', overflowWrap: 'break-word' },
    '& li > a > b': { fontWeight: 'medium', color: 'accent' },
    '& li > a > small': { fontSize: 'sm', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
    '& li > a > small[data-flagged]': { color: 'red', display: 'inline-flex', alignItems: 'center', gap: 1 },
    // The arrow stays at the end if the facts are below.
    '& li > a:has(> svg)': { paddingInlineEnd: '36px' },
    '& li > a > svg': { position: 'absolute', insetInlineEnd: 2, top: 'calc(50% - 8px)', color: 'fg.muted' },
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
