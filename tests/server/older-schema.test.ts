import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { migrate } from '../../src/server/store/migrate.ts'
import { openStore, poolOf } from '../../src/server/store/open-store.ts'
import { restore } from '../harness/backups.ts'
import { migrationsBefore } from '../harness/older-migrations.ts'
import { ask as askPostgres } from '../harness/postgres.ts'
import { emptyTown } from '../harness/restored.ts'
import { cheapPasswords, spawnServer } from '../harness/server-process.ts'
import { programArgs } from '../harness/server-program.ts'

const closers: (() => unknown)[] = []
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codesoft-schema-'))
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

const run = async (settings: Record<string, string>, command: string, ...given: string[]) => {
  const args = programArgs(`src/server/cli/${command}.ts`, given)
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATA_FOLDER: folder, ...cheapPasswords, ...settings },
  })
  child.stdin.end()
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [said, told] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { status: await ended, said, told }
}

/** A PostgreSQL of the town's own with the schema from before a migration. */
const townBefore = async (tag: string) => {
  const admin = inject('postgresUrls').packaged
  const name = `older_${Math.random().toString(36).slice(2)}`
  await askPostgres(admin, `create database ${name}`)
  const url = Object.assign(new URL(admin), { pathname: `/${name}` }).href
  const pool = poolOf(url, 3)
  closers.push(async () => {
    await pool.end()
    await askPostgres(admin, `drop database ${name} with (force)`)
  })
  await migrate(drizzle(pool), { folder: migrationsBefore(tag, join(folder, 'migrations')), schema: 'drizzle' })
  return { pool, url }
}

const migrationsOf = async (pool: pg.Pool) => {
  const { rows } = await pool.query('select created_at from drizzle.__drizzle_migrations order by created_at')
  return rows.map((row) => Number(row.created_at))
}

const MINUTE = 60_000

test.each(['0031_status_at', '0027_town_settings'])(
  'the backup of a newer program leaves a database from before %s as it is',
  async (tag) => {
    const { pool, url } = await townBefore(tag)
    await pool.query(`insert into addresses (combadd) values ('1 Elm St')`)
    const before = await migrationsOf(pool)
    const path = join(folder, 'town.tar.gz')
    const made = await run({ DATABASE_URL: url }, 'backup', path)
    expect([made.status, made.told]).toEqual([0, expect.stringContaining('addresses: 1 rows')])
    expect(await migrationsOf(pool)).toEqual(before)
    const after = await emptyTown()
    closers.push(after.close)
    await restore(after, path)
    expect((await after.pool.query('select combadd from addresses')).rows).toEqual([{ combadd: '1 Elm St' }])
  },
  2 * MINUTE,
)

test(
  'a command that needs the newer schema says so, and changes none that a server may be using',
  async () => {
    const { pool, url } = await townBefore('0031_status_at')
    const before = await migrationsOf(pool)
    const refused = await run({ DATABASE_URL: url }, 'user', 'list')
    expect([refused.status, refused.told]).toEqual([
      1,
      expect.stringContaining('Start the server of this version first'),
    ])
    expect(await migrationsOf(pool)).toEqual(before)
  },
  2 * MINUTE,
)

test(
  'nor does a backup change the database of the folder while a server of an older schema runs on it',
  async () => {
    const { address, stop } = spawnServer({ DATA_FOLDER: folder }, ['--empty'])
    closers.push(stop)
    await address
    const store = await openStore({ dataFolder: folder, join: true })
    closers.push(store.close)
    await store.pool.query(
      'delete from drizzle.__drizzle_migrations where created_at = (select max(created_at) from drizzle.__drizzle_migrations)',
    )
    const before = await migrationsOf(store.pool)
    const made = await run({}, 'backup', join(folder, 'town.tar.gz'))
    expect([made.status, made.said]).toEqual([0, expect.stringContaining('tables, 0 files')])
    const refused = await run({}, 'user', 'list')
    expect([refused.status, refused.told]).toEqual([
      1,
      expect.stringContaining('Start the server of this version first'),
    ])
    expect(await migrationsOf(store.pool)).toEqual(before)
  },
  2 * MINUTE,
)
