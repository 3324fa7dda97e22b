import { chakra } from '@chakra-ui/react/styled-system'

/** The controls of a tab: its filters on one side, the button for adding on the other. */
export const TabActions = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'flex-end',
    gap: 3,
    paddingBottom: 3,
    '& > [role=search]': { flex: '1 1 20rem' },
    '& > button': { marginInlineStart: 'auto' },
    '@media (max-width: 40rem)': { '& > button': { width: '100%' } },
  },
})

/** The form opened by a button of the tab, separated from the list below. */
export const Below = chakra('div', { base: { paddingBottom: 6 } })
