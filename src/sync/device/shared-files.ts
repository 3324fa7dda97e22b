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

/** Stores the shared files, or none of them and rejects if this device has no room for all. */
export async function keepShared(form: FormData, now: number): Promise<void> {
  const cache = await caches.open(sharedCache)
  const stored: string[] = []
  try {
    for (const file of form.getAll(sharedTo.field)) {
      if (typeof file === 'string') continue
      const headers = {
        'Content-Type': file.type,
        [nameHeader]: encodeURIComponent(file.name),
        // Each has a time of its own: files of one share may have the same name and size, and are not the same file.
        [atHeader]: String(now + stored.length),
      }
      const path = `/shared/${crypto.randomUUID()}`
      await cache.put(path, new Response(file, { headers }))
      stored.push(path)
    }
  } catch (error) {
    // The person is told to share them again, and those already stored would then be there twice.
    for (const path of stored) await cache.delete(path)
    throw error
  }
}

/** Files that were shared from one moment on and before another one (ms). */
interface SharedWithin {
  from?: number
  before?: number
}

/**
 * Hands over the kept files of that time one by one. Each is deleted here once `store` has resolved to true. Resolves to
 * the number of the others, which stay.
 */
export async function takeShared(
  store: (read: () => Promise<File>) => Promise<boolean>,
  within: SharedWithin,
): Promise<number> {
  const { cache, found } = await sharedWithin(within)
  let stay = 0
  for (const { request, at } of found) {
    const kept = await cache?.match(request)
    if (!kept) continue
    const read = async () => {
      const name = decodeURIComponent(kept.headers.get(nameHeader) ?? '')
      const blob = await kept.blob()
      // The time stays the same at each attempt, so that a file stored just before the phone died is recognised.
      return new File([blob], name, { type: blob.type, lastModified: at })
    }
    if (await store(read)) await cache?.delete(request)
    else stay += 1
  }
  return stay
}

/** How long files that belong to nobody are kept (ms), and how many of the newest. */
const unowned = { forMs: 24 * 60 * 60_000, most: 20 }

/**
 * The number of files shared before a moment that a person must be asked about. Older ones, and those beyond the limit,
 * are deleted.
 */
export async function sharedBefore(before: number, now: number): Promise<number> {
  const { cache, found } = await sharedWithin({ before })
  const newestFirst = found.toSorted((a, b) => b.at - a.at)
  const asked = newestFirst.filter(({ at }) => at > now - unowned.forMs).slice(0, unowned.most)
  for (const { request } of found.filter((it) => !asked.includes(it))) await cache?.delete(request)
  return asked.length
}

/** Deletes files shared before a moment. */
export async function dropShared(before: number): Promise<void> {
  const { cache, found } = await sharedWithin({ before })
  for (const { request } of found) await cache?.delete(request)
}

async function sharedWithin({ from = 0, before = Infinity }: SharedWithin) {
  if (typeof caches === 'undefined' || !(await caches.has(sharedCache))) return { cache: null, found: [] }
  const cache = await caches.open(sharedCache)
  const found: { request: Request; at: number }[] = []
  for (const request of await cache.keys()) {
    const at = Number((await cache.match(request))?.headers.get(atHeader))
    if (at >= from && at < before) found.push({ request, at })
  }
  return { cache, found }
}
