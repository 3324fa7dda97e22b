import type { Inspection } from '../../contract/inspection.ts'
import { rowName } from '../../db/outbox.ts'
import { setInspectionStatus } from '../../records/inspection.ts'
import { latestReceipt } from '../../sync/entry/receipts.ts'
import { useLive } from '../../sync/react/live.ts'
import { Note } from '../../ui/states.tsx'

/**
 * The server's message about a change of this inspection: a permit made, or why not (II-05). Known only after sending.
 */
export function ServerSaid({ inspection }: { inspection: Inspection }) {
  const name = rowName('inspection', inspection.id)
  const said = useLive(
    async (db) =>
      (
        await latestReceipt(
          db,
          name,
          // A later change of status without a message ends the earlier message.
          (it) => it.note !== undefined || it.command === setInspectionStatus.name,
        )
      )?.note,
    [name],
    `server said of ${name}`,
  )
  const words = said ?? inspection.status_message
  if (!words) return null
  return (
    <Note tone="accent" role="status">
      {words}
    </Note>
  )
}
