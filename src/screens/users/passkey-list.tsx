import { chakra } from '@chakra-ui/react/styled-system'
import type { Passkey } from '../../contract/passkey.ts'
import { Button } from '../../ui/button.tsx'

const List = chakra('ul', {
  base: {
    listStyle: 'none',
    marginBlock: 3,
    '& > li': {
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      gap: 3,
      paddingBlock: 2,
      borderBottom: 'var(--hairline) solid var(--line)',
    },
    '& > li > div': { flex: '1 1 12rem', minWidth: 0, overflowWrap: 'anywhere' },
    '& span': { color: 'fg.muted', fontSize: 'sm' },
  },
})

interface Props {
  list: readonly Passkey[]
  isBusy: boolean
  timeText: (at: string) => string
  onRemove: (id: number) => void
}

/** Each passkey with its name, its last use, and a button that removes it. */
export function PasskeyList({ list, isBusy, timeText, onRemove }: Props) {
  return (
    <List aria-label="Your passkeys">
      {list.map(({ id, name, created_at, last_used_at }) => (
        <li key={id}>
          <div>
            <strong>{name}</strong>
            <br />
            <span>
              Added {timeText(created_at)}. {last_used_at ? `Last used ${timeText(last_used_at)}.` : 'Not used yet.'}
            </span>
          </div>
          <Button disabled={isBusy} onClick={() => onRemove(id)}>
            Remove<span className="unseen"> {name}</span>
          </Button>
        </li>
      ))}
    </List>
  )
}
