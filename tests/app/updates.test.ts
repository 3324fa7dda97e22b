import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type * as Updates from '../../src/app/updates.ts'

/** One version of the service worker. */
class Version extends EventTarget {
  scriptURL = 'http://town.test/sw.js'
  state = 'installing'
  asked: unknown[] = []

  postMessage(words: unknown): void {
    this.asked.push(words)
  }

  becomes(state: string): void {
    this.state = state
    this.dispatchEvent(new Event('statechange'))
  }
}

class Registration extends EventTarget {
  active: Version | null = new Version()
  installing: Version | null = null
  waiting: Version | null = null
  update = async () => undefined

  finds(): Version {
    const fresh = new Version()
    this.installing = fresh
    this.dispatchEvent(new Event('updatefound'))
    return fresh
  }

  stores(fresh: Version): void {
    this.installing = null
    this.waiting = fresh
    fresh.becomes('installed')
  }
}

const reload = vi.fn()
let registration: Registration
let container: EventTarget & { controller: Version | null }
let updates: typeof Updates

beforeEach(async () => {
  vi.stubEnv('PROD', true)
  registration = new Registration()
  registration.active?.becomes('activated')
  container = Object.assign(new EventTarget(), {
    controller: registration.active,
    register: async () => registration,
    getRegistration: async () => registration,
    ready: new Promise(() => undefined),
  })
  vi.stubGlobal('navigator', { serviceWorker: container })
  vi.stubGlobal('self', globalThis)
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error
  })
  vi.stubGlobal('document', { readyState: 'complete' })
  vi.stubGlobal('location', { href: 'http://town.test/', origin: 'http://town.test', reload })
  reload.mockClear()
  vi.useFakeTimers()
  vi.resetModules()
  vi.doMock('react', async () => ({
    ...(await vi.importActual<typeof import('react')>('react')),
    useSyncExternalStore: (_: unknown, get: () => unknown) => get(),
  }))
  updates = await import('../../src/app/updates.ts')
  await updates.startUpdates()
})
afterEach(() => {
  vi.useRealTimers()
  vi.doUnmock('react')
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
  vi.resetModules()
})

test('I16 a page is not reloaded when the new version takes over: the prompt looks first whether a form was begun', async () => {
  const fresh = registration.finds()
  registration.stores(fresh)
  await vi.waitFor(() => expect(updates.useUpdate()).toBe('ready'))
  updates.agreeToUpdate()
  await vi.waitFor(() => expect(fresh.asked).toEqual([{ type: 'SKIP_WAITING' }]))
  expect(updates.useUpdate()).toBe('under way')
  registration.active = fresh
  registration.waiting = null
  container.controller = fresh
  container.dispatchEvent(new Event('controllerchange'))
  await vi.waitFor(() => expect(updates.useUpdate()).toBe('ready'))
  expect(reload).not.toHaveBeenCalled()
  updates.agreeToUpdate()
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('after a version that could not be installed, the page that stays open offers the next one', async () => {
  vi.setSystemTime(Date.now() + 2 * 60 * 60_000)
  vi.advanceTimersByTime(2 * 60 * 60_000)
  registration.finds().becomes('redundant')
  expect(updates.useUpdate()).toBe('none')
  registration.stores(registration.finds())
  await vi.waitFor(() => expect(updates.useUpdate()).toBe('ready'))
})

test('if the signal is lost while its code is loaded, updates begin when there is signal again', async () => {
  let isBack = () => {}
  vi.stubGlobal('addEventListener', (type: string, hear: () => void) => {
    expect(type).toBe('online')
    isBack = hear
  })
  vi.resetModules()
  const again = await import('../../src/app/updates.ts')
  const load = vi.fn(() => import('workbox-window'))
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
  await again.startUpdates(load)
  const fresh = registration.finds()
  registration.stores(fresh)
  expect(again.useUpdate()).toBe('none')
  isBack()
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
  registration.stores(registration.finds())
  await vi.waitFor(() => expect(again.useUpdate()).toBe('ready'))
})
