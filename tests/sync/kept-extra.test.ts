import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepExtra, keepExtraAgain } from '../../src/worker/kept-extra.ts'
import { fakeCaches } from '../harness/fake-caches.ts'

const letters = { cacheName: 'codesoft-letters', paths: ['/assets/letters-1.js'] }
const nextLetters = { cacheName: 'codesoft-letters', paths: ['/assets/letters-2.js'] }
const full = new DOMException('No room', 'QuotaExceededError')
const noSignal = new TypeError('Failed to fetch')

let caches: ReturnType<typeof fakeCaches>
/** Meets the next files. */
let failure: Error | null
const keptPaths = () => [...caches.kept('codesoft-letters').keys()]

beforeEach(() => {
  failure = null
  caches = fakeCaches()
  const { open } = caches
  vi.stubGlobal('caches', {
    ...caches,
    open: async (name: string) => {
      const cache = await open(name)
      const addAll = async (paths: string[]) => {
        if (failure) throw failure
        await cache.addAll(paths)
      }
      return { ...cache, addAll }
    },
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test('files that never found room are no condition of the next version', async () => {
  failure = full
  await expect(keepExtra(letters)).rejects.toThrow(full)
  failure = noSignal
  await keepExtraAgain(nextLetters)
  expect(keptPaths()).toEqual([])
})

test('files that were kept are kept for the next version too, which waits for signal but not for room', async () => {
  await keepExtra(letters)
  failure = noSignal
  await expect(keepExtraAgain(nextLetters)).rejects.toThrow(noSignal)
  failure = full
  await keepExtraAgain(nextLetters)
  failure = null
  await keepExtraAgain(nextLetters)
  expect(keptPaths()).toEqual(['/assets/letters-1.js', '/assets/letters-2.js'])
})

test('a browser that never asked for the files gets none', async () => {
  await keepExtraAgain(letters)
  expect(await caches.has('codesoft-letters')).toBe(false)
})
