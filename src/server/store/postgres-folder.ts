import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { StartFailure } from './failure.ts'
import { closedFolderAbove, majorOf, type PostgresProgram, sharedFolder } from './postgres-program.ts'

/** The folder of one town's PostgreSQL, and the password of its only user. */
export interface PostgresFolder {
  path: string
  password: string
  /** A message for the person who starts the server; '' if all is as expected. */
  notice: string
}

const run = promisify(execFile)

/** The name of the only database user. */
export const DATABASE_USER = 'codesoft'

/** Finds or creates the database's folder in the data folder, with the permissions that PostgreSQL requires. */
export const preparePostgresFolder = async (dataFolder: string, program: PostgresProgram): Promise<PostgresFolder> => {
  const { path, notice } = placeOf(dataFolder, program)
  const password = passwordOf(dataFolder)
  if (!existsSync(join(path, 'PG_VERSION'))) await initialise(path, password, program)
  assertOwner(path, program)
  assertVersion(path, program)
  return { path, password, notice }
}

/** The password of the database in this data folder, for a command that joins a running server. */
export const passwordOf = (dataFolder: string): string => {
  const file = join(dataFolder, 'database-password')
  const known = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
  if (known !== '') return known
  const password = randomBytes(24).toString('base64url')
  // Written beside its place: a start that is killed here must not leave an empty password.
  writeFileSync(`${file}.new`, `${password}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
  return password
}

/**
 * `postgres` in the data folder. If the database's user may not enter a parent folder (such as root's home), it is
 * kept in a different place that stays the same for this data folder.
 */
export const placeOf = (dataFolder: string, { runAs }: PostgresProgram): { path: string; notice: string } => {
  const path = join(resolve(dataFolder), 'postgres')
  const closed = runAs && closedFolderAbove(path, runAs.uid)
  if (!closed) return { path, notice: '' }
  const name = createHash('sha256').update(path).digest('hex').slice(0, 12)
  const elsewhere = join(sharedFolder(), `postgres-${name}`)
  const notice = `PostgreSQL does not run as root, and its user (${runAs.uid}) may not enter ${closed}. The database is therefore kept in ${elsewhere}: \`npm run backup\` finds it there. To keep everything in one place, set DATA_FOLDER to a folder that other users may enter, or start the server as the owner of ${closed}.`
  return { path: elsewhere, notice }
}

/** Created beside its place and moved there when complete, so that a killed start leaves no half database. */
const initialise = async (path: string, password: string, program: PostgresProgram) => {
  if (existsSync(path) && readdirSync(path).length > 0)
    throw new StartFailure(`${path} holds files but no database. Move them away, or set DATA_FOLDER to another folder.`)
  const { runAs } = program
  const making = `${path}.making`
  const secret = `${path}.password`
  rmSync(making, { recursive: true, force: true })
  mkdirSync(making, { mode: 0o700 })
  writeFileSync(secret, password, { mode: 0o600 })
  if (runAs) for (const it of [making, secret]) chownSync(it, runAs.uid, runAs.gid)
  const how = ['-D', making, '-U', DATABASE_USER, '-A', 'scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8']
  try {
    await run(join(program.bin, 'initdb'), [...how, ...localeOf(program)], { ...runAs, cwd: '/' })
  } catch (error) {
    rmSync(making, { recursive: true, force: true })
    throw new StartFailure(
      `The database could not be made in ${path}: ${error instanceof Error ? error.message : error}`,
    )
  } finally {
    rmSync(secret, { force: true })
  }
  renameSync(making, path)
}

/** Handles upper and lower case of all languages on any machine: PostgreSQL can do so by itself from 17 on. */
const localeOf = (program: PostgresProgram): string[] =>
  majorOf(program) >= 17
    ? ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
    : ['--locale=C.UTF-8']

const assertOwner = (path: string, { runAs }: PostgresProgram) => {
  const uid = runAs?.uid ?? process.getuid?.()
  const { uid: owner, mode } = statSync(path)
  if (uid !== undefined && owner !== uid)
    throw new StartFailure(
      `The database in ${path} belongs to user ${owner}, but would now run as user ${uid}. Start the server as the same user as before, or give the folder to user ${uid} (chown -R ${uid}).`,
    )
  // PostgreSQL refuses a folder that others may read, which happens after a backup was restored without permissions.
  if (process.platform !== 'win32' && (mode & 0o027) !== 0) chmodSync(path, 0o700)
}

const assertVersion = (path: string, program: PostgresProgram) => {
  const made = Number(readFileSync(join(path, 'PG_VERSION'), 'utf8'))
  const runs = majorOf(program)
  if (made !== runs)
    throw new StartFailure(
      `The database in ${path} was made by PostgreSQL ${made}, this is PostgreSQL ${runs}. Restore a backup into an empty DATA_FOLDER.`,
    )
}
