import { type RecordType, recordTypes } from '../../../contract/id.ts'
import type { DeviceDatabase, Draft, Fact } from '../../../db/database.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import type { OutboxEntry, SentWork, Shadow } from '../../../db/outbox.ts'
import type { BlobPart, PhotoRow } from '../../../db/photos.ts'
import type { AnyRow } from '../../../db/rows.ts'
import { sha256Of } from '../../device/hash.ts'
import { wholeOutbox } from '../../entry/each-entry.ts'
import { rescueMark } from '../rescue-mark.ts'

/** Facts that contain a person's text. They are sealed with the work. */
export const sealedFacts: readonly string[] = ['second:', 'made:']

/** What is sealed besides the files: rows exactly as they are in their tables. */
interface Rows {
  entries: OutboxEntry[]
  photos: PhotoRow[]
  shadows: Shadow[]
  drafts: Draft[]
  facts: Fact[]
  /** Sent work that unsent work depends on; missing in copies made before it was kept. */
  sent?: SentWork[]
  rows: Partial<Record<RecordType, AnyRow[]>>
}

/** One file of the copy. The bytes follow the manifest in this order. */
export interface SealedBlob {
  photo: string
  part: BlobPart
  type: string
  size: number
  sha256: string
}

/**
 * The manifest of a sealed copy: that of a rescue copy, and what only this device needs to continue from the same
 * state.
 */
export interface SealedManifest extends Rows {
  userId: number
  madeAt: number
  blobs: SealedBlob[]
  ids: []
}

/** All rows of a person that are left on the device. Runs in a transaction over all tables. */
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
    sent: await db.sent.toArray(),
    rows,
  }
}

/** What would be sealed, and a fingerprint to detect changes: every row, and the list of files. */
export interface Seen {
  rows: Rows
  keys: [photo: string, part: string][]
  print: string
}

/** Reads everything in one transaction, so nothing is half written. */
export const seen = (db: DeviceDatabase): Promise<Seen> =>
  inTransaction(db, 'r', db.tables, async (db) => {
    const rows = await rowsOf(db)
    const keys = await db.blobs.toCollection().primaryKeys()
    return { rows, keys, print: JSON.stringify([rows, keys]) }
  })

/** The first bytes of the copy: the mark of a rescue copy, the manifest's length, the manifest. */
export async function headOf(db: DeviceDatabase, { rows, keys }: Seen, userId: number, madeAt: number) {
  const blobs: SealedBlob[] = []
  // One file in memory at a time, because hundreds of photos would not fit.
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
