import { chakra } from '@chakra-ui/react/styled-system'

/** A short form: one field and its button in a line. */
export const LineForm = chakra('form', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-start',
    gap: 2,
    '& > div': { flex: '1 1 9rem', maxWidth: '20rem' },
    // Aligned with the field itself, below its label, whatever is shown below the field.
    '& > button': { marginTop: 'calc(1.45em + 4px)' },
  },
})
