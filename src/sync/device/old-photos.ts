import { pictureCaches } from './forget-photos.ts'

/** Deletes cached files that were fetched before a moment (ms), by their Date header. Those of `needed` paths stay. */
export async function forgetOldPhotos(before: number, needed: ReadonlySet<string>): Promise<void> {
  if (typeof caches === 'undefined') return
  for (const name of pictureCaches) {
    if (!(await caches.has(name))) continue
    const cache = await caches.open(name)
    for (const request of await cache.keys()) {
      if (needed.has(new URL(request.url).pathname)) continue
      const fetched = Date.parse((await cache.match(request))?.headers.get('Date') ?? '')
      if (fetched < before) await cache.delete(request)
    }
  }
}
