import { asc, gt, sql } from 'drizzle-orm'
import { stateOf } from '../reading/original.ts'
import { attachments, auditLog, type Db } from '../store/core-tables.ts'
import type { FileStore } from './file-store.ts'

/** Rows read at once. */
const AT_ONCE = 500

/** An original that differs from what arrived. */
interface FileProblem {
  id: number
  words: string
}

/** The result of checking all originals. `unlogged` counts files older than the first log entry with hashes. */
interface Outcome {
  checked: number
  unlogged: number
  problems: FileProblem[]
}

/** Reads every stored original and compares it with the hash in its record, and that with the log. */
export const checkOriginals = async (
  { db, store }: { db: Db; store: FileStore },
  progress?: (checked: number) => void,
): Promise<Outcome> => {
  const outcome: Outcome = { checked: 0, unlogged: 0, problems: [] }
  const since = await firstLogged(db)
  for (let after = 0; ; ) {
    const rows = await rowsAfter(db, after)
    for (const row of rows) {
      const problem = await problemOf(store, row, since)
      if (problem) outcome.problems.push({ id: row.id, words: problem })
      else if (!row.logged) outcome.unlogged++
      outcome.checked++
    }
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return outcome
    after = last.id
    progress?.(outcome.checked)
  }
}

const { id, owner_type, owner_id, filename, sha256, original_key, created_at } = attachments
const isLogged = sql<boolean>`exists (
  select from ${auditLog} where ${auditLog.files} is not null
    and ${auditLog.files} @> jsonb_build_array(jsonb_build_object('sha256', ${sha256})))`

const rowsAfter = (db: Db, after: number) =>
  db
    .select({ id, owner_type, owner_id, filename, sha256, original_key, created_at, logged: isLogged })
    .from(attachments)
    .where(gt(id, after))
    .orderBy(asc(id))
    .limit(AT_ONCE)

type Row = Awaited<ReturnType<typeof rowsAfter>>[number]

const problemOf = async (store: FileStore, row: Row, since: Date | null): Promise<string | null> => {
  const name = `file ${row.id} (${row.filename}, ${row.owner_type} ${row.owner_id})`
  const state = await stateOf(store, row)
  if (state === 'gone') return `${name} is gone from the file store`
  if (state === 'unreadable') return `${name} cannot be read from the file store`
  if (state === 'changed') return `${name} is not what was stored: its bytes do not have the hash ${row.sha256}`
  if (!row.logged && since !== null && row.created_at >= since)
    return `${name} has the hash ${row.sha256}, which no entry of the log names`
  return null
}

/** The time of the first log entry that names its files. */
const firstLogged = async (db: Db): Promise<Date | null> => {
  const rows = await db
    .select({ at: auditLog.received_at })
    .from(auditLog)
    .where(sql`${auditLog.files} is not null`)
    .orderBy(asc(auditLog.id))
    .limit(1)
  return rows[0]?.at ?? null
}
