import { chakra } from '@chakra-ui/react/styled-system'
import { paperColours } from '../../parts/map/map-colours.ts'
import type { MatterKind } from '../../rules/map-filter.ts'

/** The map and the list: below each other on the phone, side by side on the desk. */
export const Halves = chakra('div', {
  base: {
    display: 'grid',
    gap: 4,
    alignItems: 'start',
    gridTemplateColumns: { base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
    // The map fills the width of a phone and leaves part of the list visible, because the page can be scrolled there.
    '& > .map': {
      position: { base: 'relative', lg: 'sticky' },
      top: { lg: 'calc(var(--bar) + 16px)' },
      marginInline: { base: 'calc(-1 * var(--gutter))', lg: 0 },
      height: {
        base: 'max(300px, calc(100dvh - var(--bar) - var(--tabs) - 320px))',
        lg: 'max(420px, calc(100dvh - var(--bar) - 190px))',
      },
      overflow: 'hidden',
      background: 'bg.side',
      border: 'var(--hairline) solid var(--line)',
      borderRadius: { lg: 'md' },
      isolation: 'isolate',
    },
  },
})

/** Controls on top of the map: its buttons, the chosen record, the source of its streets. */
export const OnMap = chakra('div', {
  base: {
    '& > .tools': {
      position: 'absolute',
      zIndex: 1,
      top: 3,
      insetInlineEnd: 3,
      display: 'grid',
      gap: 2,
      '& > button': { background: 'bg', color: 'fg', borderColor: 'border.emphasized' },
    },
    '& > .chosen': {
      position: 'absolute',
      zIndex: 1,
      insetInlineStart: 3,
      insetInlineEnd: 3,
      bottom: '28px',
      maxWidth: '26rem',
      maxHeight: '60%',
      overflowY: 'auto',
      background: 'bg',
      border: 'var(--hairline) solid var(--line-strong)',
      borderRadius: 'md',
    },
    '& > .chosen > header': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      paddingInlineStart: 3,
      '& > h2': { fontSize: 'md' },
    },
    '& > .source': {
      position: 'absolute',
      zIndex: 1,
      bottom: 0,
      insetInlineEnd: 0,
      paddingInline: 2,
      background: 'bg',
      color: 'fg.muted',
      fontSize: '0.75rem',
    },
  },
})

export const Rows = chakra('ul', {
  base: {
    '& > li': {
      display: 'flex',
      alignItems: 'center',
      borderBottom: 'var(--hairline) solid var(--line)',
      '&:last-of-type': { borderBottom: 0 },
    },
    '& a': {
      flex: 1,
      minWidth: 0,
      display: 'grid',
      gridTemplateColumns: '20px minmax(0, 1fr)',
      columnGap: 2,
      alignItems: 'center',
      minHeight: '56px',
      paddingBlock: 2,
      color: 'fg',
      textDecoration: 'none',
      overflowWrap: 'anywhere',
    },
    '& strong': { display: 'block', fontWeight: 'semibold' },
    '& a span': { display: 'block', color: 'fg.muted', fontSize: 'sm' },
    '& a span[data-late]': { color: 'red' },
  },
  variants: { isCard: { true: { '& a': { paddingInline: 3 } } } },
})

/** The buttons that show and hide a kind, with its mark. */
export const Kinds = chakra('div', {
  base: {
    display: 'grid',
    gap: 2,
    // With large text a word does not fit into a third of the width.
    gridTemplateColumns: { base: 'repeat(auto-fit, minmax(min(100%, 5.6rem), 1fr))', lg: 'repeat(3, max-content)' },
    '& > button': {
      flexWrap: 'wrap',
      columnGap: 2,
      rowGap: 0,
      paddingInline: { base: 0, lg: 3 },
      paddingBlock: 1,
      overflowWrap: 'anywhere',
    },
    '& > button > span': { fontSize: 'sm', fontWeight: 'normal', flexBasis: { base: '100%', lg: 'auto' } },
    '& > button[aria-pressed=false] > svg': { opacity: 0.35 },
    '@media (max-width: 18rem)': {
      gridTemplateColumns: 'minmax(0, 1fr)',
      '& > button': { flexWrap: 'nowrap' },
      '& > button > span': { flexBasis: 'auto' },
    },
  },
})

const signs: Record<MatterKind, { path: string; colour: string }> = {
  stop: { path: 'M8 1.8a6.2 6.2 0 1 0 0 12.4 6.2 6.2 0 0 0 0-12.4Z', colour: 'var(--accent)' },
  violation: { path: 'M8 1 15.3 14H.7Z', colour: 'var(--red)' },
  complaint: { path: 'M2.5 2.5h11v11h-11z', colour: 'var(--yellow)' },
}

/** The mark of a kind as on the map; on paper in the colours of paper, whatever the app's look. */
export function KindSign({ kind, isPaper }: { kind: MatterKind; isPaper?: true }) {
  const { path, colour } = signs[kind]
  const fill = isPaper ? paperColours.marks[kind] : colour
  return (
    <svg aria-hidden="true" focusable="false" width={16} height={16} viewBox="0 0 16 16" fill={fill}>
      <path d={path} />
    </svg>
  )
}
