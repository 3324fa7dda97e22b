import { memo, useDeferredValue, useMemo, useState } from 'react'
import { needsUser } from '../../db/outbox.ts'
import { CannotSend, useCanSend } from '../../parts/cannot-send.tsx'
import { storedText } from '../../parts/photos-stored.tsx'
import { useNow, useZone } from '../../parts/use-now.ts'
import { sinceText, timeText } from '../../rules/date-text.ts'
import { plural } from '../../rules/text.ts'
import { sealedText } from '../../rules/unsent-text.ts'
import { type PhotoProgress, photoProgressOf } from '../../sync/capture/photo-progress.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useSyncStatus } from '../../sync/react/hooks.ts'
import { useLive } from '../../sync/react/live.ts'
import type { SyncStatus } from '../../sync/schedule/status.ts'
import { waitLeftMs } from '../../sync/transport/backoff.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Loading, Note } from '../../ui/states.tsx'
import { deviceWord } from '../../ui/this-device.ts'
import { Windowed } from '../../ui/windowed.tsx'
import { DescribedEntries } from './described.tsx'
import { EntryItem } from './entry-item.tsx'
import { FilesItem } from './files-item.tsx'
import { RepairsProvider } from './open-repairs.ts'
import { RescueSection } from './rescue-section.tsx'
import { SecondsSection } from './seconds-section.tsx'
import { SentBeforeSaved } from './sent-before-saved.tsx'
import { SentToday } from './sent-today.tsx'
import {
  entriesIn,
  itemsNeedingUser,
  type OutboxView,
  type ShownWork,
  shownWork,
  type UnsentItem,
  unsentItems,
  viewOf,
} from './unsent-list.ts'

/** Entries shown at first, and added by each tap: a day has fewer, but a backlog of weeks has thousands. */
const shownAtFirst = 300
const shownMore = 700

const nothing: ShownWork = { entries: [], left: 0 }

/** Everything that the office has not confirmed: what needs the user first, then the rest, each oldest first. */
export function UnsentScreen() {
  return (
    <RepairsProvider>
      <UnsentWork />
    </RepairsProvider>
  )
}

function UnsentWork() {
  const { runner } = useEngine()
  const canSend = useCanSend()
  const status = useSyncStatus()
  const [atMost, setAtMost] = useState(shownAtFirst)
  // While hundreds are sent, the list updates in small steps between taps, not in one long task for each answer.
  const work = useDeferredValue(useLive((db) => shownWork(db, atMost), [atMost], `unsent work ${atMost}`))
  const photos = useLive(photoProgressOf, [], 'photo progress')
  const { entries, left } = work ?? nothing
  const view = useMemo(() => viewOf(entries), [entries])
  const { stuck, others } = useMemo(() => apart(unsentItems(entries)), [entries])
  if (!work) return <Loading />
  const stuckEntries = entries.filter((it) => it.photo === null && needsUser.includes(it.state)).length
  return (
    <Page
      title="Unsent work"
      meta={
        <Summary
          status={status}
          count={status.waiting + stuckEntries}
          photos={photos && photos.stored < photos.of ? photos : null}
        />
      }
      actions={
        entries.length > 0 &&
        canSend && (
          <Button kind="main" icon="sending" onClick={() => runner.schedule(true)}>
            Send now
          </Button>
        )
      }
    >
      {canSend ? <Pause status={status} /> : <CannotSend />}
      {entries.length === 0 && <AllSent status={status} />}
      <DescribedEntries>
        <SentBeforeSaved />
        {stuck.length > 0 && (
          <Section title="Needs you" count={stuck.length}>
            <Items name="Needs you" items={stuck} view={view} />
          </Section>
        )}
        {others.length > 0 && (
          <Section title="Waiting to be sent" count={entriesIn(others) + left}>
            <Items name="Waiting to be sent" items={others} view={view} />
            {left > 0 && (
              <p>
                and {left} more after these. <Button onClick={() => setAtMost(atMost + shownMore)}>Show more</Button>
              </p>
            )}
          </Section>
        )}
      </DescribedEntries>
      <SecondsSection />
      <SentToday />
      <RescueSection hasWork={entries.length > 0} />
    </Page>
  )
}

/** What needs the user, and the rest. */
function apart(items: readonly UnsentItem[]): { stuck: UnsentItem[]; others: UnsentItem[] } {
  const stuck = itemsNeedingUser(items)
  const needed = new Set(stuck)
  return { stuck, others: items.filter((it) => !needed.has(it)) }
}

/** The count above changes with every answer; the lines change only with their work. */
const Items = memo(function Items({ name, items, view }: { name: string; items: UnsentItem[]; view: OutboxView }) {
  return (
    <Windowed
      name={name}
      rows={items}
      rowHeight={96}
      row={(it) =>
        it.kind === 'entry' ? <EntryItem entry={it.entry} view={view} /> : <FilesItem entries={it.entries} />
      }
    />
  )
})

interface SummaryProps {
  status: SyncStatus
  /** Unsent work without its files. */
  count: number
  /** Photos being stored at the office; null if there are none. */
  photos: PhotoProgress | null
}

function Summary({ status, count, photos }: SummaryProps) {
  const lines = [
    connections[status.connection],
    count > 0 && `${plural(count, 'change')} not sent yet`,
    photos !== null && storedText(photos),
  ].filter((it) => it !== false)
  return lines.map((line) => <span key={line}>{line}</span>)
}

const connections: Record<SyncStatus['connection'], string> = {
  online: 'Online',
  noSignal: 'No signal',
  serverDown: 'Server not answering',
  unknown: 'Checking signal',
}

function AllSent({ status }: { status: SyncStatus }) {
  const now = useNow()
  const zone = useZone()
  if (status.sealed > 0) return <Empty>{sealedText(status.sealed)} Nothing else waits.</Empty>
  const at = status.lastSentAt === null ? '' : ` All sent ${sinceText(new Date(status.lastSentAt), now, zone)}.`
  return <Empty>Everything is sent.{at}</Empty>
}

/** Why nothing is sent at all, and what still works meanwhile. */
function Pause({ status }: { status: SyncStatus }) {
  if (status.waiting + status.photosWaiting + status.needsYou === 0) return null
  if (status.paused === 'signIn')
    return (
      <Note tone="yellow">Sign in to send. Everything is saved on this {deviceWord}, and you can keep working.</Note>
    )
  if (status.paused === 'storage')
    return <Note tone="red">This {deviceWord} is full. Free some space, then Send now; text is still saved.</Note>
  if (status.connection === 'noSignal')
    return <Note tone="accent">No signal. You can keep inspecting: it will be sent when there is signal.</Note>
  if (status.connection === 'serverDown')
    return (
      <Note tone="yellow">The server is not answering. Sending is tried again by itself; you can keep working.</Note>
    )
  return <FilesWait />
}

/** Until when files wait, because the server takes no more of this person's files for a while. */
function FilesWait() {
  const { device } = useEngine()
  const zone = useZone()
  // Rendered again when the time has come.
  useNow()
  const until = useLive((db) => db.fact('filesUntil', 0), [], 'files until') ?? 0
  if (waitLeftMs(device, until) === 0) return null
  return (
    <Note tone="yellow">
      The server takes no more of your files for now. Photos and other files wait on this {deviceWord} until{' '}
      {timeText(new Date(until), zone)}; then sending is tried again by itself. Records without files are sent
      meanwhile.
    </Note>
  )
}
