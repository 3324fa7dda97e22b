import type { OutboxEntry } from '../../db/outbox.ts'
import { useZone } from '../../parts/use-now.ts'
import { useEngine, useIsOtherTown } from '../../sync/react/engine.ts'
import { useSyncStatus } from '../../sync/react/hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { useDescribed } from './described.tsx'
import { EntryActions } from './entry-actions.tsx'
import { EntryFiles } from './entry-files.tsx'
import { ItemFrame } from './item-frame.tsx'
import { useOpenRepairs } from './open-repairs.ts'
import { RepairForm } from './repair-form.tsx'
import { stateWords } from './state-words.ts'
import { type OutboxView, waitsFor } from './unsent-list.ts'
import { Versions } from './versions.tsx'
import { Where } from './where.tsx'

/** One entry: what it is, where it belongs, its state, and the user's actions. */
export function EntryItem({ entry, view }: { entry: OutboxEntry; view: OutboxView }) {
  const described = useDescribed(entry)
  const repairs = useOpenRepairs()
  const repair = repairs.open.get(entry.seq)
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
      {entry.state === 'refused' && entry.files && (
        <div className="below">
          <EntryFiles entry={entry} />
        </div>
      )}
      {repair ? (
        <div className="below">
          <RepairForm entry={entry} repair={repair} onDone={() => repairs.end(entry.seq)} />
        </div>
      ) : (
        <div className="actions">
          <EntryActions
            entry={entry}
            words={described.words}
            onRepair={() => repairs.begin(entry, described.place?.path.startsWith('/complaint/') ?? false)}
          />
        </div>
      )}
    </ItemFrame>
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
