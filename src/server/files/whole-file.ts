import { randomUUID } from 'node:crypto'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A write under way changes its file all the time. One that has rested for so long was killed. */
const RESTED_MS = 3_600_000

/**
 * Gives a file its name only when it is complete, so that a kill half way leaves the former file. `write` gets a path
 * of its own: several processes may write one file at once.
 */
export const placeWhole = async (path: string, write: (part: string) => Promise<unknown>): Promise<void> => {
  const part = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}.part`)
  try {
    await write(part)
    await rename(part, path)
  } finally {
    await rm(part, { force: true })
  }
}

/** Removes what killed processes left in a folder. */
export const removeParts = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.part')) continue
    const part = join(folder, name)
    // One that is gone was completed meanwhile.
    const written = await stat(part).catch(() => null)
    if (written && written.mtimeMs < Date.now() - RESTED_MS) await rm(part, { force: true })
  }
}
