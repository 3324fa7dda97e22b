import type { DeviceDatabase } from '../../db/database.ts'
import { rowName } from '../../db/outbox.ts'
import { commands } from '../../records/index.ts'
import { wordsOf } from '../entry/damage.ts'
import { keepDuplicate, type PossibleDuplicate } from './possible-duplicates.ts'

/** Stores that there may be a second record. Runs inside the transaction that found it. */
export async function reportDuplicate(db: DeviceDatabase, it: Omit<PossibleDuplicate, 'words' | 'on'>): Promise<void> {
  const command = commands.get(it.command)
  if (!command) return
  const owner = it.photo === null ? null : command.ownerOf?.(it.asked.params)
  const record = command.makes && it.id !== null ? { type: command.makes, id: it.id } : owner
  if (!record) return
  const second: PossibleDuplicate = { ...it, words: wordsOf(command, it.asked), on: rowName(record.type, record.id) }
  await keepDuplicate(db, second)
}
