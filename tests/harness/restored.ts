import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { inject } from 'vitest'
import { createDiskStore } from '../../src/server/files/disk-store.ts'
import type { FileStore } from '../../src/server/files/file-store.ts'
import { migrate } from '../../src/server/store/migrate.ts'
import { poolOf } from '../../src/server/store/open-store.ts'
import { restore } from './backups.ts'
import type { TestDevice } from './device.ts'
import { type Office, type OfficeOptions, office } from './office.ts'
import type { PersonName } from './people.ts'
import { ask as askPostgres } from './postgres.ts'

/** A database as at a first start (migrated, empty), and a folder for files. */
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

/** Restores a backup into a new database and folder and opens a server on it. Everybody is signed in again. */
export const restoredOffice = async (path: string, options: OfficeOptions = {}): Promise<Office> => {
  const empty = await emptyTown()
  await restore(empty, path)
  const { pool, url, store, close } = empty
  return office({ ...options, store, database: { pool, url, drop: close } })
}

/** Connects the phone to the restored town, with the session of a new sign-in. */
export const connectTo = (phone: TestDevice, after: Office, as: PersonName = 'ons'): void => {
  phone.base = `${after.url}/api`
  phone.session.token = after.people[as].token
}
