import { type RecordType, recordTypes } from '../../../contract/id.ts'
import type { DeviceDatabase } from '../../../db/database.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import { rowName } from '../../../db/outbox.ts'
import { sha256Of } from '../../device/hash.ts'
import { note } from '../../entry/journal.ts'
import { keepShadow, rebuild } from '../../entry/rebuild.ts'
import type { SealedManifest } from './image.ts'
import { dropCopy, isSealed, SealDamaged, type SealedCopy } from './pieces.ts'
import { readSealed } from './read-sealed.ts'

/**
 * Puts the work of a sealed copy back as it was, under the same keys, and deletes the copy in the same transaction.
 * The files are restored first and read again from disk; the copy stays until everything is there. A kill leaves
 * either the complete copy or the complete work.
 */
export async function unseal(db: DeviceDatabase, copy: SealedCopy, key: CryptoKey, now: number): Promise<void> {
  const manifest = await readSealed(db, key, copy, async ({ photo, part, type }, bytes) => {
    if ((await db.blobs.where('[photo+part]').equals([photo, part]).count()) === 0)
      await db.blobs.put({ photo, part, type, bytes })
  })
  for (const { photo, part, sha256 } of manifest.blobs) {
    const stored = await db.blobs.get([photo, part])
    if (!stored || (await sha256Of(stored.bytes)) !== sha256)
      throw new SealDamaged(`File ${photo} was not stored whole`)
  }
  await inTransaction(db, 'rw', db.tables, async (db) => {
    // Another tab has opened it meanwhile.
    if (!(await isSealed(db, copy))) return
    await putBack(db, manifest)
    await dropCopy(db, copy)
    await note(db, now, 'opened', { entries: manifest.entries.length, photos: manifest.photos.length })
  })
}

async function putBack(db: DeviceDatabase, manifest: SealedManifest): Promise<void> {
  const { entries, photos, drafts, facts, sent = [] } = manifest
  const fresh = new Map<RecordType, number[]>()
  for (const type of recordTypes) fresh.set(type, await putRows(db, type, manifest))
  for (const shadow of manifest.shadows) if (!fresh.get(shadow.type)?.includes(shadow.id)) await db.shadows.put(shadow)
  for (const entry of entries) {
    const known = [db.outbox.where('key').equals(entry.key).count(), db.receipts.where('key').equals(entry.key).count()]
    // An entry whose key is already here is not added a second time.
    if ((await Promise.all(known)).some((count) => count > 0)) continue
    await db.outbox.add(entry)
  }
  for (const photo of photos) if (!(await db.photos.get(photo.id))) await db.photos.put(photo)
  for (const draft of drafts) if (!(await db.drafts.get(draft.form))) await db.drafts.put(draft)
  for (const work of sent) if (!(await db.sent.get(work.key))) await db.sent.put(work)
  for (const fact of facts) if (!(await db.meta.get(fact.name))) await db.meta.put(fact)
  // Rows fetched since then get the waiting commands applied to their new values.
  for (const [type, ids] of fresh)
    for (const id of ids) {
      const name = rowName(type, id)
      if ((await db.outbox.where('touches').equals(name).count()) === 0) continue
      await keepShadow(db, name)
      await rebuild(db, name)
    }
}

/** Restores rows that are missing here; returns the ids of those that are not. */
async function putRows(db: DeviceDatabase, type: RecordType, { rows }: SealedManifest): Promise<number[]> {
  const table = db.anyRows(type)
  const sealed = rows[type] ?? []
  const here = new Set(
    await table
      .where('id')
      .anyOf(sealed.map(({ id }) => id))
      .primaryKeys(),
  )
  await table.bulkPut(sealed.filter(({ id }) => !here.has(id)))
  return [...here]
}
