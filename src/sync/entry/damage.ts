import type { OutboxEntry } from '../../db/outbox.ts'
import { isStorageError } from '../../db/storage-error.ts'
import type { Asked, Command } from '../../records/command.ts'
import { StaleLease } from './lease-fence.ts'

/**
 * Whether an error means that the entry itself is damaged, and not that the storage failed or the lease is stale. A
 * damaged entry is held and shown, and everything else goes on (I7).
 */
export const isDamage = (error: unknown): error is Error =>
  error instanceof Error && !isStorageError(error) && !(error instanceof StaleLease)

/** The result of `make`, or `otherwise` when the entry that it reads is damaged. */
export async function unlessDamaged<Value>(make: () => Promise<Value> | Value, otherwise: Value): Promise<Value> {
  try {
    return await make()
  } catch (error) {
    if (!isDamage(error)) throw error
    return otherwise
  }
}

/** The entry in the user's words; the name of its call when it is damaged. */
export const wordsOf = (command: Command, asked: Asked): string => {
  try {
    return command.words(asked)
  } catch (error) {
    if (!isDamage(error)) throw error
    return command.name
  }
}

/** How a damaged entry is stored: none of it is sent until the user decides. */
export const heldAsDamaged = (what: string): Pick<OutboxEntry, 'state' | 'problem'> => ({
  state: 'held',
  problem: {
    kind: 'damaged',
    detail: `A part of this is damaged on this device (${what}). It is kept, and it is not sent by itself.`,
  },
})
