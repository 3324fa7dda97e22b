import { type DeviceDatabase, type SealedPiece, sealedKind } from '../../../db/database.ts'
import { againOutside, inTransaction } from '../../../db/in-transaction.ts'
import type { Wraps } from './sealing.ts'

/** Plain bytes in one piece. Only one piece and one file are in memory at a time. */
export const pieceBytes = 1_048_576

/** What is known of a sealed copy without opening it. */
export interface SealedCopy {
  id: string
  userId: number
  /** When it was sealed (ms of the device's clock). */
  at: number
  wraps: Wraps
  /** The number of its first piece, and how many pieces there are. */
  first: number
  count: number
  /** The total size in plain bytes. */
  size: number
  /** For the text on the screen: how much is in it. */
  entries: number
  photos: number
  drafts: number
  /** When its oldest entry was saved (ms); absent without entries, and in copies of earlier versions. */
  oldestAt?: number | undefined
}

/**
 * A sealed copy that cannot be read: a piece is missing, altered, cut off or in the wrong place. It stays unchanged.
 */
export class SealDamaged extends Error {
  override name = 'SealDamaged'
}

/** Sealed copies on this device, oldest first. */
export async function sealedCopies(db: DeviceDatabase): Promise<SealedCopy[]> {
  const rows = await againOutside(db, () => db.meta.where('name').startsWith(sealedKind).toArray())
  // Only this module writes facts with this prefix.
  return rows.map(({ value }) => value as SealedCopy).sort((a, b) => a.first - b.first)
}

/** Whether a copy is still here; another tab may have opened it. */
export const isSealed = async (db: DeviceDatabase, { id }: SealedCopy): Promise<boolean> =>
  (await sealedCopies(db)).some((it) => it.id === id)

export const keepCopy = (db: DeviceDatabase, copy: SealedCopy): Promise<void> => db.setFact(sealedKind + copy.id, copy)

/** Deletes a copy with its pieces. Runs inside a transaction over all tables. */
export async function dropCopy(db: DeviceDatabase, copy: SealedCopy): Promise<void> {
  await db.meta.delete(sealedKind + copy.id)
  await db.sealed
    .where('n')
    .between(copy.first, copy.first + copy.count)
    .delete()
}

/** The copy whose pieces are being written now. */
const writerFact = 'sealing'

/**
 * Deletes pieces that a kill left without a copy. From now on only the copy with the id `writer` can become valid,
 * because two tabs that seal at once would overwrite each other's pieces. Returns the number of the next piece.
 */
export async function dropLeftPieces(db: DeviceDatabase, writer: string | null): Promise<number> {
  return inTransaction(db, 'rw', [db.sealed, db.meta], async (db) => {
    const copies = await sealedCopies(db)
    const end = Math.max(0, ...copies.map((it) => it.first + it.count))
    await db.sealed.where('n').aboveOrEqual(end).delete()
    await db.setFact(writerFact, writer)
    return end
  })
}

/** Whether the pieces of this copy are still its own. Runs in the transaction that makes it valid. */
export const isWriter = async (db: DeviceDatabase, { id }: SealedCopy): Promise<boolean> =>
  (await db.fact<string | null>(writerFact, null)) === id

/**
 * Authenticated with every piece: its copy, its place and the number of pieces. So no piece can be moved or cut off.
 */
const placeOf = ({ id, userId, count }: Pick<SealedCopy, 'id' | 'userId' | 'count'>, at: number) =>
  new TextEncoder().encode(`codesoft sealed 1 ${id} user ${userId} piece ${at} of ${count}`)

/** Encrypts one piece, with its own nonce. */
export async function sealPiece(
  key: CryptoKey,
  copy: Pick<SealedCopy, 'id' | 'userId' | 'count' | 'first'>,
  at: number,
  plain: Uint8Array<ArrayBuffer>,
): Promise<SealedPiece> {
  const nonce = crypto.getRandomValues(new Uint8Array(12))
  const bytes = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: placeOf(copy, at) },
    key,
    plain,
  )
  return { n: copy.first + at, nonce, bytes }
}

async function openPiece(db: DeviceDatabase, key: CryptoKey, copy: SealedCopy, at: number) {
  const piece = await db.sealed.get(copy.first + at)
  if (!piece) throw new SealDamaged(`Piece ${at} is gone`)
  try {
    return new Uint8Array(
      await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: piece.nonce, additionalData: placeOf(copy, at) },
        key,
        piece.bytes,
      ),
    )
  } catch (error) {
    if (error instanceof DOMException && error.name === 'OperationError')
      throw new SealDamaged(`Piece ${at} is not what was sealed`)
    throw error
  }
}

/** Reads the plain bytes of a copy from its start, as many as are asked for. */
export class SealedReader {
  #at = 0
  #rest = new Uint8Array(0)
  #read = 0
  #db: DeviceDatabase
  #key: CryptoKey
  #copy: SealedCopy

  constructor(db: DeviceDatabase, key: CryptoKey, copy: SealedCopy) {
    this.#db = db
    this.#key = key
    this.#copy = copy
  }

  async take(size: number): Promise<Uint8Array<ArrayBuffer>> {
    const taken = new Uint8Array(size)
    for (let filled = 0; filled < size; ) {
      if (this.#rest.byteLength === 0) {
        if (this.#at >= this.#copy.count) throw new SealDamaged('It ends too early')
        this.#rest = await openPiece(this.#db, this.#key, this.#copy, this.#at++)
      }
      const part = this.#rest.subarray(0, size - filled)
      taken.set(part, filled)
      filled += part.byteLength
      this.#rest = this.#rest.subarray(part.byteLength)
    }
    this.#read += size
    return taken
  }

  /** The bytes up to and including the next line break. */
  async line(): Promise<string> {
    for (let words = ''; words.length < 100; ) {
      words += String.fromCharCode(...(await this.take(1)))
      if (words.endsWith('\n')) return words
    }
    throw new SealDamaged('Its first line does not end')
  }

  /** Throws unless everything was read, to the last byte of the last piece. */
  end(): void {
    if (this.#read !== this.#copy.size || this.#rest.byteLength > 0 || this.#at !== this.#copy.count)
      throw new SealDamaged('It is longer than it says')
  }
}
