import { chakra } from '@chakra-ui/react/styled-system'

/** The heading of a part of the long form. */
export const PartHead = chakra('h2', { base: { paddingTop: 4 } })
