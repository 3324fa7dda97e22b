import type { Id, RecordType } from '../contract/id.ts'
import { rowName } from '../db/outbox.ts'
import { latestReceipt } from '../sync/entry/receipts.ts'
import { useLive } from '../sync/react/live.ts'
import { Note } from '../ui/states.tsx'
import { useNow } from './use-now.ts'

/** How long the outcome of the last change is shown at the record (ms): a day's work. */
const saidMs = 24 * 60 * 60 * 1000

/** A note about the last change sent for a record: somebody else's change was kept with it, or won. */
export function ChangeNote({ type, id }: { type: RecordType; id: Id }) {
  const name = rowName(type, id)
  const since = useNow().getTime() - saidMs
  const last = useLive(async (db) => latestReceipt(db, name, (it) => it.at >= since), [name, since])
  if (!last?.note) return null
  return (
    <Note tone="accent" role="status">
      {last.words}: {last.note}
    </Note>
  )
}
