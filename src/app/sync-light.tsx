import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { useSyncStatus } from '../sync/react/hooks.ts'
import { Icon } from '../ui/icon.tsx'
import { connectionWords, type SyncFact, workWords } from './sync-words.ts'

const Light = chakra('span', {
  base: {
    '& > a': {
      display: 'flex',
      flexDirection: { base: 'column', sm: 'row' },
      justifyContent: 'center',
      columnGap: 4,
      minHeight: 'tap',
      alignItems: { base: 'flex-start', sm: 'center' },
      paddingInline: 2,
      borderRadius: 'md',
      color: 'fg',
      textDecoration: 'none',
      lineHeight: 1.25,
      fontVariantNumeric: 'tabular-nums',
      fontSize: 'sm',
    },
    '& > a:hover': { background: 'bg.subtle' },
    '& > a > span': { display: 'flex', alignItems: 'center', gap: '6px' },
    '& svg': { flex: 'none' },
    '& [data-tone=quiet]': { color: 'fg.muted' },
    '& [data-tone=busy]': { fontWeight: 'medium' },
    '& [data-tone=bad]': { color: 'red', fontWeight: 'semibold' },
  },
})

/** The two facts that are never out of sight: the connection, and where my work is. Opens Unsent work. */
export function SyncLight() {
  const status = useSyncStatus()
  return (
    <Light data-frame="unsaid">
      <Link to="/unsent" title="Unsent work">
        <Line fact={connectionWords(status)} />
        <Line fact={workWords(status)} />
      </Link>
    </Light>
  )
}

function Line({ fact }: { fact: SyncFact }) {
  return (
    <span data-tone={fact.tone}>
      <Icon name={fact.icon} size={16} />
      {fact.text}
    </span>
  )
}
