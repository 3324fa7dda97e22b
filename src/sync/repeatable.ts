import type { OutboxEntry } from '../db/outbox.ts'
import { commands } from '../records/index.ts'

/** Whether a second sending of this entry can make no second record: its key is kept there, or the call sets a value. */
export const repeatable = (entry: OutboxEntry): boolean =>
  entry.keyed || commands.get(entry.command)?.endpoint.repeat !== 'make'
