import type { Inspection } from '../../contract/inspection.ts'
import { rowName } from '../../db/outbox.ts'
import { setInspectionStatus } from '../../records/inspection.ts'
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
        await db.receipts
          .orderBy('tick')
          .reverse()
          // A later change of status without a message ends the earlier message.
          .filter(
            (it) =>
              it.touches.includes(name) &&
              it.how !== 'replaced' &&
              (it.note !== undefined || it.command === setInspectionStatus.name),
          )
          .first()
      )?.note,
    [name],
  )
  const words = said ?? inspection.status_message
  if (!words) return null
  return (
    <Note tone="accent" role="status">
      {words}
    </Note>
  )
}
