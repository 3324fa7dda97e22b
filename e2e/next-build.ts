import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder from which a story's town serves the app. It can get a new version while phones use the old one. */
export interface Release {
  folder: string
  /** Installs the next version, as an office does. */
  publish(version: string): void
  /** Hides the files of this path for a while; the returned function brings them back. */
  withhold(path: RegExp): () => void
  remove(): void
}

/** A copy of the built app with its version in the page: `meta[name=release]`. */
export function firstRelease(built: string): Release {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-release-'))
  cpSync(built, folder, { recursive: true })
  // The compressed files would still have the first version.
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/\.(br|gz)$/.test(name)) rmSync(join(folder, name))
  return {
    folder,
    publish: (version) => publish(folder, version),
    withhold: (path) => withhold(folder, path),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function withhold(folder: string, path: RegExp): () => void {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  const gone = all.filter((it) => path.test(it))
  if (gone.length === 0) throw new Error(`No file is called ${path}`)
  for (const it of gone) renameSync(it, `${it}.away`)
  return () => {
    for (const it of gone) renameSync(`${it}.away`, it)
  }
}

/** Renames every hashed file, as if all had changed, and updates the page and the service worker. */
function publish(folder: string, version: string): void {
  const assets = join(folder, 'assets')
  const renamed = readdirSync(assets).map((old) => {
    const next = old.replace(
      /-[\w-]{8}(\.\w+)$/,
      (hash, ending: string) => `-${version}${hash.slice(1 + version.length, 9)}${ending}`,
    )
    return { old, next }
  })
  const inNewNames = (text: string) => renamed.reduce((all, { old, next }) => all.replaceAll(old, next), text)
  for (const { old, next } of renamed) {
    if (old === next) continue
    const bytes = readFileSync(join(assets, old))
    // The files of the earlier build stay, as on the server, for phones that still run it.
    writeFileSync(join(assets, next), /\.(js|css)$/.test(old) ? inNewNames(bytes.toString()) : bytes)
  }
  const page = inNewNames(readFileSync(join(folder, 'index.html'), 'utf8'))
  writeFileSync(
    join(folder, 'index.html'),
    page.replace('</title>', `</title><meta name="release" content="${version}">`),
  )
  const worker = inNewNames(readFileSync(join(folder, 'sw.js'), 'utf8'))
  // A precached file with an unchanged address has the hash of its content beside it.
  const revised = worker.replace(/("revision":")\w+(","url":"index\.html")/, `$1${version}$2`)
  if (revised === worker) throw new Error('The service worker does not name the page')
  writeFileSync(join(folder, 'sw.js'), revised)
}
