import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import * as z from 'zod/mini'
import { hasSqlState } from '../errors.ts'
import type { Db } from './core-tables.ts'
import { StartFailure } from './failure.ts'

/** The folder of a program's migrations, and the schema that records which have run. */
interface Migrations {
  folder: string
  schema: string
}

const ofTown: Migrations = { folder: fileURLToPath(new URL('migrations', import.meta.url)), schema: 'drizzle' }
const Journal = z.object({ entries: z.array(z.object({ when: z.number() })) })

/** An arbitrary number, the same for all our processes: the one that holds the lock migrates, the others wait. */
const MIGRATION_LOCK = 7_340_512

/**
 * Migrates the database to this program's schema, under a lock, so that several servers may start at once. Needs two
 * connections. Throws a StartFailure if a newer program made the database.
 */
export const migrate = async (db: Db, { folder, schema }: Migrations = ofTown): Promise<void> => {
  await ownerWanted(
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
      await ageOf(db, { folder, schema })
      await runMigrations(db, { migrationsFolder: folder, migrationsSchema: schema })
    }),
  )
}

/** A database of the town's own may have a user who may only connect. */
const ownerWanted = async <Result>(work: Promise<Result>): Promise<Result> => {
  try {
    return await work
  } catch (error) {
    if (!hasSqlState(error, INSUFFICIENT_PRIVILEGE)) throw error
    throw new StartFailure(
      'The user of DATABASE_URL may not create or read the tables of this database. Make it the owner: ALTER DATABASE name OWNER TO user.',
    )
  }
}
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Whether the database has no schema yet, an older one than this program's, or the same. Throws a StartFailure if a
 * newer program made it.
 */
export const schemaAge = (db: Db, migrations: Migrations = ofTown): Promise<Age> => ownerWanted(ageOf(db, migrations))

type Age = 'none' | 'older' | 'same'

const ageOf = async (db: Db, { folder, schema }: Migrations): Promise<Age> => {
  const table = `${schema}.__drizzle_migrations`
  const known = await db.execute<{ there: boolean }>(sql`select to_regclass(${table}) is not null as there`)
  if (!known.rows[0]?.there) return 'none'
  const { rows } = await db.execute<{ at: number | null }>(
    sql`select max(created_at) as at from ${sql.identifier(schema)}.__drizzle_migrations`,
  )
  const newest = rows[0]?.at ?? null
  if (newest === null) return 'none'
  const ours = Journal.parse(JSON.parse(readFileSync(`${folder}/meta/_journal.json`, 'utf8')))
  const last = Math.max(...ours.entries.map((entry) => entry.when))
  if (newest > last)
    throw new StartFailure(
      'The database was last used by a newer version of this program. Start that version, or a newer one.',
    )
  return newest < last ? 'older' : 'same'
}
