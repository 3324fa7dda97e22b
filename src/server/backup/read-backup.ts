import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { StartFailure } from '../store/failure.ts'
import { codeOf } from '../store/folder-lock.ts'
import { MANIFEST, Manifest, sha256Of } from './manifest.ts'
import { DamagedArchive, type TarEntry, tarEntries } from './tar.ts'

/** The entries of a backup in their order. Throws a StartFailure when the file is damaged. */
export async function* entriesIn(path: string): AsyncGenerator<TarEntry> {
  const file = createReadStream(path)
  const gunzip = createGunzip()
  file.on('error', (error) => gunzip.destroy(error))
  try {
    yield* tarEntries(file.pipe(gunzip))
  } catch (error) {
    if (error instanceof DamagedArchive) throw damaged(path, error.message)
    if (/^Z_/.test(codeOf(error))) throw damaged(path, 'it is no backup, or it ends too early')
    throw error
  } finally {
    file.destroy()
  }
}

/**
 * Reads a whole backup and compares every entry with the manifest. Throws a StartFailure with the reason. Nothing may
 * be restored before this check.
 */
export const verifyBackup = async (path: string): Promise<Manifest> => {
  const seen = new Map<string, { bytes: number; sha256: string }>()
  let manifest: Manifest | undefined
  for await (const { name, bytes } of entriesIn(path)) {
    if (name === MANIFEST) manifest = readManifest(path, bytes)
    else seen.set(name, { bytes: bytes.length, sha256: sha256Of(bytes) })
  }
  if (!manifest) throw damaged(path, 'it was not finished')
  for (const [name, wanted] of Object.entries(manifest.entries)) {
    const found = seen.get(name)
    if (!found) throw damaged(path, `${name} is missing`)
    if (found.bytes !== wanted.bytes || found.sha256 !== wanted.sha256) throw damaged(path, `${name} was changed`)
    seen.delete(name)
  }
  const [stranger] = seen.keys()
  if (stranger !== undefined) throw damaged(path, `${stranger} does not belong in it`)
  return manifest
}

const readManifest = (path: string, bytes: Buffer): Manifest => {
  try {
    return Manifest.parse(JSON.parse(bytes.toString('utf8')))
  } catch (error) {
    throw damaged(path, `its list of contents cannot be read (${error instanceof Error ? error.name : error})`)
  }
}

const damaged = (path: string, why: string) =>
  new StartFailure(`The backup ${path} cannot be used: ${why}. Nothing was restored.`)
