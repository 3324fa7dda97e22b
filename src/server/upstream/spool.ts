import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { eachChunk, tooLarge } from '../body-limits.ts'
import { diskShareOf } from '../disk-room.ts'
import { MAX_BODY_BYTES } from '../request.ts'

/** A body up to this size is held in memory, a larger one in a file. */
const IN_MEMORY_BYTES = 256 * 1024
/** The most bytes of one call with files and a key. Documented servers state no limit of their own. */
const MAX_SPOOLED_BYTES = 512 * 1024 * 1024

/** A complete body. It can be forwarded without its sender. */
export interface Spooled {
  bytes: number
  /** SHA-256 of the bytes. */
  hash: string
  /** The text of a body in memory; null for one in a file. */
  text: string | null
  /** The body from its beginning; null for an empty one. */
  stream(): ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | null
  /** Removes its file. */
  drop(): Promise<void>
}

/** How a body is read. `beforeDisk` is called once before anything is written; what it throws ends the reading. */
interface SpoolOptions {
  folder: string
  isUpload: boolean
  /** Whose body it is. */
  who: string
  beforeDisk(): Promise<void>
}

/** Reads a body completely. Throws `Refused` 413, 408 or 503, the connection's error, or what `beforeDisk` throws. */
export const spool = async (
  body: ReadableStream<Uint8Array> | null,
  { folder, isUpload, who, beforeDisk }: SpoolOptions,
): Promise<Spooled> => {
  const limit = isUpload ? MAX_SPOOLED_BYTES : MAX_BODY_BYTES
  const hash = createHash('sha256')
  const chunks: Uint8Array[] = []
  const path = join(folder, randomUUID())
  // The room on the disk is counted for the whole process, which may serve several towns.
  const share = diskShareOf(`${folder} ${who}`)
  let bytes = 0
  let file: FileHandle | null = null
  const drop = async () => {
    if (bytes > IN_MEMORY_BYTES) await rm(path, { force: true })
    share.giveBack()
  }
  try {
    if (body)
      await eachChunk(body, isUpload, async (chunk) => {
        bytes += chunk.byteLength
        if (bytes > limit) throw tooLarge(limit)
        hash.update(chunk)
        chunks.push(chunk)
        if (bytes <= IN_MEMORY_BYTES) return
        if (!file) await beforeDisk()
        share.take(file ? chunk.byteLength : bytes)
        file ??= await open(path, 'wx', 0o600)
        for (const it of chunks.splice(0)) await file.writeFile(it)
      })
  } catch (error) {
    await drop()
    throw error
  } finally {
    await (file as FileHandle | null)?.close()
  }
  const held = bytes > IN_MEMORY_BYTES ? null : Buffer.concat(chunks)
  return {
    bytes,
    hash: hash.digest('base64url'),
    text: held?.toString('utf8') ?? null,
    // The same stream; only the two libraries' types differ.
    stream: () => (bytes === 0 ? null : (held ?? (NodeStream.from(piecesOf(path)) as ReadableStream<Uint8Array>))),
    drop,
  }
}

/** Opens the file at the first read: a body that is never passed on, because nobody answers, must not keep it open. */
async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}
