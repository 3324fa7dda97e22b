import { afterEach, beforeEach, expect, test, vi } from 'vitest'

let status: { waiting: number; photosWaiting: number; needsYou: number; sending: number }
/** Locks that were asked for, and whether each is still held. */
let locks: { isHeld: boolean }[]
let page: EventTarget & { visibilityState: string }
/** What the shown app does about the device; returns what ends it. */
let show: () => () => void

beforeEach(async () => {
  status = { waiting: 0, photosWaiting: 2, needsYou: 0, sending: 1 }
  locks = []
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.resetModules()
  vi.stubGlobal('document', page)
  const request = async () => {
    const lock = { isHeld: true, release: async () => Object.assign(lock, { isHeld: false }) }
    locks.push(lock)
    return lock
  }
  vi.stubGlobal('navigator', { wakeLock: { request } })
  const ends: (() => void)[] = []
  vi.doMock('react', () => ({ useEffect: (act: () => undefined | (() => void)) => ends.push(act() ?? (() => {})) }))
  vi.doMock('../../src/sync/react/engine.ts', () => ({ useEngine: () => ({}) }))
  vi.doMock('../../src/sync/react/hooks.ts', () => ({ notYet: () => undefined, useSyncStatus: () => status }))
  // The reminders of the app are not meant here.
  vi.doMock('../../src/sync/device/start.ts', () => ({ started: () => Promise.reject(new Error('Not started')) }))
  const { useDeviceSignals } = await import('../../src/app/device-signals.ts')
  show = () => {
    useDeviceSignals()
    return () => {
      for (const end of ends.splice(0)) end()
    }
  }
})
afterEach(() => {
  for (const path of [
    'react',
    '../../src/sync/react/engine.ts',
    '../../src/sync/react/hooks.ts',
    '../../src/sync/device/start.ts',
  ])
    vi.doUnmock(path)
  vi.unstubAllGlobals()
  vi.resetModules()
})

const become = (visibilityState: string) => {
  Object.assign(page, { visibilityState })
  page.dispatchEvent(new Event('visibilitychange'))
}
const held = () => locks.filter((it) => it.isHeld).length

test('the screen stays on while photos are sent, and no longer', async () => {
  const end = show()
  expect(held()).toBe(1)
  end()
  await vi.waitFor(() => expect(held()).toBe(0))
  become('visible')
  expect(locks).toHaveLength(1)
})

test('a hidden page loses the lock, and asks for it again when it is shown', async () => {
  const end = show()
  Object.assign(locks[0] ?? {}, { isHeld: false })
  become('hidden')
  expect(locks).toHaveLength(1)
  become('visible')
  expect(held()).toBe(1)
  end()
  await vi.waitFor(() => expect(held()).toBe(0))
})

test.each([
  ['nothing is being sent', { sending: 0 }],
  ['what is sent has no photos', { photosWaiting: 0 }],
])('the screen may go dark while %s', (_, change) => {
  Object.assign(status, change)
  show()()
  expect(locks).toEqual([])
})

test('a device that refuses the lock, or has none, goes on', async () => {
  vi.stubGlobal('navigator', { wakeLock: { request: () => Promise.reject(new Error('Low battery')) } })
  show()()
  vi.stubGlobal('navigator', {})
  show()()
  await new Promise((resolve) => setImmediate(resolve))
})
