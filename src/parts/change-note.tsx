import type { Id, RecordType } from '../contract/id.ts'
import { rowName } from '../db/outbox.ts'
import { useLive } from '../sync/react/live.ts'
import { Note } from '../ui/states.tsx'
import { useNow } from './use-now.ts'

/** How long it is said on the record what became of the last change (ms): a day's work. */
const saidMs = 24 * 60 * 60 * 1000

/** What should be known of the last change sent for a record: that somebody else's was kept with it, or won. */
export function ChangeNote({ type, id }: { type: RecordType; id: Id }) {
  const name = rowName(type, id)
  const since = useNow().getTime() - saidMs
  const last = useLive(
    async (db) =>
      db.receipts
        .orderBy('tick')
        .reverse()
        .until((it) => it.at < since)
        .filter((it) => it.touches.includes(name) && it.how !== 'replaced')
        .first(),
    [name, since],
  )
  if (!last?.note) return null
  return (
    <Note tone="accent" role="status">
      {last.words}: {last.note}
    </Note>
  )
}
