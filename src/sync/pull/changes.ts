import * as z from 'zod/mini'
import type { RecordType } from '../../contract/id.ts'
import { recordSchemas } from '../../contract/records.ts'
import { type Change, Changes, sync } from '../../contract/sync.ts'
import type { DeviceDatabase, Pull } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { rowName } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import { isInScope, type Query } from '../../records/query.ts'
import { type Device, isOurs, newKey } from '../device/device.ts'
import { note } from '../entry/journal.ts'
import { noteLacksOurs } from '../entry/takes-ours.ts'
import { recordAnswer } from '../transport/connection.ts'
import { CallError, problemOf } from '../transport/problem.ts'
import { type Outcome, read } from '../transport/send.ts'
import { problemOfKind } from '../transport/server-kind.ts'
import { changeLists, type Feed, freshMs, keepPage, noFeed } from './feed.ts'
import { lookedAt } from './looked-at.ts'
import { followMerged, forgetMerges } from './merged.ts'
import { type Known, knownOf, pullKnown, pullValue, store } from './pull.ts'
import { removeGone } from './removal.ts'
import { thread, threadsIn } from './thread.ts'

/*
 * Our server reports what has changed since a cursor. A list that was once read whole is then kept up to date by one
 * question for all lists, instead of one for each. A documented server is asked for each list.
 */

/**
 * A row also shows data of other rows (the name of a contact, the number of a unit), which changes without the row. So
 * a list is read whole again when its last whole answer is older than this (ms).
 */
const wholeForMs = 60 * 60 * 1000

/** Changes in one answer, and the most answers in a row. With more to catch up, reading the lists is shorter. */
const changesAtOnce = 500
const mostPages = 20

/** Updates the rows of a list by the changes if that is enough, else by the list's own call. Throws CallError. */
export async function refresh(device: Device, asked: Query): Promise<void> {
  const known = await knownOf(device.db, asked)
  if (!known) return
  if (!mayBeFollowed(device, known)) {
    // The caller waits for the list, so the changes are read at the same time.
    await Promise.all([pullKnown(device, known), catchUp(device).catch(unlessCallError)])
    return
  }
  const feed = await catchUp(device)
  const later = await knownOf(device.db, asked)
  if (!later) return
  if (!feed || !mayBeFollowed(device, later)) return pullKnown(device, later)
  await lookedAt(device.db, later.query, device.now() + later.clockOffsetMs)
}

/** How to update a list of records, and how to update an answer that is stored as a value. */
export const bringUpToDate = { list: refresh, value: pullValue } as const

/** Whether a list was read whole recently, within the current chain of answers. */
const mayBeFollowed = ({ now }: Device, { feed, before }: Known): boolean =>
  feed !== null && before?.chain === feed.chain && Math.abs(now() - before.at) < wholeForMs

/** Ignores errors of the changes: the list's own call reports its errors. */
const unlessCallError = (error: unknown): null => {
  if (error instanceof CallError) return null
  throw error
}

const running = new WeakMap<DeviceDatabase, Promise<Feed | null>>()

/**
 * Reads the changes up to now, once for all simultaneous callers. Null if there are none to read. Throws CallError.
 */
export async function catchUp(device: Device): Promise<Feed | null> {
  const { db } = device
  const known = running.get(db)
  if (known) return known
  const asking = readOn(device).finally(() => running.delete(db))
  running.set(db, asking)
  return asking
}

async function readOn(device: Device): Promise<Feed | null> {
  const { db, now } = device
  // The list's own call reports the problem.
  if (device.keyed === null && (await problemOfKind(device))) return null
  if (!isOurs(device)) return null
  let feed = await db.fact('feed', noFeed)
  if (feed && Math.abs(now() - feed.at) < freshMs) return feed
  for (let pages = 0; feed && pages < mostPages; pages++) {
    const page = await readPage(device, feed)
    if (page === 'begin anew') feed = null
    else if (page.isLast) return page.feed
    else feed = page.feed
  }
  return begin(device)
}

/** Starts a new chain of answers. Every list that was read before is read whole once more. */
async function begin(device: Device): Promise<Feed | null> {
  const { db, now } = device
  const wiped = await db.fact('wiped', 0)
  const outcome = await ask(device, 'now')
  const answer = answerIn(outcome)
  if (!answer) {
    if (outcome.kind === 'reply' && outcome.status === 404) await noteLacksOurs(db)
    return null
  }
  const history = device.history?.id
  const feed: Feed = { chain: newKey(), cursor: answer.cursor, at: now(), n: 0, ...(history ? { history } : {}) }
  await inTransaction(db, 'rw', [db.meta, db.journal, db.pulls], async (db) => {
    if ((await db.fact('wiped', 0)) !== wiped) return
    await db.setFact('feed', feed)
    await db.meta.delete('feedPages')
    await forgetMerges(db)
    // The known lists may belong to a lost town, or may have been changed here since.
    await db.pulls.toCollection().modify({ etag: null })
    await note(db, now(), 'changes are followed', {})
  })
  // What was kept until the server said that it takes it may be sent now.
  device.wake()
  return feed
}

async function ask(device: Device, since: string): Promise<Outcome> {
  const search = new URLSearchParams({ since, limit: String(changesAtOnce) })
  const outcome = await read(device, `${sync.changes.path}?${search}`)
  await recordAnswer(device, outcome)
  return outcome
}

/** Null if the server has no such call, or no changes for this cursor. Throws CallError. */
function answerIn(outcome: Outcome): Changes | null {
  // 404: an older server; 410: the town was restored; 422: the server does not know this cursor.
  if (outcome.kind === 'reply' && [404, 410, 422].includes(outcome.status)) return null
  const problem = problemOf(outcome)
  if (problem) throw new CallError(problem)
  const answer = z.safeParse(Changes, outcome.kind === 'reply' ? outcome.body : null)
  if (!answer.success) throw new CallError({ kind: 'misunderstood', detail: answer.error.message })
  return answer.data
}

async function readPage(device: Device, feed: Feed): Promise<{ feed: Feed; isLast: boolean } | 'begin anew'> {
  const { db, now } = device
  const { tick, wiped } = await db.facts({ tick: 0, wiped: 0 })
  const answer = answerIn(await ask(device, feed.cursor))
  const rows = answer && rowsIn(answer.changes)
  if (!rows) return 'begin anew'
  const names = answer.changes.map(({ type, id }) => rowName(type, id))
  // Usually nothing has changed, and only the cursor is written.
  return inTransaction(db, 'rw', rows.size > 0 ? db.tables : [db.meta], async (db) => {
    if ((await db.fact('wiped', 0)) !== wiped) return { feed, isLast: true }
    const known = await db.fact('feed', noFeed)
    // Another tab has read further meanwhile, so this answer is older than the rows here.
    if (known?.chain !== feed.chain) return 'begin anew'
    if (known.cursor !== feed.cursor) return { feed: known, isLast: false }
    const n = known.n + (rows.size > 0 ? 1 : 0)
    const next: Feed = { ...known, cursor: answer.cursor, at: answer.more ? known.at : now(), n }
    if (rows.size > 0) await followMerged(db, answer.changes, tick)
    if (rows.size > 0) await keepPage(db, { n, names, left: await keepAll(db, rows, tick) })
    await db.setFact('feed', next)
    return { feed: next, isLast: !answer.more }
  })
}

/**
 * Stores the changes of all types; returns the types with a change that was not stored. Runs in a transaction over all
 * tables.
 */
async function keepAll(db: DeviceDatabase, rows: Map<RecordType, Changed>, tick: number): Promise<RecordType[]> {
  const pulls = await db.pulls.toArray()
  const left: RecordType[] = []
  for (const [type, changed] of rows) {
    const lists = pulls.filter((it) => it.covers?.type === type)
    const kept = await keepChanges(db, { type, ...changed }, lists, tick)
    if (!kept.areAllWanted || !kept.isWhole) left.push(type)
    await changeLists(db, lists, kept.isWhole)
  }
  // Last, so that a change of the violation itself does not put its list back into the chain.
  await changeLists(db, threadsIn(pulls, rows.get(thread)?.rows ?? []), false)
  return left
}

interface Changed {
  rows: AnyRow[]
  gone: number[]
}

/**
 * The changes by type, with rows checked against the contract; null if this version of the app cannot read one of
 * them.
 */
function rowsIn(changes: readonly Change[]): Map<RecordType, Changed> | null {
  const byType = new Map<RecordType, Changed>()
  for (const { type, id, row } of changes) {
    const changed = byType.get(type) ?? { rows: [], gone: [] }
    byType.set(type, changed)
    if (row === null) changed.gone.push(id)
    else {
      const checked = z.safeParse(recordSchemas[type], row)
      if (!checked.success) return null
      changed.rows.push(checked.data)
    }
  }
  return byType
}

/** `areAllWanted`: every changed row belongs on this device. `isWhole`: every row that belongs here was stored. */
interface Kept {
  areAllWanted: boolean
  isWhole: boolean
}

/**
 * Stores the changed rows that this device has or that belong to one of its lists, and deletes the removed ones. Rows
 * with unsent work or settled meanwhile stay unchanged. Runs in a transaction over all tables.
 */
async function keepChanges(
  db: DeviceDatabase,
  { type, rows, gone }: Changed & { type: RecordType },
  lists: readonly Pull[],
  tick: number,
): Promise<Kept> {
  const belongs = (row: AnyRow) => lists.some(({ covers }) => covers && isInScope(row, covers.scope))
  const ids = rows.map((it) => it.id)
  const here = new Set(await db.anyRows(type).where('id').anyOf(ids).primaryKeys())
  const wanted = rows.filter((row) => here.has(row.id) || belongs(row))
  const areStored = await store(db, { type, answers: 'some', scope: {} }, wanted, { tick })
  const areRemoved = await removeGone(db, { type, tick }, gone)
  return { areAllWanted: wanted.length === rows.length, isWhole: areStored && areRemoved }
}
