import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray, or } from 'drizzle-orm'
import type { Services } from '../endpoint.ts'
import { INCOMING_FOLDER } from '../received-body.ts'
import { attachments, type Db } from '../store/core-tables.ts'
import { codeOf } from '../store/folder-lock.ts'
import { lastRestore } from '../store/histories.ts'
import { townId } from '../town.ts'
import type { FileStore } from './file-store.ts'

/** No request takes nearly this long. An older file that no record names will never be named. */
const SAFE_AGE_MS = 24 * 3_600_000
/** More than this, and more than a tenth of all, does not come from killed writes but means the wrong database. */
const FEW = 100

/**
 * Deletes files of writes that were killed between file and record, and bodies that never arrived completely. Never
 * deletes a file that a record names or that is younger than a day, and nothing in a store that another town uses too, or
 * a copy of this one. Files from before a restore stay: what the lost town took in after the backup is evidence.
 */
export const removeOrphans = async ({
  db,
  store,
  config,
  clock,
  log,
}: Pick<Services, 'db' | 'store' | 'config' | 'clock' | 'log'>): Promise<number> => {
  const moment = new Date(clock().getTime() - SAFE_AGE_MS)
  await removeIncoming(join(config.dataFolder, INCOMING_FOLDER), moment)
  const orphans = new Set<string>()
  let all = 0
  for await (const keys of store.before(moment)) {
    all += keys.length
    for (const key of keys.length > 0 ? await unnamedOf(db, keys) : []) orphans.add(key)
  }
  if (all === 0) return 0
  const restored = await lastRestore(db)
  const owner = restored ? `${await townId(db)} ${restored.life}` : await townId(db)
  const owners = await store.belongsTo(owner)
  const isSuspicious = orphans.size > FEW && orphans.size > all / 10
  if (isSuspicious || owners !== owner) {
    log.warn({ files: all, unnamed: orphans.size, owners }, 'files of another database? Nothing was taken away.')
    return 0
  }
  if (restored) await keepFrom(orphans, store, restored.at)
  for (const key of orphans) await store.remove(key)
  if (orphans.size > 0) log.info({ removed: orphans.size }, 'took away files of writes that were never finished')
  return orphans.size
}

/** Takes out what was stored before a restore. The store may have another clock than the database. */
const keepFrom = async (orphans: Set<string>, store: FileStore, restoredAt: Date) => {
  for await (const keys of store.before(new Date(restoredAt.getTime() + SAFE_AGE_MS)))
    for (const key of keys) orphans.delete(key)
}

const unnamedOf = async (db: Db, keys: string[]): Promise<string[]> => {
  const { original_key, web_key, thumb_key } = attachments
  const rows = await db
    .select({ original_key, web_key, thumb_key })
    .from(attachments)
    .where(or(inArray(original_key, keys), inArray(web_key, keys), inArray(thumb_key, keys)))
  const named = new Set(rows.flatMap((row) => [row.original_key, row.web_key, row.thumb_key]))
  return keys.filter((key) => !named.has(key))
}

const removeIncoming = async (folder: string, moment: Date) => {
  try {
    for (const name of await readdir(folder)) {
      const path = join(folder, name)
      if ((await stat(path)).mtime < moment) await rm(path, { force: true })
    }
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}
