import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { OutboxEntry } from '../../db/outbox.ts'
import { useZone } from '../../parts/use-now.ts'
import { dateTimeText, timeText } from '../../rules/date-text.ts'
import { dayOf } from '../../rules/dates.ts'
import { useEngine, useIsOtherTown } from '../../sync/react/engine.ts'
import { useSyncStatus } from '../../sync/react/hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Described } from './describe.ts'
import { useDescribed } from './described.tsx'
import { EntryActions } from './entry-actions.tsx'
import { ItemFrame } from './item-frame.tsx'
import { RepairForm } from './repair-form.tsx'
import { stateWords } from './state-words.ts'
import { type OutboxView, waitsFor } from './unsent-list.ts'
import { Versions } from './versions.tsx'

/** One entry: what it is, where it belongs, its state, and the user's actions. */
export function EntryItem({ entry, view }: { entry: OutboxEntry; view: OutboxView }) {
  const described = useDescribed(entry)
  const [isRepairing, setRepairing] = useState(false)
  if (!described) return <ItemFrame aria-busy="true">&nbsp;</ItemFrame>
  return (
    <ItemFrame aria-label={described.words}>
      <h3>{described.words}</h3>
      <Where described={described} at={entry.capturedAt} />
      <StateLine entry={entry} view={view} />
      {entry.state === 'conflict' && entry.problem?.fields && (
        <div className="below">
          <Versions entry={entry} />
        </div>
      )}
      {!isRepairing && (
        <div className="actions">
          <EntryActions entry={entry} words={described.words} onRepair={() => setRepairing(true)} />
        </div>
      )}
      {isRepairing && (
        <div className="below">
          <RepairForm
            entry={entry}
            isComplaint={described.place?.path.startsWith('/complaint/') ?? false}
            onDone={() => setRepairing(false)}
          />
        </div>
      )}
    </ItemFrame>
  )
}

/** The record that it belongs to, with a link, and when it was done. */
export function Where({ described, at }: { described: Described; at: number }) {
  const zone = useZone()
  const { device } = useEngine()
  const done = new Date(at)
  const isToday = dayOf(done, zone) === dayOf(new Date(device.now()), zone)
  return (
    <div className="where">
      {described.place && <Link to={described.place.path}>{described.place.text}</Link>}
      <time dateTime={done.toISOString()}>{isToday ? timeText(done, zone) : dateTimeText(done, zone)}</time>
    </div>
  )
}

function StateLine({ entry, view }: { entry: OutboxEntry; view: OutboxView }) {
  const status = useSyncStatus()
  const zone = useZone()
  const { device } = useEngine()
  const isOtherTown = useIsOtherTown()
  const waits = waitsFor(entry, view)
  const other = waits.kind === 'entry' ? waits.entry : null
  const words = useDescribed(other)?.words ?? null
  const said = stateWords(entry, {
    status,
    isOtherTown,
    waits,
    waitsForWords: words,
    now: device.now(),
    doubtWaitMs: device.doubtWaitMs,
    zone,
  })
  return (
    <div className="state">
      <Badge tone={said.tone} icon={said.icon}>
        {said.text}
      </Badge>
      {said.more && <span data-tone={said.tone}>{said.more}</span>}
    </div>
  )
}
