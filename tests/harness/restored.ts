import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { inject } from 'vitest'
import type { Manifest } from '../../src/server/backup/manifest.ts'
import { restoreBackup } from '../../src/server/backup/restore-backup.ts'
import { writeBackup } from '../../src/server/backup/write-backup.ts'
import { createDiskStore } from '../../src/server/files/disk-store.ts'
import type { FileStore } from '../../src/server/files/file-store.ts'
import { migrate } from '../../src/server/store/migrate.ts'
import { poolOf } from '../../src/server/store/open-store.ts'
import type { TestDevice } from './device.ts'
import { type Office, type OfficeOptions, office } from './office.ts'
import type { PersonName } from './people.ts'
import { ask as askPostgres } from './postgres.ts'

/** A database as a first start finds it: migrated, with nothing in it; and a folder for its files. */
export interface EmptyTown {
  pool: pg.Pool
  url: string
  folder: string
  store: FileStore
  close(): Promise<void>
}

export const emptyTown = async (): Promise<EmptyTown> => {
  const admin = inject('postgresUrls').packaged
  const name = `empty_${Math.random().toString(36).slice(2)}`
  await askPostgres(admin, `create database ${name}`)
  const url = Object.assign(new URL(admin), { pathname: `/${name}` }).href
  const pool = poolOf(url, 5)
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-empty-'))
  const close = async () => {
    await pool.end()
    await askPostgres(admin, `drop database ${name} with (force)`)
    rmSync(folder, { recursive: true, force: true })
  }
  await migrate(drizzle(pool))
  return { pool, url, folder, store: createDiskStore(join(folder, 'files')), close }
}

/** Works on a connection of its own. */
export const withClient = async <Outcome>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Outcome>) => {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** Backs a town up as the command does; by its own word at `now`, which is 20 November 2026 where nothing is said. */
export const backUp = (
  { pool, store }: { pool: pg.Pool; store: FileStore },
  path: string,
  now = new Date('2026-11-20T04:00:00Z'),
): Promise<Manifest> =>
  withClient(pool, (client) =>
    writeBackup(path, { client, store, townName: 'Fernhill', now, progress: () => undefined }),
  )

/** Restores a backup as the command does. */
export const restore = ({ pool, store }: Pick<EmptyTown, 'pool' | 'store'>, path: string): Promise<Manifest> =>
  withClient(pool, (client) => restoreBackup(path, { client, store }))

/** Restores a backup into a new database and folder, and opens its server, where everybody signs in anew. */
export const restoredOffice = async (path: string, options: OfficeOptions = {}): Promise<Office> => {
  const empty = await emptyTown()
  await restore(empty, path)
  const { pool, url, store, close } = empty
  return office({ ...options, store, database: { pool, url, drop: close } })
}

/** The phone meets the restored town: at its address, and with the session of a new sign-in. */
export const meet = (phone: TestDevice, after: Office, as: PersonName = 'ons'): void => {
  phone.base = `${after.url}/api`
  phone.session.token = after.people[as].token
}
