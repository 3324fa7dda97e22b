import { chakra } from '@chakra-ui/react/styled-system'
import { CARDS_BELOW } from './media.ts'
import { unseen } from './unseen.ts'

/**
 * One styled element for a whole table. Rows and cells inside are plain elements, because a component for each cell
 * made a list four times slower. On a phone every row is a card whose lines show the column title before the value.
 */
export const Table = chakra('table', {
  base: {
    width: '100%',
    '& th': {
      textAlign: 'start',
      fontSize: 'sm',
      fontWeight: 'medium',
      color: 'fg.muted',
      padding: '6px 12px 6px 0',
      borderBottom: 'var(--hairline) solid var(--line-strong)',
      whiteSpace: 'nowrap',
      verticalAlign: 'middle',
    },
    '& th button': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 1,
      fontWeight: 'medium',
      minHeight: '24px',
      verticalAlign: 'middle',
      textAlign: 'start',
      color: 'accent',
      '@media (pointer: coarse)': { minHeight: '44px' },
    },
    '& td': {
      padding: '6px 12px 6px 0',
      borderBottom: 'var(--hairline) solid var(--line)',
      verticalAlign: 'baseline',
    },
    '& th:first-of-type, & td:first-of-type': { paddingInlineStart: '8px' },
    // Rows are full of links, so only the one under the pointer is underlined, and the row's title is the strongest.
    '& td a': { textDecoration: 'none' },
    '& td a:hover': { textDecoration: 'underline' },
    '& td[data-phone=head]': { minWidth: '7rem' },
    // Only a word that is longer than any name is broken.
    '& td:not([data-kept])': { maxWidth: '32rem' },
    '& td[data-phone=head] a': { color: 'fg', fontWeight: 'semibold' },
    '& [data-end]': { textAlign: 'end' },
    '& td[data-kept]': { whiteSpace: 'nowrap' },
    '& tbody tr:hover, & tr[aria-current]': { background: 'bg.subtle' },
    '& tbody tr:focus-visible': { outlineOffset: '-3px' },
    // A tablet, and paper.
    [`@media print, (${CARDS_BELOW} <= width <= 64rem)`]: {
      '& th': { whiteSpace: 'normal' },
      '& th, & td': { paddingInlineEnd: '8px' },
      '& th, & td, & td *': { fontSize: '0.875rem' },
      // A short number is wide enough to tap. As an inline block it would align the row with its last line.
      '& td[data-phone=head] a': { paddingInlineEnd: '4px' },
    },
    // On paper a row is no card, however narrow the sheet.
    [`@media screen and (width < ${CARDS_BELOW})`]: {
      display: 'block',
      // What has the focus can be seen (WCAG 2.4.7).
      '& thead:not(:focus-within)': unseen,
      '& thead tr': { display: 'flex', flexWrap: 'wrap' },
      '& th': { paddingInline: '8px' },
      '& tbody': { display: 'block' },
      // A card is one target: the link in its head covers all of it, and other links and buttons are above that.
      '& tbody tr': {
        display: 'block',
        position: 'relative',
        paddingBlock: '10px',
        borderBottom: 'var(--hairline) solid var(--line)',
      },
      '& tbody tr:has(td[data-phone=head] a)': { paddingInlineEnd: '24px' },
      '& tbody tr:has(td[data-phone=head] a)::after': {
        content: '""',
        position: 'absolute',
        top: 'calc(50% - 5px)',
        insetInlineEnd: '6px',
        width: '9px',
        height: '9px',
        borderTop: '2px solid var(--fg-muted)',
        borderRight: '2px solid var(--fg-muted)',
        transform: 'rotate(45deg)',
        pointerEvents: 'none',
      },
      '& td a, & td button, & td label': { position: 'relative', zIndex: 1 },
      '& td, & td:first-of-type, & td[data-end]': {
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 3,
        overflowWrap: 'anywhere',
        padding: '2px 0',
        border: 0,
        textAlign: 'start',
      },
      // With large text the value is below its title, and neither is broken within a word.
      '& td::before': {
        content: 'attr(data-title)',
        flex: 'none',
        width: 'min(8.5rem, 40%)',
        minWidth: 'min-content',
        overflowWrap: 'break-word',
        color: 'fg.muted',
      },
      '& td:not([data-kept])': { maxWidth: 'none' },
      '& td[data-kept]': { whiteSpace: 'normal' },
      '& td > *': { flex: '1 1 8rem', minWidth: 0 },
      '& td[data-phone=head]': { fontSize: 'lg', fontWeight: 'semibold' },
      '& td[data-phone=head] a': {
        position: 'static',
        display: 'flex',
        overflowWrap: 'anywhere',
        alignItems: 'center',
        minHeight: '48px',
        marginBlock: '-8px',
        textDecoration: 'none',
      },
      '& td[data-phone=head] a::after': { content: '""', position: 'absolute', inset: 0 },
      '& td[data-phone]::before': { content: 'none' },
      // The box for ticking stands beside the title of its card.
      '& tbody tr:has(td[data-phone=tick])': { paddingInlineStart: '44px' },
      '& td[data-phone=tick], & td[data-phone=tick]:first-of-type': {
        position: 'absolute',
        top: '2px',
        insetInlineStart: '-12px',
      },
      '& td[data-phone=none]': { display: 'none' },
    },
  },
})

/** A table that is wider than the page is scrolled alone; the page is not. Its links and buttons can be focused. */
export const Sideways = chakra('div', { base: { '@media not print': { overflowX: 'auto' } } })

/** Below a list: its pages at one end, its tools at the other. */
export const Foot = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    columnGap: 4,
    '& > div': { display: 'flex', flexWrap: 'wrap', gap: 2, paddingTop: 3, marginInlineStart: 'auto' },
  },
})
