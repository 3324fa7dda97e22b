import type { RouteHandlerCallback } from 'workbox-core'

/** Files that are cached on request, besides those that every device caches. */
export interface Extra {
  /** Because of its prefix, the kill switch deletes it. */
  cacheName: string
  paths: readonly string[]
}

/** Caches the files for use without signal. Files that are already cached are not fetched again. */
export const keepExtra = async ({ cacheName, paths }: Extra): Promise<void> => {
  const cache = await caches.open(cacheName)
  const missing: string[] = []
  for (const path of paths) if (!(await cache.match(path))) missing.push(path)
  await cache.addAll(missing)
}

/** The files of a cache, which is not made by the question. */
const keptIn = async (cacheName: string): Promise<readonly Request[]> =>
  (await caches.has(cacheName)) ? (await caches.open(cacheName)).keys() : []

/**
 * A browser that cached the last version's files needs the new ones too, perhaps without signal. One without room for
 * them gets the new version all the same.
 */
export const keepExtraAgain = async (extra: Extra): Promise<void> => {
  // The cache is made before its first file, which may have found no room or no signal.
  if ((await keptIn(extra.cacheName)).length === 0) return
  await keepExtra(extra).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'QuotaExceededError')) throw error
  })
}

/** Deletes files that only earlier versions used. */
export const forgetOldExtra = async ({ cacheName, paths }: Extra): Promise<void> => {
  const old = (await keptIn(cacheName)).filter(({ url }) => !paths.includes(new URL(url).pathname))
  if (old.length === 0) return
  const cache = await caches.open(cacheName)
  await Promise.all(old.map((it) => cache.delete(it)))
}

/** The cached file, else the server's, which is then cached: a page that requests it once will need it again. */
export const keptExtra =
  ({ cacheName }: Extra): RouteHandlerCallback =>
  async ({ url, request, event }) => {
    const kept = await caches.match(url.pathname, { cacheName })
    if (kept) return kept
    const answer = await fetch(request)
    // A full device caches nothing more.
    if (answer.ok) event.waitUntil(keepExtra({ cacheName, paths: [url.pathname] }).catch(() => undefined))
    return answer
  }
