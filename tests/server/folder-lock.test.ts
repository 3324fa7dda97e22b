import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Called before each step on the disk within a folder. */
let beforeStep: () => void = () => undefined
let folder: string
let other: ReturnType<typeof spawn>

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codesoft-lock-'))
  other = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'])
})
afterEach(() => {
  beforeStep = () => undefined
  other.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
  vi.doUnmock('node:fs')
  vi.resetModules()
})

/** The lock, with a disk whose steps can be interrupted. */
const interruptible = async () => {
  vi.resetModules()
  vi.doMock('node:fs', async () => {
    const real = await vi.importActual<typeof import('node:fs')>('node:fs')
    const interrupted =
      <Given extends unknown[], Result>(step: (...given: Given) => Result) =>
      (...given: Given): Result => {
        if (String(given[0]).startsWith(folder)) beforeStep()
        return step(...given)
      }
    return {
      ...real,
      readFileSync: interrupted(real.readFileSync),
      readdirSync: interrupted(real.readdirSync),
      writeFileSync: interrupted(real.writeFileSync),
      rmSync: interrupted(real.rmSync),
    }
  })
  return import('../../src/server/store/folder-lock.ts')
}

/** Does something as if the other process did it. */
const asOther = <Result>(work: () => Result): Result => {
  const own = process.pid
  Object.defineProperty(process, 'pid', { value: other.pid, configurable: true })
  try {
    return work()
  } finally {
    Object.defineProperty(process, 'pid', { value: own, configurable: true })
  }
}

const isTaken = (lock: () => unknown): boolean => {
  try {
    lock()
    return true
  } catch (error) {
    expect(String(error)).toMatch(/is in use by the server|another server is starting/)
    return false
  }
}

/** What a server leaves that was killed, in its lock and in the middle of its start. */
const left = (lock: string) => {
  const at = join(folder, lock)
  mkdirSync(at)
  writeFileSync(join(at, `server.starting.${2 ** 22 + 1}.x`), '')
  writeFileSync(join(at, 'server.pid'), lock === 'half-written' ? '' : JSON.stringify({ pid: 2 ** 22 + 1, born: 'x' }))
  return at
}

test.each(['dead', 'half-written'])(
  'of two starts that find a %s lock one takes the folder, at any step',
  async (lock) => {
    const { lockFolder } = await interruptible()
    let steps = 0
    beforeStep = () => steps++
    expect(isTaken(() => lockFolder(left(lock)))).toBe(true)
    for (let at = 0; at < steps; at++) {
      rmSync(join(folder, lock), { recursive: true })
      const town = left(lock)
      let step = 0
      let hasOther: boolean | undefined
      beforeStep = () => {
        if (step++ === at) hasOther = asOther(() => isTaken(() => lockFolder(town)))
      }
      const hasFirst = isTaken(() => lockFolder(town))
      expect({ at, starts: [hasFirst, hasOther].filter(Boolean).length }).toEqual({ at, starts: 1 })
      expect(readdirSync(town)).toEqual(['server.pid'])
      const { pid } = JSON.parse(readFileSync(join(town, 'server.pid'), 'utf8'))
      expect(pid).toBe(hasFirst ? process.pid : other.pid)
    }
  },
)
