import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { link, open, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { type FileStore, FileStoreDown, openOne } from '../files/file-store.ts'
import { StartFailure } from '../store/failure.ts'
import { codeOf } from '../store/folder-lock.ts'
import { liftLimits } from '../store/statement-limits.ts'
import { fileName, incompleteName, MANIFEST, type Manifest, partName, sha256Of, storedAs } from './manifest.ts'
import { type TarEntry, tarBytes, tarEnd } from './tar.ts'
import { type CatalogTable, newestMigration, quoted, townSequences, townTables } from './town-catalog.ts'

/** A town to back up. It may keep working meanwhile. */
interface BackupSource {
  client: pg.ClientBase
  store: FileStore
  townName: string
  now: Date
  /** A backup without many of its files counts, because they are known to be lost. */
  acceptsLosses?: boolean
  /** Called after each table, and now and then while files are read. */
  progress(words: string): void
}

/** Rows per query, and bytes of rows in memory before they are written. */
const ROWS_AT_ONCE = 500
const PART_BYTES = 4 * 1024 * 1024
const FILES_BETWEEN_WORDS = 1000
/** A store that refuses so many files in a row gives none of the others. Each may take a minute. */
const REFUSED_IN_A_ROW = 20

/**
 * Writes the whole town into one file: a gzipped tar archive of all tables in one snapshot and of the files that their
 * records name. The file gets its name (`storedAs`) only when it is complete, and only its owner can read it. Throws a
 * StartFailure when the file exists already.
 */
export const writeBackup = async (path: string, source: BackupSource): Promise<Manifest> => {
  const { client, now, acceptsLosses = false } = source
  await assertFree(path)
  if (!acceptsLosses) await assertFree(incompleteName(path))
  // A name of its own: two backups to one name must not write into one file.
  const waiting = `${path}.${randomUUID().slice(0, 8)}.part`
  await client.query('begin isolation level repeatable read read only')
  try {
    await liftLimits(client)
    // The text of values must not depend on the settings of the database.
    await client.query("set local timezone = 'UTC'; set local bytea_output = 'hex'; set local extra_float_digits = 1")
    const manifest = await blankManifest(source)
    const archive = async function* () {
      for await (const entry of entriesOf(source, manifest)) {
        manifest.entries[entry.name] = { bytes: entry.bytes.length, sha256: sha256Of(entry.bytes) }
        yield* tarBytes(entry, now)
      }
      yield* tarBytes({ name: MANIFEST, bytes: Buffer.from(JSON.stringify(manifest)) }, now)
      yield tarEnd()
    }
    // Photos are compressed already, so the fastest level is enough for the rows.
    const gzip = createGzip({ level: 1 })
    await pipeline(Readable.from(archive()), gzip, createWriteStream(waiting, { flags: 'wx', mode: 0o600 }))
    await syncFile(waiting, 'r+')
    await nameFile(waiting, storedAs(path, manifest, acceptsLosses))
    await syncFile(dirname(path), 'r')
    return manifest
  } catch (error) {
    await rm(waiting, { force: true })
    throw error
  } finally {
    // Nothing was changed, and a complete file stays complete.
    await client.query('rollback').catch(() => undefined)
  }
}

const blankManifest = async ({ client, townName, now }: BackupSource): Promise<Manifest> => ({
  format: 'codesoft-backup',
  version: 1,
  madeAt: now.toISOString(),
  townName,
  migration: await newestMigration(client),
  tables: [],
  sequences: await townSequences(client),
  entries: {},
  missingFiles: [],
})

/** All entries but the manifest, which is collected on the way. */
async function* entriesOf(source: BackupSource, manifest: Manifest): AsyncGenerator<TarEntry> {
  for (const table of await townTables(source.client)) {
    const counted = { ...table, rows: 0 }
    manifest.tables.push(counted)
    for await (const { entry, rows } of partsOf(source.client, table)) {
      counted.rows += rows
      yield entry
    }
    source.progress(`${table.name}: ${counted.rows.toLocaleString('en-US')} rows`)
  }
  yield* filesOf(source, manifest)
}

async function* partsOf(client: pg.ClientBase, { name, columns }: CatalogTable) {
  const list = columns.map(quoted).join(', ')
  await client.query(
    `declare backup_rows no scroll cursor for select row_to_json(r)::text as line from (select ${list} from ${quoted(name)}) r`,
  )
  let lines: string[] = []
  let bytes = 0
  let part = 0
  const take = () => {
    const entry = { name: partName(name, ++part), bytes: Buffer.from(`${lines.join('\n')}\n`) }
    const rows = lines.length
    lines = []
    bytes = 0
    return { entry, rows }
  }
  for (;;) {
    const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from backup_rows`)
    for (const { line } of rows) {
      lines.push(line)
      bytes += line.length
      if (bytes >= PART_BYTES) yield take()
    }
    if (rows.length < ROWS_AT_ONCE) break
  }
  if (lines.length > 0) yield take()
  await client.query('close backup_rows')
}

async function* filesOf({ client, store, progress }: BackupSource, manifest: Manifest): AsyncGenerator<TarEntry> {
  const { rows } = await client.query<{ key: string }>(`
    select distinct key from attachments, unnest(array[original_key, web_key, thumb_key]) key where key is not null`)
  const refused: string[] = []
  let inARow = 0
  for (const [at, { key }] of rows.entries()) {
    const found = await openOne(store, key).catch(refusal)
    inARow = found instanceof FileStoreDown ? inARow + 1 : 0
    if (found instanceof FileStoreDown) {
      if (inARow === REFUSED_IN_A_ROW || inARow === rows.length) throw found
      progress(`${key}: ${found.message}`)
      refused.push(key)
    } else if (typeof found === 'string') manifest.missingFiles.push(key)
    else yield { name: fileName(key), bytes: Buffer.from(found) }
    if ((at + 1) % FILES_BETWEEN_WORDS === 0) progress(`${(at + 1).toLocaleString('en-US')} of ${rows.length} files`)
  }
  // A store that refused a file once, as when its answer was cut, mostly gives it later.
  for (const key of refused) {
    const found = await openOne(store, key).catch(refusal)
    if (found instanceof Uint8Array) yield { name: fileName(key), bytes: Buffer.from(found) }
    else manifest.missingFiles.push(key)
  }
}

/** An object store may refuse one file and give the others. */
const refusal = (error: unknown): FileStoreDown => {
  if (error instanceof FileStoreDown) return error
  throw error
}

const assertFree = async (path: string) => {
  try {
    await stat(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  throw taken(path)
}

const taken = (path: string) =>
  new StartFailure(`There is a file ${path} already. Choose another name; no backup is written over.`)

/** Gives the file its name unless another backup has it by now. A rename would write over that one. */
const nameFile = async (waiting: string, path: string) => {
  try {
    await link(waiting, path)
    await unlink(waiting)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw taken(path)
    if (!withoutLinks.has(codeOf(error))) throw error
    await assertFree(path)
    await rename(waiting, path)
  }
}

/** What a disk answers that has no links, such as a memory stick. */
const withoutLinks = new Set(['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP'])

/** The backup, and its name in the folder, must survive a power cut. */
const syncFile = async (path: string, flags: 'r' | 'r+') => {
  const file = await open(path, flags)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
