import type { RecordType } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { type RowName, rowName } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import { isInScope, type Query, rowsOf } from '../../records/query.ts'
import { promptDraft } from '../entry/drafts.ts'
import { eachEntry } from '../entry/each-entry.ts'
import { changeLists } from './feed.ts'

/** The rows of a type, and which rows the answer covers. */
export type Stored = Pick<Query, 'type' | 'answers' | 'scope' | 'only' | 'leftOut'>

interface Busy {
  /** Rows with unsent work on top. */
  waiting: Set<RowName>
  /** Rows settled after the request. */
  settled: Set<RowName>
}

/** Of one type, and only with server ids: no answer contains records that exist only here. */
export async function busyRows(db: DeviceDatabase, type: RecordType, tick: number): Promise<Busy> {
  const settled = await db.receipts.where('tick').above(tick).toArray()
  // The keys of this multi-entry index are row names (see the outbox). In the key order ':' follows '9', and '-' comes
  // before '0'. WebKit fails on `uniqueKeys` of an empty index, so the set removes duplicates.
  const waiting = (await db.outbox.where('touches').between(`${type}:0`, `${type}::`).keys()) as unknown
  return { waiting: new Set(waiting as RowName[]), settled: new Set(settled.flatMap((it) => it.touches)) }
}

/** Rows that unsent work refers to. Rarely called, because it reads every entry. */
async function neededRows(db: DeviceDatabase): Promise<Set<RowName>> {
  const needed = new Set<RowName>()
  await eachEntry(db, ({ params }) => {
    for (const [name, id] of Object.entries(params)) needed.add(rowName(typeName(name), id))
  })
  return needed
}

// A parameter is named after its type: 'areaId'. Any other name gives a row name that matches nothing.
const typeName = (param: string) => param.replace(/Id$/, '') as Parameters<typeof rowName>[0]

/** What is known of the rows that are not deleted. */
interface Staying {
  /** Rows in the answer. */
  present: ReadonlySet<number>
  /** Rows that newer changes have brought. */
  newer?: ReadonlySet<RowName> | null | undefined
  /** Rows that exist although the answer lacks them. */
  standing?: ReadonlySet<number> | undefined
}

/**
 * Deletes the rows that a list no longer contains. False if one stays although the list lacks it. Runs inside a
 * transaction over all tables.
 */
export async function removeMissing(
  db: DeviceDatabase,
  query: Stored,
  { present, newer, standing }: Staying,
  busy: Busy,
): Promise<boolean> {
  const missing = (await rowsOf(db, query)).filter(
    (row) => row.id > 0 && !present.has(row.id) && !newer?.has(rowName(query.type, row.id)),
  )
  const gone = missing.filter((row) => !standing?.has(row.id))
  return (await remove(db, query, gone, busy)) && gone.length === missing.length
}

/** Deletes records that the office has deleted. False if one stays. Runs inside a transaction over all tables. */
export async function removeGone(
  db: DeviceDatabase,
  { type, tick }: { type: RecordType; tick: number },
  ids: readonly number[],
): Promise<boolean> {
  if (ids.length === 0) return true
  const rows = (await db.anyRows(type).bulkGet([...ids])).filter((row) => row !== undefined)
  if (rows.length === 0) return true
  return remove(db, { type, answers: 'some', scope: {} }, rows, await busyRows(db, type, tick))
}

async function remove(db: DeviceDatabase, query: Stored, rows: readonly AnyRow[], busy: Busy): Promise<boolean> {
  const free = rows.filter((row) => {
    const name = rowName(query.type, row.id)
    return !busy.waiting.has(name) && !busy.settled.has(name)
  })
  if (free.length === 0) return rows.length === 0
  const needed = await neededRows(db)
  const gone = free.filter((row) => !needed.has(rowName(query.type, row.id)))
  if (gone.length === 0) return false
  const table = db.anyRows(query.type)
  if (query.leftOut) await table.bulkPut(gone.map((row) => ({ ...row, ...query.leftOut })))
  else {
    await table.bulkDelete(gone.map((row) => row.id))
    // What was typed about it could never be saved, and no page shows it any more.
    if (query.type === 'prompt') await db.drafts.bulkDelete(gone.map((row) => promptDraft(row.id)))
    if (query.answers === 'list') await askOthers(db, query, gone)
  }
  return gone.length === rows.length
}

/** The other lists that had these rows may still have them at the office, so they are read whole next time. */
async function askOthers(db: DeviceDatabase, { type }: Stored, gone: readonly AnyRow[]): Promise<void> {
  const lists = await db.pulls
    .filter(({ covers }) => covers?.type === type && gone.some((row) => isInScope(row, covers.scope)))
    .toArray()
  await changeLists(db, lists, false)
}
