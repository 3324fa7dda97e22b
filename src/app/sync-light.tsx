import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { useNow, useZone } from '../parts/use-now.ts'
import { useSyncStatus } from '../sync/react/hooks.ts'
import { Icon } from '../ui/icon.tsx'
import { useIsDesk } from '../ui/media.ts'
import { connectionWords, pillOf, type SyncFact, workWords } from './sync-words.ts'

const Light = chakra('span', {
  base: {
    flex: 'none',
    '& > a': {
      display: 'flex',
      alignItems: 'center',
      columnGap: 4,
      minHeight: 'tap',
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
    '& .pill': {
      minHeight: '32px',
      minWidth: '32px',
      justifyContent: 'center',
      paddingInline: '8px',
      borderRadius: 'full',
      border: 'var(--hairline) solid var(--line)',
      whiteSpace: 'nowrap',
    },
    '& .pill[data-tone=busy]': { background: 'accent.quiet', borderColor: 'accent', color: 'accent' },
    '& .pill[data-tone=bad]': { background: 'red.quiet', borderColor: 'red' },
  },
})

/**
 * The two facts that are always visible: the connection, and the state of my work. On the phone one pill shows the
 * more urgent of them, and screen readers read both. Opens Unsent work.
 */
export function SyncLight() {
  const status = useSyncStatus()
  const isDesk = useIsDesk()
  const connection = connectionWords(status)
  const clock = { now: useNow(), zone: useZone() }
  const work = workWords(status, clock)
  return (
    <Light data-frame="unsaid">
      <Link to="/unsent" title="Unsent work">
        {isDesk ? (
          <>
            <Line fact={connection} />
            <Line fact={work} />
          </>
        ) : (
          <Pill fact={pillOf(status, clock)} whole={`${connection.text}, ${work.text}`} />
        )}
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

function Pill({ fact, whole }: { fact: SyncFact; whole: string }) {
  return (
    <span className="pill" data-tone={fact.tone}>
      <Icon name={fact.icon} size={16} />
      {fact.text !== '' && <span aria-hidden="true">{fact.text}</span>}
      <span className="unseen">{whole}</span>
    </span>
  )
}
