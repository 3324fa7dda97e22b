import * as z from 'zod/mini'
import { type CallName, nameOf, type Params, urlOf } from '../../contract/call-name.ts'
import type { Id, RecordType } from '../../contract/id.ts'
import { idsInParams, mapParams, type Ref } from '../../contract/params.ts'
import { idsIn, mapIds } from '../../contract/refs.ts'
import { schemasOf } from '../../contract/schemas.ts'
import { UnknownOutcome } from '../../contract/sync.ts'
import { issuesText } from '../../contract/text-limits.ts'
import { inRepeatableWrite } from '../../db/in-transaction.ts'
import { type RowName, rowName } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import { isStorageError } from '../../db/storage-error.ts'
import { type Query, queryName } from '../../records/query.ts'
import type { ValueQuery } from '../../records/value.ts'
import { dayMs } from '../../rules/dates.ts'
import { type Device, newKey } from '../device/device.ts'
import { sha256Of } from '../device/hash.ts'
import { serverNow } from '../device/server-time.ts'
import { serverIdOf } from '../entry/names.ts'
import { fetchRows, heard, readReply, store } from '../pull/pull.ts'
import { CallError, type Problem, problemOf } from '../transport/problem.ts'
import { type Outcome, send } from '../transport/send.ts'
import { problemOfKind } from '../transport/server-kind.ts'
import { pauseWithoutToken } from '../transport/token.ts'

/** What a direct call stores on this device. */
export interface Leaves {
  /** The type of the record in the answer; it is stored as the server's copy. */
  keeps?: RecordType
  /** The query that the answer also answers; it is stored as that query's newest answer. */
  answers?: Query
  /** Records that the call deletes; their rows are deleted here too. */
  removes?: readonly { type: RecordType; id: Id }[]
  /** What was done, in the user's words, for the list of what was sent today. */
  words: string
}

/** A direct call that failed. Nothing was stored here. */
export interface Failure {
  kind: 'failed'
  problem: Problem
  /** There was no answer, and repeating the call could make a second record. */
  mayHaveArrived: boolean
}

/** The result of a direct call. */
export type Answer<Reply> = { kind: 'done'; reply: Reply } | Failure

/**
 * Sends a call now, for actions that must not wait in the outbox: users, rooms, prompts, licences, permits. Nothing is
 * queued or repeated automatically; the caller keeps the typed text. `keys` remembers the key of a call without an
 * answer, and the device that of a call that makes a record, because its draft outlives the page. If the user sends
 * the same call again within `repeatMs`, a server that keeps keys does nothing twice.
 */
export async function callNow<Path extends string, Body extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  device: Device,
  endpoint: CallName<Path, Body, Reply>,
  params: Params<Path>,
  body: z.input<Body>,
  leaves: Leaves | null,
  keys: Map<string, string>,
): Promise<Answer<z.output<Reply>>> {
  const checked = z.safeParse(schemasOf(endpoint).body, body)
  if (!checked.success) {
    const detail = issuesText(checked.error.issues)
    if (detail === null) throw checked.error
    // The server would refuse it for the same reason, so it is not sent.
    return { kind: 'failed', problem: { kind: 'refused', status: 422, detail }, mayHaveArrived: false }
  }
  const known = await serverIds(device, [...idsInParams(params), ...idsIn(schemasOf(endpoint).body, body)])
  if (!known) return { kind: 'failed', problem: { kind: 'unsent' }, mayHaveArrived: false }
  const away = endpoint.repeat === 'make' ? await cannotLeave(device) : null
  if (away) return { kind: 'failed', problem: away, mayHaveArrived: false }
  const replace = (of: RecordType, id: number) => known.get(rowName(of, id)) ?? id
  const text = JSON.stringify(mapIds(schemasOf(endpoint).body, checked.data, replace))
  const { method, path, encoding } = endpoint
  const url = urlOf(path, mapParams(params, replace))
  const same = `${method} ${url} ${text}`
  const fact = endpoint.repeat === 'make' ? await keyFact(same) : null
  const at = await serverNow(device)
  const stored = fact ? await device.db.fact<StoredKey | null>(fact, null) : null
  const doubted = stored ? repeatedKey(stored, at) : keys.get(same)
  const key = doubted ?? newKey()
  keys.set(same, key)
  if (fact) await unlessFull(device.db.setFact(fact, { key, at }))
  const sent = await send(device, { method, url, encoding, ...(encoding === 'json' ? { text } : {}) }, key)
  const outcome = await heard(device, endpoint, sent)
  const problem = problemOf(outcome)
  const isSilent = problem?.kind === 'noSignal' || problem?.kind === 'foreign' || problem?.kind === 'serverDown'
  // The server says so of a call whose outcome nobody will know.
  const isUnknown = outcome.kind === 'reply' && z.safeParse(UnknownOutcome, outcome.body).success
  // Whatever refuses a repeat says nothing about the first sending without an answer, which may still be carried out.
  const isOpen = problem !== null && !isUnknown && (doubted !== undefined || isBusy(outcome))
  if (!isSilent && !isOpen) {
    keys.delete(same)
    if (fact) await unlessFull(device.db.meta.delete(fact))
  }
  if (problem?.kind === 'signedOut') await pauseWithoutToken(device)
  if (problem) {
    const mayHaveArrived = isUnknown || (isSilent && endpoint.repeat === 'make' && device.keyed !== true)
    return { kind: 'failed', problem, mayHaveArrived }
  }
  const reply = z.safeParse(schemasOf(endpoint).reply, outcome.kind === 'reply' ? outcome.body : null)
  // The call was carried out, but its answer cannot be read. A repeat could do it twice.
  if (!reply.success)
    return { kind: 'failed', problem: { kind: 'misunderstood', detail: reply.error.message }, mayHaveArrived: true }
  // A call that only asks, such as a preview, leaves nothing.
  if (leaves) await leave(device, endpoint as unknown as CallName, key, reply.data, leaves)
  return { kind: 'done', reply: reply.data }
}

/**
 * Why a call that makes a record is not sent. Until the kind of the server is known, nobody could say of a lost answer
 * whether the record may be made twice. A refused session is left to the call itself.
 */
async function cannotLeave(device: Device): Promise<Problem | null> {
  const problem = device.keyed === null ? await problemOfKind(device) : null
  if (problem === null || problem.kind === 'signedOut') return null
  await device.db.setFact('connection', problem.kind === 'serverDown' ? problem.kind : 'noSignal')
  return problem
}

/** The server is still working on the same key: a browser repeats a request by itself. */
const isBusy = (outcome: Outcome): boolean =>
  outcome.kind === 'reply' && outcome.status === 409 && outcome.retryAfter !== null

/** Reads a record now, for an edit that is sent at once on top of the office's current version. Nothing is stored. */
export const readNow = <Row extends AnyRow>(device: Device, query: Query<Row>): Promise<Answer<Row>> =>
  // The contract has checked that the answer of a `one` query is a row.
  answered(async () => (await fetchRows(device, query as Query))[0] as Row)

/** Asks the office now. Nothing is stored, since an old answer would be of no use. */
export const askNow = <Value>(device: Device, query: ValueQuery<Value>): Promise<Answer<Value>> =>
  // The contract has checked the answer.
  answered(async () => (await readReply(device, query)) as Value)

/** The result of a read. */
async function answered<Reply>(read: () => Promise<Reply>): Promise<Answer<Reply>> {
  try {
    return { kind: 'done', reply: await read() }
  } catch (error) {
    if (!(error instanceof CallError)) throw error
    return { kind: 'failed', problem: error.problem, mayHaveArrived: false }
  }
}

/** The server's ids of the records in a call; null if one of them has not been sent yet. */
async function serverIds({ db }: Device, refs: readonly Ref[]): Promise<Map<RowName, number> | null> {
  const known = new Map<RowName, number>()
  for (const { of, id } of refs) {
    const server = await serverIdOf(db, of, id)
    if (server < 0) return null
    known.set(rowName(of, id), server)
  }
  return known
}

/**
 * One transaction: stores the server's row, deletes removed ones, and writes a receipt so that an earlier pull cannot
 * undo it.
 */
async function leave({ db, now }: Device, endpoint: CallName, key: string, reply: unknown, leaves: Leaves) {
  const { keeps, answers, removes = [], words } = leaves
  // The contract has checked that the answer is the record; `keeps` is its type.
  const row = keeps ? (reply as AnyRow) : null
  const keep = inRepeatableWrite(db, db.tables, async (db) => {
    const tick = (await db.fact('tick', 0)) + 1
    if (keeps && row) {
      await store(db, { type: keeps, answers: 'one', scope: {} }, [row], { tick })
    }
    if (answers) await db.pulls.put({ url: queryName(answers), at: now(), etag: null, tick, value: reply })
    for (const { type, id } of removes) await db.anyRows(type).delete(id)
    await db.setFact('tick', tick)
    await db.receipts.put({
      key,
      command: nameOf(endpoint),
      // Direct calls have no place in the order of the outbox, whose numbers are positive.
      seq: -tick,
      how: 'answer',
      at: now(),
      tick,
      touches: [...(keeps && row ? [rowName(keeps, row.id)] : []), ...removes.map(({ type, id }) => rowName(type, id))],
      madeId: null,
      words,
    })
  })
  // The office has done it: called a failure, it would be done twice. What is missing here comes with the next pull.
  await unlessFull(keep)
}

/** A key, and when its call was last sent, by the server's clock. Earlier versions stored the key alone. */
type StoredKey = string | { key: string; at: number }

/**
 * How long the same words count as a repeat of a call without an answer: a draft may wait for a person on leave. Later
 * it is another record, although the server still knows the key (400 days) and would give the first one's answer.
 */
const repeatMs = 14 * dayMs

/** An age beyond this comes from a clock that jumped; truly that old, the key is one that no server knows. */
const noClockMs = 400 * dayMs

/** The key of the call that this one repeats; undefined if it was sent too long ago. */
function repeatedKey(stored: StoredKey, now: number): string | undefined {
  if (typeof stored === 'string') return stored
  const age = now - stored.at
  return age > repeatMs && age < noClockMs ? undefined : stored.key
}

/** The name of a call's stored key: a hash, because the call may hold a password. */
const keyFact = async (call: string): Promise<string> =>
  `calling:${await sha256Of(new TextEncoder().encode(call).buffer as ArrayBuffer)}`

/** A call goes on without what this device cannot store. */
const unlessFull = (stored: Promise<unknown>): Promise<unknown> =>
  stored.catch((error) => {
    if (!isStorageError(error)) throw error
  })
