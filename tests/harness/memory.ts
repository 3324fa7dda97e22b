import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** Whether this system reports the memory of processes. */
export const canReadMemory = existsSync('/proc/self/statm')

/** Megabytes that a process and its descendants use. */
export const megabytesOf = (pid: number): number => {
  const parents = new Map<number, number[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = parentOf(Number(name))
    if (parent !== undefined) parents.set(parent, [...(parents.get(parent) ?? []), Number(name)])
  }
  const sum = (it: number): number => ownOf(it) + (parents.get(it) ?? []).reduce((all, child) => all + sum(child), 0)
  return sum(pid)
}

/** The peak of `read` while `work` runs, sampled every few milliseconds. */
export const peakDuring = async <T>(pid: number, work: () => Promise<T>): Promise<{ peak: number; done: T }> => {
  let peak = megabytesOf(pid)
  const timer = setInterval(() => {
    peak = Math.max(peak, megabytesOf(pid))
  }, 20)
  try {
    const done = await work()
    return { peak, done }
  } finally {
    clearInterval(timer)
  }
}

const parentOf = (pid: number): number | undefined => {
  try {
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    // The process has ended meanwhile.
    return undefined
  }
}

const PAGE_BYTES = 4096

const ownOf = (pid: number): number => {
  try {
    return (Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]) * PAGE_BYTES) / 1_000_000
  } catch {
    return 0
  }
}
