import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { FairQueue } from '../fair-queue.ts'
import { codeOf } from '../store/folder-lock.ts'
import { isFileKey, makeFileKey } from './file-key.ts'
import { type FileStore, FileStoreDown, FileUnreadable, ownersWith } from './file-store.ts'
import { placeWhole } from './whole-file.ts'

/** Files in a folder of the server's own machine, spread over 256 subfolders. */
export const createDiskStore = (folder: string): FileStore => ({
  async put(bytes, key = makeFileKey()) {
    await writes.run({ who: folder, weight: 1 }, () => keep(placeOf(folder, key), bytes))
    return key
  },

  open: (key) => readFrom(folder, key, (path) => readFile(path)),

  stream: (key) =>
    readFrom(folder, key, async (path) => {
      const file = await open(path)
      const bytes = await sizeOf(file)
      // Node's byte stream is the same as the web's; only the declarations differ. Its end closes the file.
      return { bytes, body: Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array> }
    }),

  async remove(key) {
    if (!isFileKey(key)) return
    const { path } = placeOf(folder, key)
    await rm(path, { force: true })
    await rm(`${path}.part`, { force: true })
  },

  async *before(moment) {
    for (const part of await namesIn(folder)) {
      if (!/^[0-9a-f]{2}$/.test(part)) continue
      const keys = new Set<string>()
      for (const name of await namesIn(join(folder, part))) {
        const key = name.replace(/\.part$/, '')
        if (isFileKey(key) && (await isOlder(join(folder, part, name), moment))) keys.add(key)
      }
      yield [...keys]
    }
  },

  async belongsTo(owner) {
    const path = join(folder, OWNER)
    const recorded = await readText(path)
    const owners = ownersWith(recorded, owner)
    if (owners === recorded) return owners
    await mkdir(folder, { recursive: true })
    await placeWhole(path, (part) => writeDurably(part, Buffer.from(owners)))
    await syncFolder(folder)
    return owners
  },
})

/** The text of a file without the spaces around it; '' if there is none. */
const readText = async (path: string): Promise<string> => {
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  }
}

/** What `read` gives of a file; undefined if there is no such key. */
const readFrom = async <Result>(
  folder: string,
  key: string,
  read: (path: string) => Promise<Result>,
): Promise<Result | undefined> => {
  if (!isFileKey(key)) return undefined
  try {
    return await read(placeOf(folder, key).path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    const Kind = isOfServer.has(codeOf(error)) ? FileStoreDown : FileUnreadable
    throw new Kind('The disk does not give a file', { cause: error })
  }
}

/** The server has no open files or no memory left: nothing is wrong with the file. */
const isOfServer = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])

const sizeOf = async (file: FileHandle): Promise<string> => {
  try {
    return String((await file.stat()).size)
  } catch (error) {
    // Nothing else closes the file: there is no stream yet.
    await file.close()
    throw error
  }
}

/**
 * The number of files written at once. Each waits for the disk in one of the four threads that file reads, passwords,
 * compression and DNS share.
 */
const writes = new FairQueue({ room: 2, mostWaiting: Number.POSITIVE_INFINITY })

const keep = async (place: ReturnType<typeof placeOf>, bytes: Uint8Array) => {
  const waiting = `${place.path}.part`
  try {
    await mkdir(place.folder, { recursive: true })
    // A restore that was killed half-way left it, and writes under the same keys again.
    await rm(waiting, { force: true })
    await writeDurably(waiting, bytes)
    await rename(waiting, place.path)
    await syncFolder(place.folder)
  } catch (error) {
    // A half-written file must not stay. If even that fails, the first error is reported.
    await rm(waiting, { force: true }).catch(() => undefined)
    throw new FileStoreDown('The disk does not take a file', { cause: error })
  }
}

/** Beside the folders of files: the towns that own them. */
const OWNER = 'town'

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

const isOlder = async (path: string, moment: Date): Promise<boolean> => {
  try {
    return (await stat(path)).mtime < moment
  } catch (error) {
    // It was removed meanwhile.
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

const placeOf = (folder: string, key: string) => {
  const within = join(folder, key.slice(0, 2))
  return { folder: within, path: join(within, key) }
}

const writeDurably = async (path: string, bytes: Uint8Array) => {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The name must survive a power cut too, not only the bytes. */
const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
