import type { Change } from '../../contract/sync.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { rowName } from '../../db/outbox.ts'
import { renameDrafts } from '../entry/drafts.ts'
import { noFormerNames } from '../entry/names.ts'

/**
 * After a merge at the office, pages and drafts under the merged record's number lead to the surviving record. Saved
 * entries are sent unchanged, because the server carries them out on the survivor. If the merge was undone, the record
 * has its own number again. Runs inside the transaction that stores the changes.
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

/**
 * Forgets which records were merged, because a restore or changes that were missed may have undone it. The server still
 * leads the number of a merged record to the survivor. Numbers of a lost town stay. Runs in a transaction over `meta`.
 */
export async function forgetMerges(db: DeviceDatabase): Promise<void> {
  const known = Object.entries(await db.fact('former', noFormerNames))
  const kept = known.filter(([, id = 0]) => id < 0)
  if (kept.length < known.length) await db.setFact('former', Object.fromEntries(kept))
}
