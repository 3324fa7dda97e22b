import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { hashPassword } from '../../src/server/auth.ts'
import { migrate } from '../../src/server/store/migrate.ts'
import { poolOf } from '../../src/server/store/open-store.ts'
import { startPostgres } from '../../src/server/store/postgres.ts'
import { preparePostgresFolder } from '../../src/server/store/postgres-folder.ts'
import { type PostgresProgram, packagedPostgres } from '../../src/server/store/postgres-program.ts'
import { users } from '../../src/server/store/town-tables.ts'
import { cheapConfig, people, personNames } from './people.ts'

/** The two PostgreSQL servers under test: the one from npm, and Debian 12's when it is installed. */
export type PostgresKind = 'packaged' | 'debian'

/** An installed PostgreSQL, run as the user 'postgres' when we are root; undefined when there is none. */
const installedPostgres = (bin: string): PostgresProgram | undefined => {
  if (!existsSync(join(bin, 'postgres'))) return undefined
  if (process.getuid?.() !== 0) return { bin, runAs: undefined }
  const numberOf = (flag: string) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout)
  const [uid, gid] = [numberOf('-u'), numberOf('-g')]
  return uid > 0 && gid > 0 ? { bin, runAs: { uid, gid } } : undefined
}

/** Debian's PostgreSQL 15; undefined when it is not installed. */
export const debianPostgres = (): PostgresProgram | undefined => installedPostgres('/usr/lib/postgresql/15/bin')

/** The migrated database with the test people. Every office gets a copy. */
export const TEMPLATE = 'template_town'

export interface TestPostgres {
  url(database: string): string
  stop(): Promise<void>
}

/**
 * Starts a database server with the template in a temporary folder. It does not sync, because nothing in it outlives
 * the tests.
 */
export const startTestPostgres = async (kind: PostgresKind): Promise<TestPostgres | undefined> => {
  const program = kind === 'packaged' ? packagedPostgres() : debianPostgres()
  if (!program) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-test-'))
  chmodSync(folder, 0o711)
  const settings = [
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    'max_connections=300',
    'shared_buffers=64MB',
  ]
  const postgres = await startPostgres(await preparePostgresFolder(folder, program), program, settings)
  await makeTemplate(postgres.url)
  const stop = async () => {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { url: postgres.url, stop }
}

const makeTemplate = async (url: (database: string) => string) => {
  await ask(url('postgres'), `create database ${TEMPLATE}`)
  const pool = poolOf(url(TEMPLATE), 3)
  const db = drizzle(pool)
  await migrate(db)
  for (const { password, ...person } of personNames.map((name) => people[name]))
    await db.insert(users).values({ ...person, password_hash: await hashPassword(password, cheapConfig) })
  await pool.end()
}

/** Runs one statement on a connection of its own. */
export const ask = async (url: string, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

/** Makes a copy of the template on the server with the own database `admin`: migrated, with the test people. */
export const copyTemplate = async (admin: string) => {
  const name = `town_${randomBytes(6).toString('hex')}`
  await ask(admin, `create database ${name} template ${TEMPLATE} strategy file_copy`)
  const url = Object.assign(new URL(admin), { pathname: `/${name}` }).href
  const pool = poolOf(url, 10)
  const drop = async () => {
    await pool.end()
    await ask(admin, `drop database ${name} with (force)`)
  }
  return { url, pool, drop }
}
