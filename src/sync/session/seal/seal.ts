import { recordTypes } from '../../../contract/id.ts'
import { againIfAborted } from '../../../db/again-if-aborted.ts'
import type { DeviceDatabase } from '../../../db/database.ts'
import { inTransaction } from '../../../db/in-transaction.ts'
import { hadNoRoom } from '../../../db/storage-error.ts'
import { newKey } from '../../device/device.ts'
import { note } from '../../entry/journal.ts'
import { SignedInAgain } from '../sign-in-mark.ts'
import { headOf, type SealedManifest, type Seen, sealedFacts, seen } from './image.ts'
import { dropLeftPieces, isWriter, keepCopy, pieceBytes, SealDamaged, type SealedCopy, sealPiece } from './pieces.ts'
import { readSealed } from './read-sealed.ts'
import { forgetSealKey, sealKeyOf } from './seal-key.ts'
import type { SealKey } from './sealing.ts'

/** The result of sealing. Unless it is `sealed` or `nothing`, the plain work stays in its tables. */
export type Sealing = 'sealed' | 'nothing' | 'noKey' | 'noRoom' | 'failed'

/** What the caller of `seal` may give. */
interface SealOptions {
  /** Called with the progress, from 0 to 1. */
  progress?: SealProgress | undefined
  /** Runs in the transaction that deletes the plain rows; what it throws keeps them. */
  check?: (db: DeviceDatabase) => Promise<void>
}

/** Called with the progress, from 0 to 1. */
export type SealProgress = (done: number) => void

/** How often sealing is tried again because work was written meanwhile. */
const tries = 3

/**
 * Replaces everything left of a person on this device with a sealed copy. The copy is read back and compared first.
 * Then one transaction makes it valid and deletes the plain rows, so a kill leaves one or the other, complete.
 */
export async function seal(
  db: DeviceDatabase,
  userId: number,
  now: number,
  { progress = () => undefined, check = async () => undefined }: SealOptions = {},
): Promise<Sealing> {
  const key = await sealKeyOf(db)
  const sealAll = async (): Promise<Sealing> => {
    for (let n = 0; n < tries; n++) {
      const before = await seen(db)
      if (isEmpty(before)) return 'nothing'
      if (!key) return 'noKey'
      const copy = await writeCopy(db, { key, before, userId, now, progress })
      if ((await isWhole(db, key, copy, before)) && (await putInPlace(db, copy, before, check))) return 'sealed'
    }
    return 'failed'
  }
  try {
    return await againIfAborted(sealAll)
  } catch (error) {
    if (error instanceof SignedInAgain || hadNoRoom(error)) await dropLeftPieces(db, null)
    if (!hadNoRoom(error)) throw error
    return 'noRoom'
  }
}

const isEmpty = ({ rows: { entries, drafts, photos, facts } }: Seen): boolean =>
  entries.length + drafts.length + photos.length + facts.length === 0

interface Job {
  key: SealKey
  before: Seen
  userId: number
  now: number
  progress: SealProgress
}

async function writeCopy(db: DeviceDatabase, { key, before, userId, now, progress }: Job): Promise<SealedCopy> {
  const id = newKey()
  const first = await dropLeftPieces(db, id)
  const { head, blobs, size } = await headOf(db, before, userId, now)
  const { entries, photos, drafts } = before.rows
  const copy: SealedCopy = {
    id,
    userId,
    at: now,
    wraps: key.wraps,
    first,
    count: Math.ceil(size / pieceBytes),
    size,
    entries: entries.length,
    photos: photos.length,
    drafts: drafts.length,
    oldestAt: entries[0]?.capturedAt,
  }
  const buffer = new Uint8Array(pieceBytes)
  let filled = 0
  let at = 0
  const write = async () => {
    await db.sealed.put(await sealPiece(key.key, copy, at, buffer.slice(0, filled)))
    at++
    filled = 0
    progress(at / copy.count)
  }
  const add = async (bytes: Uint8Array<ArrayBuffer>) => {
    for (let from = 0; from < bytes.byteLength; ) {
      const part = bytes.subarray(from, from + pieceBytes - filled)
      buffer.set(part, filled)
      filled += part.byteLength
      from += part.byteLength
      if (filled === pieceBytes) await write()
    }
  }
  await add(head)
  for (const { photo, part } of blobs) {
    const blob = await db.blobs.get([photo, part])
    if (blob) await add(new Uint8Array(blob.bytes))
  }
  if (filled > 0) await write()
  return copy
}

/** Reads the copy back from disk and compares every row, and every file by its hash. */
async function isWhole(db: DeviceDatabase, key: SealKey, copy: SealedCopy, before: Seen): Promise<boolean> {
  const files: [string, string][] = []
  let manifest: SealedManifest
  try {
    manifest = await readSealed(db, key.key, copy, async ({ photo, part }) => {
      files.push([photo, part])
    })
  } catch (error) {
    // Another tab wrote its own copy there, or the disk lost data that it had accepted.
    if (error instanceof SealDamaged) return false
    throw error
  }
  const { entries, photos, shadows, drafts, facts, sent, rows } = manifest
  // In the order in which they were read, and through JSON, as they were written.
  const print = JSON.stringify([{ entries, photos, shadows, drafts, facts, sent, rows }, files])
  return print === before.print
}

/** False if somebody has written meanwhile, records or a sealed copy. Then nothing is deleted. */
const putInPlace = (
  db: DeviceDatabase,
  copy: SealedCopy,
  before: Seen,
  check: NonNullable<SealOptions['check']>,
): Promise<boolean> =>
  inTransaction(db, 'rw', db.tables, async (db) => {
    await check(db)
    if (!(await isWriter(db, copy)) || (await seen(db)).print !== before.print) return false
    await keepCopy(db, copy)
    await removePlain(db)
    await note(db, copy.at, 'sealed', { entries: copy.entries, photos: copy.photos, pieces: copy.count })
    return true
  })

/** Deletes what was sealed, and the key with it. From now on only the password or the town can open the copy. */
async function removePlain(db: DeviceDatabase): Promise<void> {
  for (const type of recordTypes) await db.anyRows(type).clear()
  for (const table of [db.outbox, db.photos, db.blobs, db.shadows, db.drafts, db.sent]) await table.clear()
  await db.meta.filter(({ name }) => sealedFacts.some((it) => name.startsWith(it))).delete()
  await forgetSealKey(db)
  // Fences a runner that is still sending.
  await db.setFact('epoch', (await db.fact('epoch', 0)) + 1)
}
