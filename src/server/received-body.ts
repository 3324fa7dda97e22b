import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type BodyLimits, eachChunk, tooLarge } from './body-limits.ts'
import { diskShareOf } from './disk-room.ts'

/** A body that has arrived completely. */
export interface ReceivedBody {
  length: number
  /** The whole body as one buffer; only for small bodies. */
  whole(): Promise<Buffer>
  stream(): Readable
  /** Frees the memory or the file. */
  drop(): Promise<void>
}

/** A larger body with files waits on the disk for its turn, because hundreds may be arriving at once. */
const IN_MEMORY_BYTES = 256 * 1024

/** Folder of waiting bodies, below the data folder. */
export const INCOMING_FOLDER = 'incoming'

/** A body in memory. */
export const bodyInMemory = (bytes: Buffer): ReceivedBody => ({
  length: bytes.length,
  whole: async () => bytes,
  stream: () => Readable.from(bytes.length > 0 ? [bytes] : []),
  drop: async () => undefined,
})

/**
 * Receives a body with files and counts and times it on the way. A large one is written to the disk, because a phone
 * with a weak signal sends for minutes. Throws 413 or 408, 503 if too much is there, or the disk's own error.
 */
export const receiveFiles = async (
  body: ReadableStream<Uint8Array> | null,
  limits: BodyLimits,
  { dataFolder, who }: { dataFolder: string; who: string },
): Promise<ReceivedBody> => {
  const share = diskShareOf(who)
  const held: Uint8Array[] = []
  let length = 0
  let file: { path: string; handle: FileHandle } | undefined
  try {
    if (body)
      await eachChunk(body, limits.isUpload, async (chunk) => {
        length += chunk.byteLength
        if (length > limits.limit) throw tooLarge(limits.limit)
        if (!file && length <= IN_MEMORY_BYTES) return void held.push(chunk)
        share.take(file ? chunk.byteLength : length)
        file ??= await openFile(dataFolder)
        // Not `write`: where the disk fills in the middle of a piece, that writes a part and throws nothing.
        for (const piece of [...held.splice(0), chunk]) await file.handle.writeFile(piece)
      })
  } catch (error) {
    if (file) await discard(file)
    share.giveBack()
    throw error
  }
  if (!file) return bodyInMemory(Buffer.concat(held))
  const { path, handle } = file
  await handle.close()
  return {
    length,
    whole: async () => Buffer.concat(await createReadStream(path).toArray()),
    stream: () => createReadStream(path),
    drop: async () => {
      await rm(path, { force: true })
      share.giveBack()
    },
  }
}

const openFile = async (dataFolder: string) => {
  const folder = join(dataFolder, INCOMING_FOLDER)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, randomBytes(20).toString('hex'))
  return { path, handle: await open(path, 'wx', 0o600) }
}

const discard = async ({ path, handle }: { path: string; handle: FileHandle }) => {
  // The first failure is reported.
  await handle.close().catch(() => undefined)
  await rm(path, { force: true }).catch(() => undefined)
}
