import type { Change } from '../../contract/sync.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { rowName } from '../../db/outbox.ts'
import { renameDrafts } from '../entry/drafts.ts'
import { noFormerNames } from '../entry/names.ts'

/**
 * Records that the office has merged are followed by what was opened or half typed under their numbers. What was saved
 * about them already goes as it is: the server carries it out on the record that stayed. A record that is there again,
 * because the merge was undone, has its own number back. Runs inside the transaction that stores the changes.
 */
export async function followMerged(db: DeviceDatabase, changes: readonly Change[]): Promise<void> {
  const known = await db.fact('former', noFormerNames)
  const names = new Map(Object.entries(known))
  const merged = new Map<ReturnType<typeof rowName>, ReturnType<typeof rowName>>()
  for (const { type, id, row, into } of changes) {
    const name = rowName(type, id)
    if (into !== undefined) {
      names.set(name, into)
      merged.set(name, rowName(type, into))
    } else if (row !== null && (known[name] ?? 0) > 0) names.delete(name)
  }
  if (merged.size === 0 && names.size === Object.keys(known).length) return
  await db.setFact('former', Object.fromEntries(names))
  await renameDrafts(db, merged)
}
