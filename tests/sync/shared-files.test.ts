import { afterEach, expect, test, vi } from 'vitest'
import { dropShared, keepShared, sharedBefore, takeShared } from '../../src/sync/device/shared-files.ts'

/** The part of the platform's caches that is used here. */
function fakeCaches() {
  const kept = new Map<string, Response>()
  const cache = {
    put: async (path: string, answer: Response) => void kept.set(`https://town.example${path}`, answer),
    keys: async () => [...kept.keys()].map((url) => new Request(url)),
    match: async ({ url }: Request) => kept.get(url)?.clone(),
    delete: async (asked: Request | string) =>
      kept.delete(typeof asked === 'string' ? `https://town.example${asked}` : asked.url),
  }
  return { open: async () => cache, has: async () => true }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

const hour = 3_600_000

const share = (name: string, at: number) => {
  const form = new FormData()
  form.append('files', new File(['picture'], name, { type: 'image/jpeg' }))
  return keepShared(form, at)
}

const taken = async (within: Parameters<typeof takeShared>[1]) => {
  const names: string[] = []
  const stay = await takeShared(async (read) => names.push((await read()).name) > 0, within)
  expect(stay).toBe(0)
  return names
}

test('what was shared before a sign-in is counted for a day and at most twenty, and goes to nobody unasked', async () => {
  vi.stubGlobal('caches', fakeCaches())
  const signedIn = 100 * hour
  await share('old.jpg', signedIn - 25 * hour)
  for (let n = 1; n <= 22; n++) await share(`${n}.jpg`, signedIn - hour + n)
  await share('mine.jpg', signedIn + 1)
  expect(await taken({ from: signedIn })).toEqual(['mine.jpg'])
  expect(await sharedBefore(signedIn, signedIn + 5)).toBe(20)
  const kept = await taken({ before: signedIn })
  // The newest twenty; neither the old one nor those beyond them are there any more.
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([20, '3.jpg', '22.jpg'])
  await share('theirs.jpg', signedIn - 2)
  await share('mine.jpg', signedIn + 2)
  await dropShared(signedIn)
  expect(await sharedBefore(signedIn, signedIn + 5)).toBe(0)
  expect(await taken({})).toEqual(['mine.jpg'])
})

test('a share of several pictures that fails half way leaves none of them, and the earlier shares stay', async () => {
  const platform = fakeCaches()
  vi.stubGlobal('caches', platform)
  await share('earlier.jpg', hour)
  const cache = await platform.open()
  const put = cache.put
  let room = 2
  cache.put = async (path, answer) => {
    if (room-- === 0) throw new DOMException('Full', 'QuotaExceededError')
    await put(path, answer)
  }
  const form = new FormData()
  for (const name of ['1.jpg', '2.jpg', '3.jpg']) form.append('files', new File(['picture'], name))
  await expect(keepShared(form, hour)).rejects.toThrow('Full')
  // The person shares all of them again.
  cache.put = put
  await keepShared(form, 2 * hour)
  expect(await taken({})).toEqual(['earlier.jpg', '1.jpg', '2.jpg', '3.jpg'])
})
