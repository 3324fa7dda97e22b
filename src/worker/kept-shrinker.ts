import type { RouteHandlerCallback } from 'workbox-core'

/** By the prefix it goes with the kill switch. */
const cacheName = 'codesoft-shrinker'

/** Keeps the files for the time without signal; those that are kept already are not fetched again. */
export const keepShrinker = async (paths: readonly string[]): Promise<void> => {
  const cache = await caches.open(cacheName)
  const missing: string[] = []
  for (const path of paths) if (!(await cache.match(path))) missing.push(path)
  await cache.addAll(missing)
}

/** A browser that kept the last version's files needs the next one's too, and perhaps without signal. */
export const keepShrinkerAgain = async (paths: readonly string[]): Promise<void> => {
  if (await caches.has(cacheName)) await keepShrinker(paths)
}

/** Takes away what only earlier versions asked for. */
export const forgetOldShrinker = async (paths: readonly string[]): Promise<void> => {
  if (!(await caches.has(cacheName))) return
  const cache = await caches.open(cacheName)
  const old = (await cache.keys()).filter(({ url }) => !paths.includes(new URL(url).pathname))
  await Promise.all(old.map((it) => cache.delete(it)))
}

/** The kept file; else the server's, which is then kept: a page that asks for it once will need it again. */
export const keptShrinker: RouteHandlerCallback = async ({ url, request, event }) => {
  const kept = await caches.match(url.pathname, { cacheName })
  if (kept) return kept
  const answer = await fetch(request)
  if (answer.ok) event.waitUntil(keepShrinker([url.pathname]).catch(() => undefined)) // a full device keeps no more
  return answer
}
