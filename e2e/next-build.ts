import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder that a story's town serves the app from, and that can get a new version while phones use the old one. */
export interface Release {
  folder: string
  /** Puts the next version there, as an office does. */
  publish(version: string): void
  /** Lets the files of this path be missing for a while; call what it returns to bring them back. */
  withhold(path: RegExp): () => void
  remove(): void
}

/** A copy of the built app, which tells its version in the page: `meta[name=release]`. */
export function firstRelease(built: string): Release {
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-release-'))
  cpSync(built, folder, { recursive: true })
  // The packed forms would still say what the first version says.
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

/** Gives every hashed file a new name, as if all of them had changed, and tells the page and the service worker of it. */
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
    // The earlier build's files stay, as the server keeps them for phones that still run it.
    writeFileSync(join(assets, next), /\.(js|css)$/.test(old) ? inNewNames(bytes.toString()) : bytes)
  }
  const page = inNewNames(readFileSync(join(folder, 'index.html'), 'utf8'))
  writeFileSync(
    join(folder, 'index.html'),
    page.replace('</title>', `</title><meta name="release" content="${version}">`),
  )
  const worker = inNewNames(readFileSync(join(folder, 'sw.js'), 'utf8'))
  // What is precached under an unchanged address carries the hash of its content beside it.
  const revised = worker.replace(/("revision":")\w+(","url":"index\.html")/, `$1${version}$2`)
  if (revised === worker) throw new Error('The service worker does not name the page')
  writeFileSync(join(folder, 'sw.js'), revised)
}
