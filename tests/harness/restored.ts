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

/** Backs a town up as the command does, on 20 November 2026 by its own word. */
export const backUp = ({ pool, store }: { pool: pg.Pool; store: FileStore }, path: string): Promise<Manifest> =>
  withClient(pool, (client) =>
    writeBackup(path, {
      client,
      store,
      townName: 'Fernhill',
      now: new Date('2026-11-20T04:00:00Z'),
      progress: () => undefined,
    }),
  )

/** Restores a backup as the command does. */
export const restore = ({ pool, store }: EmptyTown, path: string): Promise<Manifest> =>
  withClient(pool, (client) => restoreBackup(path, { client, store }))
