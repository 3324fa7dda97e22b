/** The cache for the town's own map: one file, shared by everyone who uses the device. */
const cacheName = 'codesoft-town-map'
const fileName = '/town.pmtiles'
const versionHeader = 'X-Version'

/** The stored map. */
interface KeptMap {
  version: string
  bytes: number
  file: Blob
}

/** The map on this device; null if there is none, or if the platform has no caches. */
export async function keptTownMap(): Promise<KeptMap | null> {
  if (typeof caches === 'undefined' || !(await caches.has(cacheName))) return null
  const kept = await (await caches.open(cacheName)).match(fileName)
  if (!kept) return null
  const file = await kept.blob()
  return { version: kept.headers.get(versionHeader) ?? '', bytes: file.size, file }
}

/** Stores a map in place of the old one. Throws if the device has no room for it. */
export async function keepTownMapFile(version: string, file: Blob): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.put(fileName, new Response(file, { headers: { [versionHeader]: version } }))
}

export const forgetTownMap = (): Promise<boolean> => caches.delete(cacheName)
