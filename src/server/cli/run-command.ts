import { statSync } from 'node:fs'
import { join as joinPath, resolve } from 'node:path'
import { quoted, townTables } from '../backup/town-catalog.ts'
import type { Config } from '../config.ts'
import { StartFailure } from '../store/failure.ts'
import { codeOf } from '../store/folder-lock.ts'
import { migrate, schemaAge } from '../store/migrate.ts'
import { openStore, type Store } from '../store/open-store.ts'
import { placeOf } from '../store/postgres-folder.ts'
import { packagedPostgres } from '../store/postgres-program.ts'
import { readTownConfig } from '../towns/towns-file.ts'

/** Opens the town's database, also that of a running server, whose schema no command changes. */
type OpenTown = () => Promise<{ store: Store; config: Config }>

interface CommandOptions {
  /** Whether the command may run beside a server on the data folder. */
  join?: boolean
  /** Leaves an older schema as it is. */
  takesOlder?: boolean
  /** Makes the town's database where there is none. */
  founds?: boolean
}

/** Runs a command and ends the process: with 0 when it is done, with 1 and one clear line when it is not. */
export const runCommand = async (
  work: (open: OpenTown) => Promise<void>,
  { join = true, takesOlder = false, founds = false }: CommandOptions = {},
): Promise<void> => {
  let opened: Store | undefined
  const open: OpenTown = async () => {
    const config = readTownConfig(process.env)
    if (config.apiUpstream)
      throw new StartFailure(`The records are at ${config.apiUpstream.origin} (API_UPSTREAM); none are kept here.`)
    if (!founds) assertTownIn(config)
    const store = await openStore({ dataFolder: config.dataFolder, databaseUrl: config.databaseUrl, join })
    opened = store
    const age = await schemaAge(store.db)
    if (age === 'none' && !founds) throw noTown(config)
    if (age !== 'older' || !takesOlder) await bringUpToDate(store, age)
    if (!founds && !(await isBegun(store))) throw noTown(config)
    return { store, config }
  }
  try {
    await work(open)
  } catch (error) {
    process.exitCode = 1
    console.error(isExpected(error) ? error.message : error)
  } finally {
    await opened?.close()
  }
}

/**
 * A command that founds a town by mistake succeeds on nothing: an empty backup takes the place of a real one. The
 * folder is looked at before anything is written, because it may be where a disk is not mounted.
 */
const assertTownIn = (config: Config) => {
  const { dataFolder, databaseUrl } = config
  if (databaseUrl) return
  // Where the database is depends on who may enter the folder, and the start of a server changes that.
  const places = [joinPath(dataFolder, 'postgres'), placeOf(dataFolder, packagedPostgres()).path]
  if (isMissing(dataFolder) || places.every((path) => isMissing(joinPath(path, 'PG_VERSION')))) throw noTown(config)
}

/** A place that this user may not look into is not missing: the opening says what is wrong with it. */
const isMissing = (path: string): boolean => {
  try {
    statSync(path)
    return false
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
  }
}

/** The setting that a new schema has by itself. */
const OF_SCHEMA = 'session-generation'
/** Tables whose rows do not show a town: a new schema fills them, or a stranger who tries to sign in. */
const tellNothing = new Set(['server_settings', 'sign_in_attempts', 'changes', 'town_histories'])

/** False for a schema that nobody has used: of a restore that failed, or of a start that was killed. */
const isBegun = async ({ pool }: Store): Promise<boolean> => {
  const client = await pool.connect()
  try {
    const names = (await townTables(client)).map(({ name }) => name).filter((name) => !tellNothing.has(name))
    const filled = names.map((name) => `exists (select from ${quoted(name)})`)
    const set = `exists (select from server_settings where name <> '${OF_SCHEMA}')`
    const { rows } = await client.query<{ begun: boolean }>(`select ${[set, ...filled].join(' or ')} as begun`)
    return rows[0]?.begun === true
  } finally {
    client.release()
  }
}

const noTown = ({ dataFolder, databaseUrl }: Config) =>
  new StartFailure(
    databaseUrl
      ? "There is no town in the database of DATABASE_URL. Check that it is the database of the town's server."
      : `There is no town in ${resolve(dataFolder)}. Check DATA_FOLDER: it names the folder of the town's server, whose disk must be mounted.`,
  )

const bringUpToDate = async ({ db, isShared }: Store, age: Awaited<ReturnType<typeof schemaAge>>) => {
  if (age === 'same') return
  if (age === 'older' && isShared)
    throw new StartFailure(
      'The database is of an older version of this program, and a server of that version may be using it. Start the server of this version first: it brings the database up to date.',
    )
  await migrate(db)
}

/** Failures that the person at the command line can fix. All others are printed with their stack. */
export const isExpected = (error: unknown): error is Error =>
  error instanceof StartFailure ||
  (error instanceof Error &&
    (error.message.startsWith('Settings:') ||
      ('code' in error &&
        /^(ENOENT|ENOTDIR|EISDIR|EACCES|EPERM|EROFS|ENOSPC|EDQUOT|ERR_PARSE_ARGS_|Z_)/.test(String(error.code)))))
