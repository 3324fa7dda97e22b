/**
 * Files that another app shared to this one. The service worker keeps them here until a page of a signed-in person has
 * stored them: the platform hands them over once, perhaps with nobody signed in. The name does not begin as those of
 * other caches do: what takes those away must not take these.
 */
const sharedCache = 'kept-shared-files'

/** Where the platform sends them, and the field that carries them. Both stand in the manifest too. */
export const sharedTo = { path: '/share', field: 'files' } as const

const nameHeader = 'X-Name'
const atHeader = 'X-At'

/** Keeps what was shared; rejects where this device has no room for it. */
export async function keepShared(form: FormData, now: number): Promise<void> {
  const cache = await caches.open(sharedCache)
  for (const file of form.getAll(sharedTo.field)) {
    if (typeof file === 'string') continue
    const headers = { 'Content-Type': file.type, [nameHeader]: encodeURIComponent(file.name), [atHeader]: String(now) }
    await cache.put(`/shared/${crypto.randomUUID()}`, new Response(file, { headers }))
  }
}

/** Hands over every kept file, one after the other; each goes from here once `store` has resolved. */
export async function takeShared(store: (file: File) => Promise<void>): Promise<void> {
  if (typeof caches === 'undefined' || !(await caches.has(sharedCache))) return
  const cache = await caches.open(sharedCache)
  for (const request of await cache.keys()) {
    const kept = await cache.match(request)
    if (!kept) continue
    const name = decodeURIComponent(kept.headers.get(nameHeader) ?? '')
    const blob = await kept.blob()
    // The same moment each time: what was stored as the phone died is known again.
    await store(new File([blob], name, { type: blob.type, lastModified: Number(kept.headers.get(atHeader)) }))
    await cache.delete(request)
  }
}
