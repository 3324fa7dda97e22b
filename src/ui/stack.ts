import { chakra } from '@chakra-ui/react/styled-system'

/** A field with its state below it. */
export const Stack = chakra('div', {
  base: { display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: 2 },
})

/** Buttons beside each other, on several lines where they do not fit. */
export const ButtonRow = chakra('div', { base: { display: 'flex', flexWrap: 'wrap', gap: 2 } })
