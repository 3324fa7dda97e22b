import * as z from 'zod/mini'
import type { CallName } from '../../contract/call-name.ts'
import { schemasOf } from '../../contract/schemas.ts'
import type { DeviceDatabase, Pull } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { type RowName, rowName } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import { commands } from '../../records/index.ts'
import { type Query, queryName, queryUrl, rowsOf } from '../../records/query.ts'
import { same } from '../../rules/same.ts'
import { type Device, isOurs } from '../device/device.ts'
import { unlessDamaged } from '../entry/damage.ts'
import { looksLike } from '../entry/fingerprint.ts'
import { resolveIds } from '../entry/ids.ts'
import { rebuild } from '../entry/rebuild.ts'
import { resolved } from '../entry/resolved.ts'
import { takesOursIn } from '../entry/takes-ours.ts'
import { recordAnswer } from '../transport/connection.ts'
import { CallError, problemOf } from '../transport/problem.ts'
import { type Outcome, read } from '../transport/send.ts'
import { changedSince, type Feed, leaveChain, noFeed } from './feed.ts'
import { keepNested } from './keep-nested.ts'
import { lookedAt } from './looked-at.ts'
import { followAnswer } from './merged.ts'
import { busyRows, removeMissing, type Stored } from './removal.ts'
import { hasThread, thread } from './thread.ts'

/** The answer to a query's call, checked against the contract. Throws CallError. */
export async function readReply(device: Device, query: Query): Promise<unknown> {
  return replyIn(query, await heard(device, query.endpoint, await read(device, queryUrl(query))))
}

/**
 * Records an answer and returns what it means. A server with the documented calls alone answers ours in its own way,
 * perhaps with a page; whatever that is, it tells nothing but that there is no such call.
 */
export async function heard(device: Device, { id }: Pick<CallName, 'id'>, outcome: Outcome): Promise<Outcome> {
  const isOdd = outcome.kind === 'foreign' || (outcome.kind === 'reply' && noSuchCall.includes(outcome.status))
  if (isOdd && id.startsWith('X') && (await takesOursIn(device.db)) === false)
    return { kind: 'reply', status: 404, body: null, keyed: false, etag: null, retryAfter: null, clock: null }
  await recordAnswer(device, outcome)
  return outcome
}

/** What servers answer to a path that they do not know, besides 404, which every caller understands. */
const noSuchCall = [400, 403, 405]

function replyIn(query: Query, outcome: Outcome): unknown {
  // A documented server answers 404 for an address without photos, comments, violations or inspections (G-24).
  if (outcome.kind === 'reply' && outcome.status === 404 && query.answers !== 'one' && !query.hasOther) return []
  const problem = problemOf(outcome)
  if (problem) throw new CallError(problem)
  const reply = z.safeParse(schemasOf(query.endpoint).reply, outcome.kind === 'reply' ? outcome.body : null)
  if (!reply.success) throw new CallError({ kind: 'misunderstood', detail: reply.error.message })
  return reply.data
}

/** The rows in the answer to a query's call, in the contract's form. Throws CallError. */
export async function fetchRows(device: Device, query: Query): Promise<AnyRow[]> {
  return rowsIn(query, await readReply(device, query))
}

function rowsIn(query: Query, reply: unknown): AnyRow[] {
  if (query.rowsIn) return query.rowsIn(reply)
  // The contract's reply of a list is an array of rows; that of one record is the row.
  const rows = (query.answers === 'one' ? [reply] : reply) as AnyRow[]
  const named = Object.fromEntries(Object.entries(query.scope).filter(([field]) => field !== 'id'))
  return rows.map((row) => ({ ...named, ...withoutEmpty(row, named) }))
}

/** The row without those fields of `named` that are undefined, so that the query's scope fills them. */
function withoutEmpty(row: AnyRow, named: Record<string, unknown>): AnyRow {
  const open = Object.keys(named).filter((field) => Reflect.get(row, field) === undefined)
  return open.length === 0
    ? row
    : (Object.fromEntries(Object.entries(row).filter(([field]) => !open.includes(field))) as unknown as AnyRow)
}

/** What a request must know of this device, read at one moment before it leaves. */
export interface Known {
  /** The query with the server's ids. */
  query: Query
  /** The last stored answer. */
  before: Pull | undefined
  tick: number
  wiped: number
  clockOffsetMs: number
  feed: Feed | null
}

/** What is known before a request for the query; null if one of its records has not been sent. */
export const knownOf = (db: DeviceDatabase, asked: Query): Promise<Known | null> =>
  inTransaction(db, 'r', [db.ids, db.meta, db.pulls], async (db) => {
    const query = await onServer(db, asked)
    if (!query) return null
    const before = await db.pulls.get(queryName(query))
    const facts = await db.facts({ tick: 0, wiped: 0, clockOffsetMs: 0, feed: noFeed })
    return { query, before, ...facts }
  })

/** The query with the server's ids, or null if one of its records has not been sent. */
async function onServer(db: DeviceDatabase, asked: Query): Promise<Query | null> {
  const query = await resolved(db, asked)
  return Object.values(query.params).some((id) => id < 0) ? null : query
}

/**
 * Updates the rows of a query and leaves unsent work on top. A failed call changes nothing. Throws CallError. Writes
 * only server copies: a row with waiting work gets it as its shadow (I10), a row settled since the request is left
 * alone, and only rows with server ids are ever deleted (I11).
 */
export async function pull(device: Device, asked: Query): Promise<void> {
  const known = await knownOf(device.db, asked)
  if (known) await pullKnown(device, known)
}

/** The same, with what was just read. */
export async function pullKnown(device: Device, known: Known): Promise<void> {
  const { db } = device
  const { query, before, tick, wiped, clockOffsetMs, feed } = known
  const url = queryUrl(query)
  const name = queryName(query)
  await lookedAt(db, query, device.now() + clockOffsetMs)
  const outcome = await heard(device, query.endpoint, await read(device, url, { etag: before?.etag ?? null }))
  const isSame = outcome.kind === 'reply' && outcome.status === 304
  const rows = isSame ? [] : rowsIn(query, replyIn(query, outcome))
  const etag = outcome.kind === 'reply' && outcome.status === 200 ? outcome.etag : null
  const standing = isSame ? undefined : await standingRows(device, query, rows)
  await inTransaction(db, 'rw', isSame ? [db.pulls, db.meta] : db.tables, async (db) => {
    // If another tab has signed out since the request, no record may come back onto this device.
    if ((await db.fact('wiped', 0)) !== wiped) return
    const newer = await changedSince(db, query.type, feed)
    if (isOurs(device)) await followAnswer(db, query, rows, { tick, newer })
    const isWhole = isSame || (await store(db, query, rows, { tick, newer, standing }))
    const covers = coverOf(query)
    // The changes do not tell which new rows belong to this list, so it is fetched each time.
    const hasAll = newer && (!hasThread(query) || (await changedSince(db, thread, feed)))
    const chain = hasAll && isWhole && covers ? feed?.chain : undefined
    if (!newer && !isSame) await leaveChain(db, query.type)
    const told = { at: device.now(), chain, covers }
    // Not modified: the rows are still here, unless they were deleted meanwhile. In that case the list is fetched
    // again.
    if (isSame) await db.pulls.update(name, told)
    // An answer that was not stored whole gets no ETag, or the server would later answer that nothing changed.
    else await db.pulls.put({ url: name, etag: isWhole ? etag : null, ...told })
  })
}

/** A missing row is not asked for again within this time (ms): a documented server lists no visit that has begun. */
const askAgainMs = 15 * 60_000

/**
 * The rows that a list lacks but that exist, or may exist, by their own calls. Undefined if the list tells by itself
 * what is gone.
 */
async function standingRows(device: Device, query: Query, rows: readonly AnyRow[]): Promise<Set<number> | undefined> {
  const { rowBy } = query
  if (!rowBy) return undefined
  const present = new Set(rows.map((it) => it.id))
  const missing = (await rowsOf(device.db, query)).map((it) => it.id).filter((id) => id > 0 && !present.has(id))
  const standing = new Set(missing)
  for (const id of missing) {
    const asked = await device.db.pulls.get(queryName(rowBy(id)))
    if (asked && Math.abs(device.now() - asked.at) < askAgainMs) continue
    try {
      await pull(device, rowBy(id))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const { problem } = error
      // Without an answer the other calls would fail too.
      if (problem.kind !== 'refused') break
      if (problem.status === 404) standing.delete(id)
    }
  }
  return standing
}

/** The values that make a new row belong to the list; undefined if its own values do not tell. */
const coverOf = ({ answers, type, scope }: Query): Pull['covers'] =>
  answers === 'some' && Object.keys(scope).length === 0 ? undefined : { type, scope }

/** What happened since the request: settle transactions, and rows from newer changes. */
interface Since {
  tick: number
  newer?: ReadonlySet<RowName> | null
  /** Rows that exist although the answer lacks them. */
  standing?: ReadonlySet<number> | undefined
}

/**
 * Stores fetched rows below the unsent work. Returns false if it left some alone: the answer may be older than the row
 * here, or contain a record whose own answer is missing. Runs inside a transaction over all tables.
 */
export async function store(
  db: DeviceDatabase,
  query: Stored,
  rows: readonly AnyRow[],
  since: Since,
): Promise<boolean> {
  const { type } = query
  let isWhole = true
  const table = db.anyRows(type)
  const busy = await busyRows(db, type, since.tick)
  const unsure = await unsureMakes(db, query)
  const ids = rows.map((row) => row.id)
  const here = new Map((await table.bulkGet(ids)).flatMap((row) => (row ? [[row.id, row] as const] : [])))
  const changed: AnyRow[] = []
  for (const fresh of rows) {
    const known = here.get(fresh.id)
    const name = rowName(type, fresh.id)
    const isOlder = since.newer?.has(name) ?? false
    // Deleted by a newer change.
    if (isOlder && !known) continue
    if (busy.settled.has(name) || (isOlder && busy.waiting.has(name))) {
      isWhole = false
      continue
    }
    // An older answer fills in what the newer row lacks: only a record's own answer has its comments.
    const [under, over] = isOlder && known ? [fresh, known] : [known, fresh]
    const row = under ? keepNested(under, over) : over
    if (busy.waiting.has(name)) {
      await db.shadows.put({ type, id: fresh.id, row })
      await rebuild(db, name)
    } else if (!known) {
      // This may be the record whose answer was lost. That is reconciled first, or the record would be shown twice.
      if (unsure.some((expected) => looksLike(row, expected))) isWhole = false
      else changed.push(row)
    } else if (!same(known, row)) changed.push(row)
  }
  if (changed.length > 0) await table.bulkPut(changed)
  if (query.answers === 'list' && !(await removeMissing(db, query, { ...since, present: new Set(ids) }, busy)))
    isWhole = false
  return isWhole
}

/** What entries without an answer would look like in this list. */
async function unsureMakes(db: DeviceDatabase, query: Pick<Query, 'type'>): Promise<Record<string, unknown>[]> {
  const entries = (await db.outbox.where('state').anyOf('sending', 'inDoubt', 'waiting').toArray()).filter(
    (it) => it.state !== 'waiting' || it.attempts > 0,
  )
  const expected: Record<string, unknown>[] = []
  for (const entry of entries) {
    const command = commands.get(entry.command)
    const { knownBy } = command ?? {}
    if (!command || command.makes !== query.type || !knownBy) continue
    const known = await unlessDamaged(async () => knownBy(await resolveIds(db, command, entry)), null)
    if (known) expected.push(known)
  }
  return expected
}

/**
 * Fetches a call whose answer is no list of records (counts, files) and stores the answer with its time. Throws
 * CallError.
 */
export async function pullValue(device: Device, asked: Query): Promise<void> {
  const { db } = device
  const known = await knownOf(db, asked)
  if (!known) return
  const { query, tick, wiped, feed } = known
  const value = await readReply(device, query)
  const also = query.alsoRows?.(value)
  const rows: Query | null = also ? { ...query, type: also.type, answers: 'some' } : null
  await inTransaction(db, 'rw', rows ? db.tables : [db.pulls, db.meta], async (db) => {
    // As in `pull`.
    if ((await db.fact('wiped', 0)) !== wiped) return
    if (rows && also) {
      const newer = await changedSince(db, rows.type, feed)
      await store(db, rows, also.rows, { tick, newer })
      if (!newer) await leaveChain(db, rows.type)
    }
    await db.pulls.put({ url: queryName(query), at: device.now(), etag: null, tick, value })
  })
}
