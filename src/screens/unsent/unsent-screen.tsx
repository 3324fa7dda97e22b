import { useMemo } from 'react'
import { filesOf } from '../../db/outbox.ts'
import { useZone } from '../../parts/use-now.ts'
import { timeText } from '../../rules/date-text.ts'
import { plural } from '../../rules/text.ts'
import { useEngine, useLive, useSyncStatus } from '../../sync/react.ts'
import type { SyncStatus } from '../../sync/status.ts'
import { Button } from '../../ui/button.tsx'
import { Page } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { Empty, Loading, Note } from '../../ui/states.tsx'
import { Windowed } from '../../ui/windowed.tsx'
import { DeedItem } from './deed-item.tsx'
import { FilesItem } from './files-item.tsx'
import { RescueSection } from './rescue-section.tsx'
import { filesIn, SentToday, useSentToday } from './sent-today.tsx'
import { itemsNeedingUser, type OutboxView, type UnsentItem, unsentItems, viewOf } from './unsent-list.ts'

/** Everything that the office has not confirmed: what needs the user first, then the rest, each oldest first. */
export function UnsentScreen() {
  const { runner } = useEngine()
  const status = useSyncStatus()
  const entries = useLive((db) => db.outbox.orderBy('seq').toArray(), [])
  const receipts = useSentToday()
  const view = useMemo(() => viewOf(entries ?? []), [entries])
  if (!entries || !receipts) return <Loading />
  const items = unsentItems(entries)
  const stuck = itemsNeedingUser(items)
  const others = items.filter((it) => !stuck.includes(it))
  const photosLeft = entries.flatMap(filesOf).length
  const photosStored = receipts.flatMap(filesIn).length
  return (
    <Page
      title="Unsent work"
      meta={
        <Summary
          status={status}
          count={entries.filter((it) => it.photo === null).length}
          photosLeft={photosLeft}
          stored={photosStored}
        />
      }
      actions={
        entries.length > 0 && (
          <Button kind="main" icon="sending" onClick={() => runner.poke(true)}>
            Send now
          </Button>
        )
      }
    >
      <Pause status={status} />
      {entries.length === 0 && <AllSent status={status} />}
      {stuck.length > 0 && (
        <Section title="Needs you" count={stuck.length}>
          <Items name="Needs you" items={stuck} view={view} />
        </Section>
      )}
      {others.length > 0 && (
        <Section title="Waiting to be sent" count={others.length}>
          <Items name="Waiting to be sent" items={others} view={view} />
        </Section>
      )}
      <SentToday receipts={receipts} />
      <RescueSection hasWork={entries.length > 0} />
    </Page>
  )
}

function Items({ name, items, view }: { name: string; items: UnsentItem[]; view: OutboxView }) {
  return (
    <Windowed
      name={name}
      rows={items}
      rowHeight={96}
      row={(it) =>
        it.kind === 'deed' ? <DeedItem entry={it.entry} view={view} /> : <FilesItem entries={it.entries} />
      }
    />
  )
}

interface SummaryProps {
  status: SyncStatus
  /** Unsent work without its files. */
  count: number
  photosLeft: number
  /** Photos that the server confirmed today. */
  stored: number
}

function Summary({ status, count, photosLeft, stored }: SummaryProps) {
  const lines = [
    connections[status.connection],
    count > 0 && `${plural(count, 'change')} not sent yet`,
    photosLeft > 0 && `stored ${stored} of ${stored + photosLeft} photos`,
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
  const zone = useZone()
  const at = status.lastSentAt === null ? '' : ` All sent ${timeText(new Date(status.lastSentAt), zone)}.`
  return <Empty>Everything is sent.{at}</Empty>
}

/** Why nothing leaves at all, and what still works meanwhile. */
function Pause({ status }: { status: SyncStatus }) {
  if (status.waiting + status.photosWaiting + status.needsYou === 0) return null
  if (status.paused === 'signIn')
    return <Note tone="yellow">Sign in to send. Everything is saved on this phone, and you can keep working.</Note>
  if (status.paused === 'storage')
    return <Note tone="red">This phone is full. Free some space, then Send now; text is still saved.</Note>
  if (status.connection === 'noSignal')
    return <Note tone="accent">No signal. You can keep inspecting: it will be sent when there is signal.</Note>
  if (status.connection === 'serverDown')
    return (
      <Note tone="yellow">The server is not answering. Sending is tried again by itself; you can keep working.</Note>
    )
  return null
}
