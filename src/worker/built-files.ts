import type { PrecacheEntry } from 'workbox-precaching'

/** The files of the build, by who needs them. Paths as the page asks for them. */
interface BuiltFiles {
  /** On every device, before the app counts as installed. */
  always: (string | PrecacheEntry)[]
  /** The page's own way to shrink photos: where the photo worker may be unable to. */
  shrinker: string[]
  /** What sends with no page open: where the browser has Background Sync. Null in a build without. */
  background: string | null
}

/** Sorts the files of the build by who needs them. The optional ones are recognised by their file names. */
export const builtFiles = (manifest: readonly (string | PrecacheEntry)[]): BuiltFiles => {
  const paths = manifest.map(pathOf)
  return {
    always: manifest.filter((it) => !shrinkerName.test(pathOf(it)) && !backgroundName.test(pathOf(it))),
    shrinker: paths.filter((it) => shrinkerName.test(it)),
    background: paths.find((it) => backgroundName.test(it)) ?? null,
  }
}

const pathOf = (file: string | PrecacheEntry) => `/${typeof file === 'string' ? file : file.url}`

const shrinkerName = /^\/assets\/browser-image-compression-[\w-]+\.js$/
const backgroundName = /^\/assets\/background-worker-[\w-]+\.js$/
