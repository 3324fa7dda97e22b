import { chakra } from '@chakra-ui/react/styled-system'

/** A group of buttons with one pressed: a choice of a few, one tap each. */
export const Segments = chakra('div', {
  base: {
    // With large text they wrap to several lines.
    display: 'flex',
    flexWrap: 'wrap',
    maxWidth: '100%',
    border: 'var(--hairline) solid var(--line-strong)',
    borderRadius: 'md',
    overflow: 'hidden',
    '& > button': {
      flex: 1,
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'center',
      minHeight: 'tap',
      paddingInline: 3,
      fontSize: 'sm',
      whiteSpace: 'nowrap',
    },
    '& > button:focus-visible': { outlineOffset: '-3px' },
    // The line shows the choice where the look has no tints, as in full sun.
    '& > button[aria-pressed=true]': {
      background: 'accent.quiet',
      color: 'accent',
      fontWeight: 'medium',
      boxShadow: 'inset 0 -3px 0 var(--accent)',
    },
  },
})
