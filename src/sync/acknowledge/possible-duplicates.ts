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
  /** What it was, in the user's words. */
  words: string
  /** The record at which it is shown: the one that was made, or the owner of the file. */
  on: RowName
  /** The server's id of the record that was taken for ours; null for a file. */
  id: number | null
  photo: string | null
  /** Ids that stood in the list before the first sending; null where that is unknown. */
  stood: number[] | null
  /** When the user did it (ms, by the server's clock as far as it was known). */
  since: number
  at: number
}

const facts = 'second:'

/** Writes one down. Runs inside a transaction over all tables. */
export const keepDuplicate = (db: DeviceDatabase, it: PossibleDuplicate): Promise<void> =>
  db.setFact(facts + it.key, it)

/** Everything of which there may be a second one, oldest first. */
export async function openDuplicates(db: DeviceDatabase): Promise<PossibleDuplicate[]> {
  const rows = await db.meta.where('name').startsWith(facts).toArray()
  // Only the function above writes facts of this name.
  return rows.map(({ value }) => value as PossibleDuplicate).sort((a, b) => a.at - b.at)
}

/** How many there are, for the status light. */
export const countDuplicates = ({ meta }: DeviceDatabase): Promise<number> =>
  meta.where('name').startsWith(facts).count()

/** Takes over what this person has not decided yet on another device. Runs inside a transaction over all tables. */
export async function takeDuplicates(db: DeviceDatabase, all: readonly PossibleDuplicate[]): Promise<void> {
  for (const it of all) {
    const receipt = await db.receipts.get(it.key)
    // The person has decided it here since the copy was made.
    if (!receipt || receipt.note === possibleDuplicateText) await keepDuplicate(db, it)
  }
}

/** The person says that there is only one, or that the other is dealt with. The journal records it. */
export async function dismissDuplicate({ db, now }: Device, key: string): Promise<void> {
  await inTransaction(db, 'rw', [db.meta, db.receipts, db.journal], async (db) => {
    await db.meta.delete(facts + key)
    await db.receipts.update(key, { note: isOneWords })
    await note(db, now(), 'said to be one', { key })
  })
}
