import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { BlobRow, PhotoRow } from '../../db/photos.ts'
import type { Device } from '../device/device.ts'
import type { Copy } from './rescue-file.ts'

/** The photos whose files a rescue copy stores before their rows. */
const filesFact = 'rescueFiles'

interface Files {
  /** When the import began (ms of the device's clock). */
  at: number
  photos: string[]
}

/** Whether a file is here. Its bytes are not read. */
export const hasFile = async (db: DeviceDatabase, photo: string, part: BlobRow['part']): Promise<boolean> =>
  (await db.blobs.where('[photo+part]').equals([photo, part]).count()) > 0

/**
 * Stores the files of these photos, except what is here already. They are read one at a time, because a page cannot
 * hold the files of hundreds of photos, and no transaction stays open while a file is read.
 */
export async function storeFiles(
  { db, now }: Device,
  file: Blob,
  { manifest, start }: Copy,
  photos: readonly PhotoRow[],
): Promise<void> {
  const wanted = new Set(photos.map((it) => it.id))
  const missing: (Omit<BlobRow, 'bytes'> & { from: number; to: number })[] = []
  let from = start
  for (const { size, ...it } of manifest.blobs) {
    const to = from + size
    if (wanted.has(it.photo) && !(await hasFile(db, it.photo, it.part))) missing.push({ ...it, from, to })
    from = to
  }
  if (missing.length === 0) return
  const left = await db.fact<Files | null>(filesFact, null)
  const mark: Files = { at: now(), photos: [...new Set([...(left?.photos ?? []), ...missing.map((it) => it.photo)])] }
  await db.setFact(filesFact, mark)
  for (const { from, to, ...it } of missing)
    await db.blobs.put({ ...it, bytes: await file.slice(from, to).arrayBuffer() })
}

/** Deletes files that an import stored and whose photos were not imported, if it began before this time. */
export const dropLeftFiles = (db: DeviceDatabase, before = Number.POSITIVE_INFINITY): Promise<void> =>
  inTransaction(db, 'rw', [db.meta, db.photos, db.blobs], async (db) => {
    const left = await db.fact<Files | null>(filesFact, null)
    if (!left || left.at >= before) return
    for (const id of left.photos) if (!(await db.photos.get(id))) await db.blobs.where('photo').equals(id).delete()
    await db.meta.delete(filesFact)
  })
