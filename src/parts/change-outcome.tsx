import type { Id, RecordType } from '../contract/id.ts'
import { rowName } from '../db/outbox.ts'
import type { Command } from '../records/command.ts'
import { latestReceipt } from '../sync/entry/receipts.ts'
import { useLive } from '../sync/react/live.ts'
import { Note } from '../ui/states.tsx'

interface Props {
  type: RecordType
  id: Id
  /** The command whose outcome is shown. A later one that arrives without a message ends the earlier note. */
  of: Pick<Command, 'name'>
}

/** The outcome of a change once it was sent, if it is not simply what the user asked. */
export function ChangeOutcome(props: Props) {
  const words = useChangeOutcome(props)
  return words ? (
    <Note tone="accent" role="status">
      {words}
    </Note>
  ) : null
}

function useChangeOutcome({ type, id, of }: Props): string | undefined {
  const name = rowName(type, id)
  return useLive(
    async (db) => (await latestReceipt(db, name, (it) => it.command === of.name))?.note,
    [name, of.name],
    `outcome of ${of.name} ${name}`,
  )
}
