import { chakra } from '@chakra-ui/react/styled-system'
import { Icon, type IconName } from '../../ui/icon.tsx'

const Strip = chakra('ul', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'stretch',
    gap: 2,
    paddingBlock: 3,
    '& > li': {
      display: 'flex',
      flexDirection: 'column',
      alignItems: 'center',
      justifyContent: 'center',
      gap: 2,
      flex: '1 1 7rem',
      maxWidth: '11rem',
      minHeight: '104px',
      padding: 3,
      border: 'var(--hairline) solid var(--line)',
      borderRadius: 'md',
      background: 'bg.subtle',
      textAlign: 'center',
      fontSize: 'sm',
      lineHeight: 1.25,
    },
    '& svg': { color: 'accent' },
  },
})

/** Steps as pictures in the signs that the app itself uses, from left to right. */
export function Steps({ steps }: { steps: readonly { icon: IconName; text: string }[] }) {
  return (
    <Strip>
      {steps.map(({ icon, text }) => (
        <li key={text}>
          <Icon name={icon} size={40} />
          {text}
        </li>
      ))}
    </Strip>
  )
}
