import { expect, type Page } from '@playwright/test'

/**
 * Everything that this origin keeps in the browser, as text: all databases with their bytes, the caches but for the
 * app's own files, and localStorage.
 */
export const everythingKept = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const decoder = new TextDecoder('latin1')
    const seen = (_: string, value: unknown) =>
      value instanceof ArrayBuffer || ArrayBuffer.isView(value) ? decoder.decode(value) : value
    const asked = <Result>(request: IDBRequest<Result>): Promise<Result> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const found: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })]
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue
      const db = await asked(indexedDB.open(name))
      for (const store of db.objectStoreNames)
        found.push(store, JSON.stringify(await asked(db.transaction(store).objectStore(store).getAll()), seen))
      db.close()
    }
    for (const name of await caches.keys()) {
      if (name.includes('precache')) continue
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        // The app's own code is kept outside of the precache as well, where only some devices need it.
        if (new URL(request.url).pathname.startsWith('/assets/')) continue
        const answer = await cache.match(request)
        found.push(request.url, decoder.decode(await answer?.arrayBuffer()))
      }
    }
    return found.join('\n')
  })

/** From now on this page's writes of one kind into these stores find no room, as on a full device. */
export const takeRoom = (page: Page, how: 'add' | 'put', stores: string[]): Promise<void> =>
  page.evaluate(
    ({ how, stores }) => {
      const write = IDBObjectStore.prototype[how]
      IDBObjectStore.prototype[how] = function (...given) {
        if (stores.includes(this.name)) throw new DOMException('No room', 'QuotaExceededError')
        return write.apply(this, given)
      }
      Object.assign(window, { giveRoom: () => Object.assign(IDBObjectStore.prototype, { [how]: write }) })
    },
    { how, stores },
  )

/** Ends what `takeRoom` began. */
export const giveRoom = (page: Page): Promise<void> => page.evaluate('giveRoom()').then(() => undefined)

/** The device is full, and the app's try to free room takes as long as on a slow disk. */
export async function holdFreeing(page: Page): Promise<void> {
  await takeRoom(page, 'add', ['outbox'])
  await page.evaluate(() => {
    const forget = caches.delete.bind(caches)
    const free = new Promise<void>((resolve) => Object.assign(window, { letFreeingGo: resolve }))
    caches.delete = (name) => {
      Object.assign(window, { isFreeing: true })
      return free.then(() => forget(name))
    }
  })
}

/** Waits until the save has begun to make room: from then on nothing that is typed belongs to its record. */
export const freeingHeld = (page: Page): Promise<void> =>
  expect.poll(() => page.evaluate(() => 'isFreeing' in window)).toBe(true)

/** Ends the wait of `holdFreeing`; `giveRoom` then gives room. */
export const letFreeingGo = (page: Page): Promise<void> => page.evaluate('letFreeingGo()').then(() => undefined)
