import type { OutboxEntry } from '../../db/outbox.ts'
import { commands } from '../../records/index.ts'

/**
 * Whether a second sending of this entry cannot make a second record: the server keeps its key, or the call sets a
 * value.
 */
export const repeatable = (entry: OutboxEntry): boolean => {
  if (entry.keyed) return true
  // This version of the app does not know the call, so a repeat could make a second record.
  const command = commands.get(entry.command)
  return command !== undefined && command.endpoint.repeat !== 'make'
}
