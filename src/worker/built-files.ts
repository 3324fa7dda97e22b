import type { PrecacheEntry } from 'workbox-precaching'

/** The files of the build, by who needs them. Paths as the page asks for them. */
interface BuiltFiles {
  /** On every device, before the app counts as installed. */
  always: (string | PrecacheEntry)[]
  /** The page's own way to shrink photos: where the photo worker may be unable to. */
  shrinker: string[]
  /** What writes documents and spreadsheets, their fonts, and what searches long lists: on every device, once it is idle. */
  letters: string[]
  /** What draws HEIC pictures and PDF pages: where such a file was seen, or the device was prepared for the field. */
  previews: string[]
  /** What sends with no page open: where the browser has Background Sync. Null in a build without. */
  background: string | null
}

/** Sorts the files of the build by who needs them. The optional ones are recognised by their file names. */
export const builtFiles = (manifest: readonly (string | PrecacheEntry)[]): BuiltFiles => {
  const paths = manifest.map(pathOf)
  return {
    always: manifest.filter((it) => !optional.some((name) => name.test(pathOf(it)))),
    shrinker: paths.filter((it) => shrinkerName.test(it)),
    letters: paths.filter((it) => lettersName.test(it)),
    previews: paths.filter((it) => previewsName.test(it)),
    background: paths.find((it) => backgroundName.test(it)) ?? null,
  }
}

const pathOf = (file: string | PrecacheEntry) => `/${typeof file === 'string' ? file : file.url}`

const shrinkerName = /^\/assets\/browser-image-compression-[\w-]+\.js$/
const backgroundName = /^\/assets\/background-worker-[\w-]+\.js$/
const lettersName = /^\/assets\/((letter|sheet|list)-worker-[\w-]+\.js|arimo-[\w-]+\.woff)$/
const previewsName = /preview-worker|wasm$/
const optional = [shrinkerName, backgroundName, lettersName, previewsName]
