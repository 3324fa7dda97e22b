import { type RecordType, recordTypes } from '../../../contract/id.ts'
import type { DeviceDatabase, Draft, Fact } from '../../../db/database.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import type { OutboxEntry, Shadow } from '../../../db/outbox.ts'
import type { BlobPart, PhotoRow } from '../../../db/photos.ts'
import type { AnyRow } from '../../../db/rows.ts'
import { sha256Of } from '../../device/hash.ts'
import { wholeOutbox } from '../../entry/each-entry.ts'
import { rescueMark } from '../rescue-mark.ts'

/** Facts that hold what a person wrote: they are sealed with the work. */
export const sealedFacts: readonly string[] = ['second:', 'made:']

/** What is sealed beside the files: rows as they lie in their tables. */
interface Rows {
  entries: OutboxEntry[]
  photos: PhotoRow[]
  shadows: Shadow[]
  drafts: Draft[]
  facts: Fact[]
  rows: Partial<Record<RecordType, AnyRow[]>>
}

/** One file of the copy; the bytes lie behind the manifest in this order. */
export interface SealedBlob {
  photo: string
  part: BlobPart
  type: string
  size: number
  sha256: string
}

/** The manifest of a sealed copy: that of a rescue copy, and what only this device needs to go on where it stood. */
export interface SealedManifest extends Rows {
  userId: number
  madeAt: number
  blobs: SealedBlob[]
  ids: []
}

/** Everything of a person that is left on the device, as rows. Runs in a transaction over all tables. */
async function rowsOf(db: DeviceDatabase): Promise<Rows> {
  const rows: Rows['rows'] = {}
  for (const type of recordTypes) {
    const all = await db.anyRows(type).toArray()
    if (all.length > 0) rows[type] = all
  }
  const facts = await db.meta.filter(({ name }) => sealedFacts.some((it) => name.startsWith(it))).toArray()
  return {
    entries: await wholeOutbox(db),
    photos: await db.photos.toArray(),
    shadows: await db.shadows.toArray(),
    drafts: await db.drafts.toArray(),
    facts,
    rows,
  }
}

/** What would be sealed, and what tells whether it has changed since: every row, and which files there are. */
export interface Seen {
  rows: Rows
  keys: [photo: string, part: string][]
  print: string
}

/** Looks at everything there is, in one transaction: nothing is half there. */
export const seen = (db: DeviceDatabase): Promise<Seen> =>
  inTransaction(db, 'r', db.tables, async (db) => {
    const rows = await rowsOf(db)
    const keys = await db.blobs.toCollection().primaryKeys()
    return { rows, keys, print: JSON.stringify([rows, keys]) }
  })

/** The first bytes of the copy: the mark of a rescue copy, its manifest's length, the manifest. */
export async function headOf(db: DeviceDatabase, { rows, keys }: Seen, userId: number, madeAt: number) {
  const blobs: SealedBlob[] = []
  // One file in memory at a time: hundreds of photos do not fit.
  for (const [photo, part] of keys) {
    const blob = await db.blobs.get([photo, part])
    if (!blob) throw new Error('A file went while it was being sealed')
    blobs.push({
      photo,
      part: blob.part,
      type: blob.type,
      size: blob.bytes.byteLength,
      sha256: await sha256Of(blob.bytes),
    })
  }
  const manifest: SealedManifest = { userId, madeAt, ...rows, blobs, ids: [] }
  const json = new TextEncoder().encode(JSON.stringify(manifest))
  const mark = new TextEncoder().encode(`${rescueMark}${json.byteLength}\n`)
  const head = new Uint8Array(mark.byteLength + json.byteLength)
  head.set(mark)
  head.set(json, mark.byteLength)
  return { head, blobs, size: head.byteLength + blobs.reduce((sum, it) => sum + it.size, 0) }
}
