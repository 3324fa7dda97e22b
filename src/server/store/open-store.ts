import { chmodSync, mkdirSync, statSync } from 'node:fs'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { guardTransactions } from './broken-transaction.ts'
import type { Db } from './core-tables.ts'
import { StartFailure } from './failure.ts'
import { codeOf, holderOf, lockFolder, unusable } from './folder-lock.ts'
import { withoutNames } from './own-connection.ts'
import { runningPostgres, startPostgres } from './postgres.ts'
import { passwordOf, placeOf, preparePostgresFolder } from './postgres-folder.ts'
import { packagedPostgres } from './postgres-program.ts'

/** The open database. */
export interface Store {
  pool: pg.Pool
  db: Db
  /** A message for the person who started the server; usually ''. */
  notice: string
  /** A server may be using it now: it is the town's own PostgreSQL, or that of a server that this process joined. */
  isShared: boolean
  /** Resolves with its last output if our own PostgreSQL ends by itself; never for a town's own PostgreSQL. */
  died: Promise<string>
  close(): Promise<void>
}

interface Place {
  dataFolder: string
  /** A town's own PostgreSQL. */
  databaseUrl?: string | undefined
  /** Use the database of a server that already runs on the folder, as commands do. A second server is refused. */
  join?: boolean
}

const DATABASE = 'codesoft'
const CONNECTIONS = 20

/** Connects to the town's own PostgreSQL (`databaseUrl`), or starts one in the data folder. Does not migrate. */
export const openStore = async ({ dataFolder, databaseUrl, join }: Place): Promise<Store> => {
  if (databaseUrl) return connectShared(databaseUrl)
  makeDataFolder(dataFolder)
  const joined = join && holderOf(dataFolder) ? await joinRunning(dataFolder) : undefined
  return joined ?? startOwn(dataFolder)
}

/** A pool for the server: ids are returned as numbers, and a broken connection ends no process. */
export const poolOf = (url: string, connections = CONNECTIONS): pg.Pool => {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    types: { getTypeParser: (type, format) => (type === INT8 ? Number : pg.types.getTypeParser(type, format)) },
  })
  // The pool replaces it; the next query gets a new connection, or the error.
  pool.on('error', () => undefined)
  // The same for a connection that breaks during a transaction, which the pool does not watch: its query is rejected
  // with the reason, and nothing else must handle the error.
  pool.on('connect', (client) => client.on('error', () => undefined))
  pool.on('connect', withoutNames)
  pool.on('connect', guardTransactions)
  return pool
}

/** PostgreSQL's number for the type bigint. Our ids stay far below 2^53. */
const INT8 = 20

const makeDataFolder = (dataFolder: string) => {
  try {
    mkdirSync(dataFolder, { recursive: true, mode: 0o711 })
    // Root's database runs as another user, who must be able to enter the folder. This does not allow listing it.
    const { mode } = statSync(dataFolder)
    if (process.getuid?.() === 0 && (mode & 0o001) === 0) chmodSync(dataFolder, (mode & 0o777) | 0o001)
  } catch (error) {
    throw unusable(dataFolder, error)
  }
}

const startOwn = async (dataFolder: string): Promise<Store> => {
  const unlock = lockFolder(dataFolder)
  try {
    const program = packagedPostgres()
    const folder = await preparePostgresFolder(dataFolder, program)
    const postgres = await startPostgres(folder, program)
    await makeDatabase(postgres.url('postgres'))
    const stop = async () => {
      await postgres.stop()
      unlock()
    }
    return connect(postgres.url(DATABASE), { notice: folder.notice, isShared: false, died: postgres.died, stop })
  } catch (error) {
    unlock()
    throw error
  }
}

const joinRunning = async (dataFolder: string): Promise<Store | undefined> => {
  const { path } = placeOf(dataFolder, packagedPostgres())
  const url = runningPostgres({ path, password: passwordOf(dataFolder), notice: '' }, DATABASE)
  return url ? connectShared(url) : undefined
}

const connectShared = (url: string): Promise<Store> =>
  connect(url, { notice: '', isShared: true, died: new Promise(() => undefined), stop: async () => undefined })

const connect = async (
  url: string,
  { stop, ...about }: Pick<Store, 'notice' | 'isShared' | 'died'> & { stop(): Promise<void> },
): Promise<Store> => {
  const pool = poolOf(url)
  const close = async () => {
    await pool.end()
    await stop()
  }
  try {
    await pool.query('select 1')
  } catch (error) {
    await close()
    throw new StartFailure(
      `The database does not answer: ${error instanceof Error ? error.message || codeOf(error) : error}`,
    )
  }
  return { ...about, pool, db: drizzle(pool), close }
}

const makeDatabase = async (url: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const there = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (there.rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}
