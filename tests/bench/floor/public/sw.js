// The least that makes a page open without signal: what was fetched once is answered from the cache.
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  event.respondWith(
    caches.open('floor').then(async (cache) => {
      const kept = await cache.match(event.request)
      if (kept) return kept
      const fresh = await fetch(event.request)
      await cache.put(event.request, fresh.clone())
      return fresh
    }),
  )
})
