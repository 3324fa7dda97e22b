import { createHash, randomUUID } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { dayMs } from '../../rules/dates.ts'
import { bootOf, bornOf, codeOf, isAlive } from '../store/folder-lock.ts'

/**
 * Makes a folder of this process for bodies that are being forwarded, and removes what dead processes left. Several
 * fronts may have one data folder, so no front removes the folder of a living one.
 */
export const openSpool = async (folder: string, now: Date): Promise<string> => {
  const own = join(folder, `${process.pid}.${placeHere()}.${short(bornOf(process.pid))}.${randomUUID().slice(0, 8)}`)
  await mkdir(own, { recursive: true, mode: 0o700 })
  await tidySpools(own, now)
  return own
}

/** Removes the folders beside `own` that no living process has, and shows that this process lives. */
export const tidySpools = async (own: string, now: Date): Promise<void> => {
  await mkdir(own, { recursive: true, mode: 0o700 })
  await utimes(own, now, now)
  const folder = join(own, '..')
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    if (path !== own && (await isLeft(path, name, now))) await rm(path, { recursive: true, force: true })
  }
}

/** A process elsewhere cannot be seen from here. It touches its folder every few hours, so an old one is left. */
const isLeft = async (path: string, name: string, now: Date): Promise<boolean> => {
  const [pid, place, born] = name.split('.')
  if (place === placeHere()) return !isAlive(Number(pid)) || short(bornOf(Number(pid))) !== born
  try {
    return (await stat(path)).mtimeMs < now.getTime() - dayMs
  } catch (error) {
    // Another front removed it meanwhile.
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** Processes with one place see each other: the machine, its boot and its space of process numbers (containers). */
const placeHere = (): string => short(`${hostname()} ${bootOf()} ${processSpace()}`)

const processSpace = (): string => {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    // Not Linux: there is one space of numbers.
    return ''
  }
}

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12)
