import { chakra } from '@chakra-ui/react/styled-system'

/** Short choices with one tap each, as many in a line as fit; the pressed ones are chosen. */
export const Chips = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: 2,
    paddingBottom: 1,
    '& > button': {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 2,
      minHeight: 'tap',
      paddingInline: 3,
      paddingBlock: 1,
      lineHeight: 1.25,
      textAlign: 'start',
      borderRadius: 'md',
      border: 'var(--hairline) solid var(--line-strong)',
      fontSize: 'sm',
      overflowWrap: 'anywhere',
    },
    '& > button > svg': { flex: 'none' },
    '& > button[aria-pressed=true]': { background: 'accent.quiet', borderColor: 'accent', color: 'accent' },
  },
})
