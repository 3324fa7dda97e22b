import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { RowName } from '../../db/outbox.ts'
import type { Asked } from '../../records/command.ts'
import type { Device } from '../device/device.ts'
import { note } from '../entry/journal.ts'

/** The words shown at a record or file that the office may hold twice. */
export const possibleDuplicateText = 'There may be a second one like it.'

/** The words that replace them once the person has looked. */
const isOneWords = 'You looked: the office has it once.'

/** A record or file that the office may hold twice. Kept on this device until the person decides. */
export interface PossibleDuplicate {
  /** Key of the outbox entry. */
  key: string
  command: string
  asked: Asked
  /** The record in the user's words. */
  words: string
  /** The row at which the warning is shown: the new record, or the owner of the file. */
  on: RowName
  /** The server's id of the record that was taken for ours; null for a file. */
  id: number | null
  photo: string | null
  /** Ids that were in the list before the first sending; null if unknown. */
  stood: number[] | null
  /** When the user did it (ms, by the server's clock as far as it was known). */
  since: number
  at: number
}

const facts = 'second:'

/** Stores one. Runs inside a transaction over all tables. */
export const keepDuplicate = (db: DeviceDatabase, it: PossibleDuplicate): Promise<void> =>
  db.setFact(facts + it.key, it)

/** All possible duplicates, oldest first. */
export async function openDuplicates(db: DeviceDatabase): Promise<PossibleDuplicate[]> {
  const rows = await db.meta.where('name').startsWith(facts).toArray()
  // Only `keepDuplicate` writes facts with this prefix.
  return rows.map(({ value }) => value as PossibleDuplicate).sort((a, b) => a.at - b.at)
}

/** How many there are, for the status light. */
export const countDuplicates = ({ meta }: DeviceDatabase): Promise<number> =>
  meta.where('name').startsWith(facts).count()

/** Takes over the open questions of a rescue copy or sealed copy. Runs inside a transaction over all tables. */
export async function takeDuplicates(db: DeviceDatabase, all: readonly PossibleDuplicate[]): Promise<void> {
  for (const it of all) {
    const receipt = await db.receipts.get(it.key)
    // A different note means that the person has already decided on this device.
    if (!receipt || receipt.note === possibleDuplicateText) await keepDuplicate(db, it)
  }
}

/** The person says that there is only one, or that the other has been dealt with. The journal records it. */
export async function dismissDuplicate({ db, now }: Device, key: string): Promise<void> {
  await inTransaction(db, 'rw', [db.meta, db.receipts, db.journal], async (db) => {
    await db.meta.delete(facts + key)
    await db.receipts.update(key, { note: isOneWords })
    await note(db, now(), 'said to be one', { key })
  })
}
