import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inArray, or } from 'drizzle-orm'
import type { Services } from '../endpoint.ts'
import { INCOMING_FOLDER } from '../received-body.ts'
import { attachments, type Db } from '../store/core-tables.ts'
import { codeOf } from '../store/folder-lock.ts'
import { townId } from '../town.ts'
import type { FileStore } from './file-store.ts'

/** No request takes nearly this long. An older file that no record names will never be named. */
const SAFE_AGE_MS = 24 * 3_600_000
/** More than this, and more than a tenth of all, does not come from killed writes but means the wrong database. */
const FEW = 100

/**
 * Deletes files of writes that were killed between file and record, and bodies that never arrived completely. Never
 * deletes a file that a record names or that is younger than a day, and nothing in a store of another town.
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
  const orphans: string[] = []
  let all = 0
  for await (const keys of store.before(moment)) {
    all += keys.length
    if (keys.length > 0) orphans.push(...(await unnamedOf(db, keys)))
  }
  if (all === 0) return 0
  const isSuspicious = orphans.length > FEW && orphans.length > all / 10
  if (isSuspicious || !(await isOurs(store, await townId(db)))) {
    log.warn({ files: all, unnamed: orphans.length }, 'files of another database? Nothing was taken away.')
    return 0
  }
  for (const key of orphans) await store.remove(key)
  if (orphans.length > 0) log.info({ removed: orphans.length }, 'took away files of writes that were never finished')
  return orphans.length
}

const isOurs = async (store: FileStore, id: string) => (await store.belongsTo(id)) === id

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
