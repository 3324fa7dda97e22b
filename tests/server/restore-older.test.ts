import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { restoreBackup } from '../../src/server/backup/restore-backup.ts'
import { writeBackup } from '../../src/server/backup/write-backup.ts'
import { inOneTransaction } from '../../src/server/cli/one-transaction.ts'
import { createDiskStore } from '../../src/server/files/disk-store.ts'
import { migrate } from '../../src/server/store/migrate.ts'
import { poolOf } from '../../src/server/store/open-store.ts'
import { backUp, restore, withClient } from '../harness/backups.ts'
import { office } from '../harness/office.ts'
import { migrationsBefore } from '../harness/older-migrations.ts'
import { ask as askPostgres } from '../harness/postgres.ts'
import { emptyTown } from '../harness/restored.ts'
import { addPhotographed } from './visit.ts'

const closers: (() => unknown)[] = []
let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codesoft-older-'))
  path = join(folder, 'town.tar.gz')
})
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true, force: true })
})

const newTown = async () => {
  const empty = await emptyTown()
  closers.push(empty.close)
  return empty
}

/** Adds an address that asks for a number of the lost town; returns its number. */
const addAgain = (pool: pg.Pool, former: number) =>
  withClient(pool, (client) =>
    inOneTransaction(client, async () => {
      await client.query(`select set_config('codesoft.former', $1, true)`, [`address:${former}`])
      const { rows } = await client.query<{ id: number }>(
        `insert into addresses (combadd) values ('4 Elm St') returning id`,
      )
      return Number(rows[0]?.id)
    }),
  )

test('a record that was on its way in when the backup began gets its number back; a removed one does not', async () => {
  const town = await newTown()
  await town.pool.query(`insert into addresses (combadd) values ('1 Elm St'), ('2 Elm St')`)
  await town.pool.query(`delete from addresses where combadd = '2 Elm St'`)
  await withClient(town.pool, async (client) => {
    await client.query('begin')
    await client.query(`insert into addresses (combadd) values ('3 Elm St')`)
    await backUp(town, path)
    await client.query('commit')
  })
  const after = await newTown()
  await restore(after, path)
  expect(await addAgain(after.pool, 3)).toBe(3)
  for (const known of [1, 2, 3]) expect(await addAgain(after.pool, known)).toBeGreaterThan(100_000)
})

test('G-18 a backup from before the time of a status is restored with the times that an upgrade would fill in', async () => {
  const admin = inject('postgresUrls').packaged ?? ''
  await askPostgres(admin, 'create database older_town')
  const pool = poolOf(Object.assign(new URL(admin), { pathname: '/older_town' }).href, 3)
  closers.push(async () => {
    await pool.end()
    await askPostgres(admin, 'drop database older_town with (force)')
  })
  await migrate(drizzle(pool), {
    folder: migrationsBefore('0031_status_at', join(folder, 'migrations')),
    schema: 'drizzle',
  })
  await pool.query(`insert into inspections (source, status) values ('Complaint', 'Completed'), ('Complaint', null)`)
  await pool.query(`insert into audit_log (call, path, status, record_type, record_id, received_at, body)
    values ('B81', '', 200, 'inspection', 1, '2026-11-03T12:00Z', '{"status": "Completed"}')`)
  await backUp({ pool, store: createDiskStore(join(folder, 'files')) }, path)
  const after = await newTown()
  await restore(after, path)
  const { rows } = await after.pool.query('select status_at from inspections order by id')
  expect(rows).toEqual([{ status_at: new Date('2026-11-03T12:00Z') }, { status_at: null }])
})

const limitsOf = async (client: pg.ClientBase) => {
  const { rows } = await client.query(`select current_setting('lock_timeout') as lock,
    current_setting('statement_timeout') as statement, current_setting('idle_in_transaction_session_timeout') as idle`)
  return rows[0]
}
const limited =
  'set lock_timeout = 5000; set statement_timeout = 15000; set idle_in_transaction_session_timeout = 30000'
const without = { lock: '0', statement: '0', idle: '0' }

test('backup, restore and import are not held to limits that a town has set for its role', async () => {
  const town = await office()
  closers.push(town.close)
  await addPhotographed(town)
  const met: unknown[] = []
  const now = new Date()
  const [from, to] = [{ ...town, townName: 'Fernhill', now, progress: () => undefined }, await newTown()]
  await withClient(town.pool, async (client) => {
    await client.query(limited)
    const open = async (key: string) => {
      met.push(await limitsOf(client))
      return town.store.open(key)
    }
    await writeBackup(path, { ...from, client, store: { ...town.store, open } })
    await inOneTransaction(client, async () => met.push(await limitsOf(client)))
    await client.query('reset all')
  })
  await withClient(to.pool, async (client) => {
    await client.query(limited)
    const put = async (bytes: Uint8Array, key?: string) => {
      met.push(await limitsOf(client))
      return to.store.put(bytes, key)
    }
    await restoreBackup(path, { client, store: { ...to.store, put } })
  })
  expect(met.length).toBeGreaterThan(4)
  expect(met).toEqual(met.map(() => without))
})

test('a connection that breaks off hides neither a complete backup nor the reason of a failed restore', async () => {
  const town = await office()
  closers.push(town.close)
  await addPhotographed(town)
  /** Its rollback fails, as that of a connection that is gone. */
  const broken = (client: pg.PoolClient) =>
    new Proxy(client, {
      get: (it, name) =>
        name === 'query'
          ? async (statement: string, values?: unknown[]) => {
              if (statement === 'rollback') {
                await it.query('rollback')
                throw new Error('Connection terminated unexpectedly')
              }
              return it.query(statement, values)
            }
          : Reflect.get(it, name),
    })
  const source = { store: town.store, townName: 'Fernhill', now: new Date(), progress: () => undefined }
  const manifest = await withClient(town.pool, (client) => writeBackup(path, { ...source, client: broken(client) }))
  expect(manifest.tables.length).toBeGreaterThan(0)
  const after = await newTown()
  let stored = 0
  const removed: string[] = []
  const store = {
    ...after.store,
    put: async (bytes: Uint8Array, key?: string) => {
      if (stored++ > 0) throw new Error('The disk is full')
      return after.store.put(bytes, key)
    },
    remove: async (key: string) => {
      removed.push(key)
      await after.store.remove(key)
    },
  }
  await expect(
    withClient(after.pool, (client) => restoreBackup(path, { client: broken(client), store })),
  ).rejects.toThrow('The disk is full')
  expect(removed).toHaveLength(1)
})
