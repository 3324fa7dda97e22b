import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { StartFailure } from './failure.ts'

/** A running process on this machine. Its number alone may belong to another process by now. */
interface Holder {
  pid: number
  /** The machine's boot and the process's start within it; '' if the system does not tell. */
  born: string
}

/** The failure of a start on a folder that cannot be made or written. */
export const unusable = (folder: string, error: unknown): StartFailure =>
  new StartFailure(
    `The data folder ${resolve(folder)} cannot be used: ${error instanceof Error ? error.message : error}`,
  )

const lockFileOf = (folder: string) => join(folder, 'server.pid')

/**
 * Locks the data folder for this process; throws if a running process has it. Returns the function that unlocks it.
 */
export const lockFolder = (folder: string): (() => void) => {
  const file = lockFileOf(folder)
  return alone(folder, () => {
    const holder = holderOf(folder)
    if (holder)
      throw new StartFailure(
        `The data folder ${folder} is in use by the server with process number ${holder}. Stop that one first, or set DATA_FOLDER to another folder.`,
      )
    rmSync(file, { force: true })
    const mine = JSON.stringify({ pid: process.pid, born: bornOf(process.pid) } satisfies Holder)
    writeFileSync(file, mine, { flag: 'wx', mode: 0o644 })
    return () => rmSync(file, { force: true })
  })
}

/**
 * Runs `take` while no other process does. Otherwise two starts could judge one lock dead, and the second would remove
 * the new lock of the first. Each process first shows that it starts, then looks for others: of two, one sees the other.
 */
const alone = <Result>(folder: string, take: () => Result): Result => {
  const own = startingName(process.pid)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    try {
      writeFileSync(join(folder, own), '')
    } catch (error) {
      // A disk that is read-only, or full.
      throw unusable(folder, error)
    }
    try {
      if (!readdirSync(folder).some((name) => name !== own && isStarting(folder, name))) return take()
    } finally {
      rmSync(join(folder, own), { force: true })
    }
    // Each waits for a different time, so that two do not keep each other out.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Math.random() * PAUSE_MS)
  }
  throw new StartFailure(`The data folder ${folder} could not be taken: another server is starting on it.`)
}
const ATTEMPTS = 10
/** The longest pause between two attempts; taking the folder is a matter of a millisecond. */
const PAUSE_MS = 50

/** The name says all, because a file has its name before it has its content. */
const startingName = (pid: number) => `server.starting.${pid}.${bornOf(pid).replace('/', '-')}`

/** Whether this file shows a running process that starts. One of a killed process is removed: no other has its name. */
const isStarting = (folder: string, name: string): boolean => {
  const pid = Number(/^server\.starting\.(\d+)\./.exec(name)?.[1])
  if (!pid) return false
  if (isAlive(pid) && name === startingName(pid)) return true
  rmSync(join(folder, name), { force: true })
  return false
}

/** The number of the running process that has the folder, if any. A file left by a dead process is ignored. */
export const holderOf = (folder: string): number | undefined => {
  const holder = readHolder(lockFileOf(folder))
  return holder && isAlive(holder.pid) && holder.born === bornOf(holder.pid) ? holder.pid : undefined
}

/** Whether a process with this number exists, even if we may not signal it. */
export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** The code of a system error ('ENOENT'), or ''. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''

const readHolder = (file: string): Holder | undefined => {
  try {
    const read: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (read instanceof Object && 'pid' in read && 'born' in read && Number.isInteger(read.pid))
      return { pid: Number(read.pid), born: String(read.born) }
    return undefined
  } catch (error) {
    // Half-written by a process that was killed, so nobody has the folder.
    if (error instanceof SyntaxError || codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Differs for two processes that had the same number one after the other, even after a restart of the machine. */
export const bornOf = (pid: number): string => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return `${bootOf()}/${fields[19]}`
  } catch {
    // Not Linux: the process number alone must be enough.
    return ''
  }
}

/** Differs after each restart of the machine; '' if the system does not tell. */
export const bootOf = (): string => {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    // Not Linux.
    return ''
  }
}
