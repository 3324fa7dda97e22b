import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileStore } from './file-store.ts'

/** Files in a folder of the server's own machine, spread over 256 subfolders. */
export const createDiskStore = (folder: string): FileStore => ({
  async put(bytes) {
    const key = randomBytes(20).toString('hex')
    const place = placeOf(folder, key)
    await mkdir(place.folder, { recursive: true })
    const waiting = `${place.path}.part`
    try {
      await writeDurably(waiting, bytes)
      await rename(waiting, place.path)
      await syncFolder(place.folder)
    } catch (error) {
      await rm(waiting, { force: true })
      throw error
    }
    return key
  },

  async open(key) {
    if (!isKey(key)) return undefined
    try {
      return await readFile(placeOf(folder, key).path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  },

  async remove(key) {
    if (isKey(key)) await rm(placeOf(folder, key).path, { force: true })
  },
})

/** Keys come back from addresses: only what `put` can have made may name a path. */
const isKey = (key: string) => /^[0-9a-f]{40}$/.test(key)

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

/** The name itself must survive a power cut too, not only the bytes. */
const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
