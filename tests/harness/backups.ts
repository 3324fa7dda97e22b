import type pg from 'pg'
import type { Manifest } from '../../src/server/backup/manifest.ts'
import { restoreBackup } from '../../src/server/backup/restore-backup.ts'
import { writeBackup } from '../../src/server/backup/write-backup.ts'
import type { FileStore } from '../../src/server/files/file-store.ts'

/** The place of a town's records and files. */
interface Kept {
  pool: pg.Pool
  store: FileStore
}

/** Runs `work` on a connection of its own. */
export const withClient = async <Outcome>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<Outcome>) => {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

/** Backs a town up as the command does. The time of the backup is `now`, by default 20 November 2026. */
export const backUp = (
  { pool, store }: Kept,
  path: string,
  now = new Date('2026-11-20T04:00:00Z'),
): Promise<Manifest> =>
  withClient(pool, (client) =>
    writeBackup(path, { client, store, townName: 'Fernhill', now, progress: () => undefined }),
  )

/** Restores a backup as the command does. */
export const restore = ({ pool, store }: Kept, path: string): Promise<Manifest> =>
  withClient(pool, (client) => restoreBackup(path, { client, store }))
