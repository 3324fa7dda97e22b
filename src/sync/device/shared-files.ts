/**
 * Files that another app shared with this one. The platform hands them over once, perhaps with nobody signed in, so
 * the service worker keeps them here until a page of a signed-in person has stored them. The cache has a different
 * prefix from the others, because code that deletes those must not delete this one.
 */
const sharedCache = 'kept-shared-files'

/** The path to which the platform sends them and the field that contains them. The manifest has both too. */
export const sharedTo = { path: '/share', field: 'files' } as const

const nameHeader = 'X-Name'
const atHeader = 'X-At'

/** Stores the shared files; rejects if this device has no room for them. */
export async function keepShared(form: FormData, now: number): Promise<void> {
  const cache = await caches.open(sharedCache)
  for (const file of form.getAll(sharedTo.field)) {
    if (typeof file === 'string') continue
    const headers = { 'Content-Type': file.type, [nameHeader]: encodeURIComponent(file.name), [atHeader]: String(now) }
    await cache.put(`/shared/${crypto.randomUUID()}`, new Response(file, { headers }))
  }
}

/** Passes on every stored file, one at a time; each is deleted here after `store` has resolved. */
export async function takeShared(store: (file: File) => Promise<void>): Promise<void> {
  if (typeof caches === 'undefined' || !(await caches.has(sharedCache))) return
  const cache = await caches.open(sharedCache)
  for (const request of await cache.keys()) {
    const kept = await cache.match(request)
    if (!kept) continue
    const name = decodeURIComponent(kept.headers.get(nameHeader) ?? '')
    const blob = await kept.blob()
    // The same date each time, so that a file that was stored just before the phone died is recognised.
    await store(new File([blob], name, { type: blob.type, lastModified: Number(kept.headers.get(atHeader)) }))
    await cache.delete(request)
  }
}
