import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepExtra, keepExtraAgain } from '../../src/worker/kept-extra.ts'

const letters = { cacheName: 'codesoft-letters', paths: ['/assets/letters-1.js'] }
const nextLetters = { cacheName: 'codesoft-letters', paths: ['/assets/letters-2.js'] }
const full = new DOMException('No room', 'QuotaExceededError')
const noSignal = new TypeError('Failed to fetch')

/** Caches whose next files meet this failure. */
let failure: Error | null
const stores = new Map<string, Set<string>>()

beforeEach(() => {
  failure = null
  stores.clear()
  const open = async (name: string) => {
    const files = stores.get(name) ?? new Set<string>()
    stores.set(name, files)
    return {
      match: async (path: string) => (files.has(path) ? new Response() : undefined),
      keys: async () => [...files],
      async addAll(paths: string[]) {
        if (failure) throw failure
        for (const path of paths) files.add(path)
      },
    }
  }
  vi.stubGlobal('caches', { open, has: async (name: string) => stores.has(name) })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('files that never found room are no condition of the next version', async () => {
  failure = full
  await expect(keepExtra(letters)).rejects.toThrow(full)
  failure = noSignal
  await keepExtraAgain(nextLetters)
  expect([...(stores.get('codesoft-letters') ?? [])]).toEqual([])
})

test('files that were kept are kept for the next version too, which waits for signal but not for room', async () => {
  await keepExtra(letters)
  failure = noSignal
  await expect(keepExtraAgain(nextLetters)).rejects.toThrow(noSignal)
  failure = full
  await keepExtraAgain(nextLetters)
  failure = null
  await keepExtraAgain(nextLetters)
  expect([...(stores.get('codesoft-letters') ?? [])]).toEqual(['/assets/letters-1.js', '/assets/letters-2.js'])
})

test('a browser that never asked for the files gets none', async () => {
  await keepExtraAgain(letters)
  expect(stores.size).toBe(0)
})
