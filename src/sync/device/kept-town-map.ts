/** Where a device keeps the town's own map: one file, the same for everybody at the device. */
const cacheName = 'codesoft-town-map'
const fileName = '/town.pmtiles'
const versionHeader = 'X-Version'

/** The town's map as it is kept. */
interface KeptMap {
  version: string
  bytes: number
  file: Blob
}

/** The map that this device keeps; null for none, also where the platform keeps no files. */
export async function keptTownMap(): Promise<KeptMap | null> {
  if (typeof caches === 'undefined' || !(await caches.has(cacheName))) return null
  const kept = await (await caches.open(cacheName)).match(fileName)
  if (!kept) return null
  const file = await kept.blob()
  return { version: kept.headers.get(versionHeader) ?? '', bytes: file.size, file }
}

/** Keeps a map in place of the one before. Throws where the device has no room for it. */
export async function keepTownMapFile(version: string, file: Blob): Promise<void> {
  const cache = await caches.open(cacheName)
  await cache.put(fileName, new Response(file, { headers: { [versionHeader]: version } }))
}

export const forgetTownMap = (): Promise<boolean> => caches.delete(cacheName)
