import type { PrecacheEntry } from 'workbox-precaching'

/** The files of the build by who needs them, as paths that the page requests. */
interface BuiltFiles {
  /** On every device, before the app counts as installed. */
  always: (string | PrecacheEntry)[]
  /** The page's own photo shrinker: for browsers whose photo worker may not be able to. */
  shrinker: string[]
  /** The code and fonts for documents and spreadsheets, and the list search: on every device, once it is idle. */
  letters: string[]
  /**
   * The code for previews of HEIC pictures and PDF pages: if such a file was seen, or the device was prepared for the
   * field.
   */
  previews: string[]
  /** The worker that sends without a page: if the browser has Background Sync. Null in a build without it. */
  background: string | null
}

/** Sorts the files of the build by who needs them. Optional ones are recognised by their names. */
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
