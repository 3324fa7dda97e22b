import type { RouteHandlerCallback } from 'workbox-core'

/** Files that are kept when somebody asks for them, beside those that every device keeps. */
export interface Extra {
  /** By its prefix it goes with the kill switch. */
  cacheName: string
  paths: readonly string[]
}

/** Keeps the files for the time without signal; those that are kept already are not fetched again. */
export const keepExtra = async ({ cacheName, paths }: Extra): Promise<void> => {
  const cache = await caches.open(cacheName)
  const missing: string[] = []
  for (const path of paths) if (!(await cache.match(path))) missing.push(path)
  await cache.addAll(missing)
}

/** A browser that kept the last version's files needs the next one's too, and perhaps without signal. */
export const keepExtraAgain = async (extra: Extra): Promise<void> => {
  if (await caches.has(extra.cacheName)) await keepExtra(extra)
}

/** Takes away what only earlier versions asked for. */
export const forgetOldExtra = async ({ cacheName, paths }: Extra): Promise<void> => {
  if (!(await caches.has(cacheName))) return
  const cache = await caches.open(cacheName)
  const old = (await cache.keys()).filter(({ url }) => !paths.includes(new URL(url).pathname))
  await Promise.all(old.map((it) => cache.delete(it)))
}

/** The kept file; else the server's, which is then kept: a page that asks for it once will need it again. */
export const keptExtra =
  ({ cacheName }: Extra): RouteHandlerCallback =>
  async ({ url, request, event }) => {
    const kept = await caches.match(url.pathname, { cacheName })
    if (kept) return kept
    const answer = await fetch(request)
    // A full device keeps no more.
    if (answer.ok) event.waitUntil(keepExtra({ cacheName, paths: [url.pathname] }).catch(() => undefined))
    return answer
  }
