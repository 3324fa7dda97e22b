import { copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import { placeWhole, removeParts } from './files/whole-file.ts'

/** How many builds, and how long, a phone may be behind and still find its files. */
const BUILDS_KEPT = 30
const DAYS_KEPT = 90

const Builds = z.array(z.object({ at: z.number(), files: z.array(z.string()) }))

/** Folder of the hashed files of earlier builds. */
export const archiveOf = (config: Config) => join(config.dataFolder, 'assets-archive')

/**
 * Copies the hashed files of the current build beside those of earlier builds and removes builds that are too old.
 * Called once at start. File names contain the hash of their content, so builds share equal files.
 */
export const archiveAssets = async (config: Config, now: Date): Promise<void> => {
  const files = await filesIn(join(config.distFolder, 'assets'))
  if (files.length === 0) return
  const archive = archiveOf(config)
  await mkdir(archive, { recursive: true })
  await removeParts(archive)
  for (const file of files) await keepCopy(join(config.distFolder, 'assets', file), join(archive, file))
  const earlier = (await readBuilds(archive)).filter((build) => build.files.join() !== files.join())
  const oldest = now.getTime() - DAYS_KEPT * 86_400_000
  const kept = [{ at: now.getTime(), files }, ...earlier.filter((build) => build.at >= oldest)].slice(0, BUILDS_KEPT)
  await placeWhole(join(archive, '.builds.json'), (part) => writeFile(part, JSON.stringify(kept)))
  const needed = new Set(kept.flatMap((build) => build.files))
  for (const file of await filesIn(archive)) if (!needed.has(file)) await rm(join(archive, file), { force: true })
}

/** An equal name means equal content, but a copy may have been cut short by a crash. */
const keepCopy = async (file: string, copy: string): Promise<void> => {
  const kept = await stat(copy).catch(() => null)
  if (kept?.size !== (await stat(file)).size) await placeWhole(copy, (part) => copyFile(file, part))
}

/** Plain files only. The archive's own list is a hidden file and is therefore never served. */
const filesIn = async (folder: string): Promise<string[]> => {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter((it) => it.isFile() && !it.name.startsWith('.') && !it.name.endsWith('.map'))
      .map((it) => it.name)
      .sort()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}

const readBuilds = async (archive: string) => {
  try {
    return Builds.parse(JSON.parse(await readFile(join(archive, '.builds.json'), 'utf8')))
  } catch {
    // Without a readable list (none yet, or one cut short by a crash) the archive starts again with the current build.
    return []
  }
}
