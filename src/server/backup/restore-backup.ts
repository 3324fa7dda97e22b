import type pg from 'pg'
import { SETUP_LOCK } from '../cli/set-up-town.ts'
import type { FileStore } from '../files/file-store.ts'
import { StartFailure } from '../store/failure.ts'
import { liftLimits } from '../store/statement-limits.ts'
import { keyOfFile, type Manifest, sha256Of, tableOfPart } from './manifest.ts'
import { entriesIn, verifyBackup } from './read-backup.ts'
import { newestMigration, quoted, townSequences, townTables } from './town-catalog.ts'

/** An empty town that receives a backup. */
interface RestoreTarget {
  client: pg.ClientBase
  store: FileStore
}

/** Tables that a server fills at its first start. The backup contains their rows. */
const replaced = new Set(['server_settings', 'sign_in_attempts', 'changes', 'town_histories'])

/**
 * How many numbers are skipped after a restore: more than a town uses between two backups. Phones may know records that
 * were created after the backup and are lost. New records must not get their numbers; a record that a phone sends again
 * gets its old number.
 */
const NUMBERS_LEFT_FREE = 100_000n
/** The same for positions in the list of changes, so that none is used twice. */
const POSITIONS_LEFT_FREE = 1_000_000_000n
const POSITIONS = 'change_positions'

/**
 * Restores a backup into an empty, migrated database and its file store: all of it or nothing. Everything is verified
 * before the first row is written. Throws a StartFailure with the reason.
 */
export const restoreBackup = async (path: string, target: RestoreTarget): Promise<Manifest> => {
  const { client, store } = target
  const stored: string[] = []
  await client.query('begin')
  try {
    await liftLimits(client)
    await client.query('select pg_advisory_xact_lock($1)', [SETUP_LOCK])
    await assertEmpty(client)
    const manifest = await verifyBackup(path)
    await assertUnderstood(client, manifest)
    for (const name of replaced) await client.query(`delete from ${quoted(name)}`)
    const given = await numbersGiven(client, manifest)
    await leaveNumbersFree(client, given)
    const tables = new Map(manifest.tables.map((table) => [table.name, table]))
    for await (const { name, bytes } of entriesIn(path)) {
      const table = tables.get(tableOfPart(name) ?? '')
      const key = keyOfFile(name)
      if (table) await addRows(client, table, bytes)
      else if (key !== undefined && (await addFile(store, key, bytes))) stored.push(key)
    }
    await assertComplete(client, manifest)
    await fillColumns(client, manifest)
    await keepNumbers(client, given)
    await beginHistory(client, manifest)
    await endSessions(client)
    await client.query('commit')
    return manifest
  } catch (error) {
    // Neither a connection that is gone nor a store that is down may hide the reason.
    await client.query('rollback').catch(() => undefined)
    for (const key of stored) await store.remove(key).catch(() => undefined)
    throw error
  }
}

const assertEmpty = async (client: pg.ClientBase) => {
  for (const { name } of await townTables(client)) {
    if (replaced.has(name)) continue
    const { rows } = await client.query<{ filled: boolean }>(`select exists (select from ${quoted(name)}) as filled`)
    if (rows[0]?.filled)
      throw new StartFailure(
        `The database is not empty: there are rows in ${name}. A backup is restored into an empty database only; set DATA_FOLDER to a new folder, or DATABASE_URL to a new database.`,
      )
  }
}

const assertUnderstood = async (client: pg.ClientBase, { migration, tables }: Manifest) => {
  if (migration > (await newestMigration(client)))
    throw new StartFailure('The backup was made by a newer version of this program. Restore it with that version.')
  const here = new Map((await townTables(client)).map(({ name, columns }) => [name, new Set(columns)]))
  for (const { name, columns } of tables)
    if (!columns.every((column) => here.get(name)?.has(column)))
      throw new StartFailure(`This version of the program does not know all that the backup holds in ${name}.`)
}

const addRows = async (
  client: pg.ClientBase,
  { name, columns }: { name: string; columns: string[] },
  bytes: Buffer,
) => {
  const rows = `[${bytes.toString('utf8').trimEnd().split('\n').join(',')}]`
  const list = columns.map(quoted).join(', ')
  const from = `json_populate_recordset(null::${quoted(name)}, $1::json)`
  // Triggers record every restored row as changed. Only removed records must be recorded in addition (G-09).
  const statement =
    name === 'changes'
      ? `insert into changes (record_type, record_id, position, deleted)
         select record_type, record_id, nextval('${POSITIONS}'), true from ${from} where deleted on conflict do nothing`
      : `insert into ${quoted(name)} (${list}) overriding system value select ${list} from ${from}`
  await client.query(statement, [rows])
}

/** True when the bytes were stored; false when the store has them already, as after a move of the database alone. */
const addFile = async (store: FileStore, key: string, bytes: Buffer): Promise<boolean> => {
  const there = await store.open(key)
  if (there && sha256Of(there) === sha256Of(bytes)) return false
  if (there) throw new StartFailure(`The file store has another file under ${key}. Restore into an empty one.`)
  await store.put(bytes, key)
  return true
}

/** The last value of each sequence before the backup. Older backups leave out unused sequences. */
const numbersGiven = async (client: pg.ClientBase, { sequences }: Manifest) =>
  Object.keys(await townSequences(client)).map((name): [string, string] => [name, sequences[name] ?? '0'])

const leaveNumbersFree = async (client: pg.ClientBase, given: readonly [string, string][]) => {
  for (const [name, last] of given) {
    const next = BigInt(last) + (name === POSITIONS ? POSITIONS_LEFT_FREE : NUMBERS_LEFT_FREE)
    await client.query('select setval($1::regclass, $2)', [quoted(name), String(next)])
  }
}

/** The range of numbers that the lost town used after the backup. */
const keepNumbers = async (client: pg.ClientBase, given: readonly [string, string][]) => {
  for (const [name, last] of given) {
    if (name === POSITIONS) continue
    const upTo = String(BigInt(last) + NUMBERS_LEFT_FREE)
    await client.query('insert into numbers_left_free (sequence, above, up_to) values ($1, $2, $3)', [name, last, upTo])
  }
}

/** Columns that their migration fills from other rows, and the function that fills them after a restore. */
const filled = [{ name: 'inspections', column: 'status_at', fill: 'fill_status_at' }]

/** A backup from before such a migration holds no values for its column. */
const fillColumns = async (client: pg.ClientBase, { tables }: Manifest) => {
  for (const { name, column, fill } of filled)
    if (!tables.find((table) => table.name === name)?.columns.includes(column)) await client.query(`select ${fill}()`)
}

/** Records the restore, so that phones learn that the town was reset, and to which time. */
const beginHistory = (client: pg.ClientBase, { madeAt }: Manifest) =>
  client.query('insert into town_histories (id, backup_made_at) values (gen_random_uuid()::text, $1)', [madeAt])

/** Ends all sessions: the backup may contain sessions of people who were signed out or made inactive later. */
const endSessions = (client: pg.ClientBase) =>
  client.query(`
    insert into server_settings (name, value, secret) values ('session-generation', gen_random_uuid()::text, true)
    on conflict (name) do update set value = excluded.value`)

const assertComplete = async (client: pg.ClientBase, { tables }: Manifest) => {
  for (const { name, rows } of tables) {
    if (name === 'changes') continue
    const counted = await client.query<{ rows: string }>(`select count(*) as rows from ${quoted(name)}`)
    if (Number(counted.rows[0]?.rows) !== rows) throw new Error(`${name} has not all of its ${rows} rows`)
  }
}
