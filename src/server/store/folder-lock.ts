import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartFailure } from './failure.ts'

/** A running process on this machine. Its number alone may belong to another process by now. */
interface Holder {
  pid: number
  /** The machine's boot and the process's start within it; '' if the system does not tell. */
  born: string
}

const lockFileOf = (folder: string) => join(folder, 'server.pid')

/**
 * Locks the data folder for this process; throws if a running process has it. Returns the function that unlocks it.
 */
export const lockFolder = (folder: string): (() => void) => {
  const file = lockFileOf(folder)
  const mine = JSON.stringify({ pid: process.pid, born: bornOf(process.pid) } satisfies Holder)
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      writeFileSync(file, mine, { flag: 'wx', mode: 0o644 })
      return () => rmSync(file, { force: true })
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error
    }
    const holder = holderOf(folder)
    if (holder)
      throw new StartFailure(
        `The data folder ${folder} is in use by the server with process number ${holder}. Stop that one first, or set DATA_FOLDER to another folder.`,
      )
    rmSync(file, { force: true })
  }
  throw new StartFailure(`The data folder ${folder} could not be taken: another server is starting on it.`)
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
