import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { photoCacheLimits, photoCaches } from '../../src/sync/device/photo-caches.ts'
import { fakeCaches } from '../harness/fake-caches.ts'

let shelf: ReturnType<typeof fakeCaches>
beforeEach(() => {
  shelf = fakeCaches()
  vi.stubGlobal('caches', shelf)
  vi.stubGlobal('fetch', async () => {
    const answer = new Response('picture', { headers: { 'content-type': 'image/jpeg' } })
    return Object.defineProperty(answer, 'type', { value: 'basic' })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** One life of the worker, as its module is: browsers end an idle one after seconds. It shows so many new pictures. */
async function oneLife(life: number, pictures: number): Promise<void> {
  vi.resetModules()
  // Loaded by its address: it is compiled with the types of a worker.
  const { keptPhoto } = await import(`${new URL('../../src/worker/shown-photos.ts', import.meta.url)}`)
  for (let n = 0; n < pictures; n++) {
    const late: Promise<unknown>[] = []
    const url = new URL(`https://town.test/api/files/${life}-${n}/photo.jpg?part=web`)
    const event = { waitUntil: (work: Promise<unknown>) => void late.push(work) }
    await keptPhoto({ url, request: { cache: 'default' }, event })
    await Promise.all(late)
  }
}

test('AD-15 the cache of shown pictures keeps its limit however short the lives of the worker are', async () => {
  for (let life = 0; life < 60; life++) await oneLife(life, 19)
  const kept = [...shelf.kept(photoCaches.full).keys()]
  expect(kept.length).toBeLessThan(photoCacheLimits.full + 20)
  expect(kept.at(-1)).toContain('/59-18/')
})

test('AD-15 within one life of the worker, too, no more than one step above the limit is kept', async () => {
  await oneLife(1, photoCacheLimits.full + 60)
  const kept = shelf.kept(photoCaches.full).size
  expect(kept).toBeGreaterThanOrEqual(photoCacheLimits.full)
  expect(kept).toBeLessThan(photoCacheLimits.full + 20)
})
