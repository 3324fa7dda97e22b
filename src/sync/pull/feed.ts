import type { RecordType } from '../../contract/id.ts'
import type { DeviceDatabase, Pull } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { RowName } from '../../db/outbox.ts'

/** How far this device has read the office's changes. */
export interface Feed {
  /** Names an unbroken chain of answers. A list that was read within it is kept up to date by the later answers. */
  chain: string
  cursor: string
  /** When this device last read all changes (ms of the device's clock). */
  at: number
  /** Answers with changes so far, and answers that may have set some of them back (`leaveChain`). */
  n: number
  /** The history of the town in which the chain began (`sync/reconcile/restored.ts`). */
  history?: string
}

/** The fact 'feed': null if this server reports no changes or was not asked yet. */
export const noFeed: Feed | null = null

/** A moment in the reading of the changes. */
type ReadTo = Pick<Feed, 'chain' | 'n'>

/** An answer younger than this (ms) is not requested again: callers within that time share one request. */
export const freshMs = 3_000

/** When a stored answer was last known to be current (ms): by its own call, or by the changes that followed it. */
export const upToDateAt = (known: Pull | undefined, feed: Feed | null): number | undefined =>
  known && (feed && known.chain === feed.chain ? Math.max(known.at, feed.at) : known.at)

/** The same for the answer with this name. */
export const knownUpToDateAt = (db: DeviceDatabase, name: string): Promise<number | undefined> =>
  inTransaction(db, 'r', [db.pulls, db.meta], async (db) =>
    upToDateAt(await db.pulls.get(name), await db.fact('feed', noFeed)),
  )

/** The rows of one answer with changes. A list that was requested before it may be older than these rows. */
interface Page {
  n: number
  names: RowName[]
  /** Types with a change that was not stored: no list of this device had the row, or unsent work was on top of it. */
  left: RecordType[]
}

/** The fact 'feedPages': the last answers with changes, newest last. */
const noPages: readonly Page[] = []
const pagesKept = 6

/** The facts about the changes that were read. */
export interface ChangeFacts {
  feed: Feed | null
  feedPages: readonly Page[]
}
export const changeFacts: ChangeFacts = { feed: noFeed, feedPages: noPages }

/** Records which rows an answer has changed. Runs in the transaction that stores them. */
export async function keepPage(db: DeviceDatabase, page: Page): Promise<void> {
  const pages = await db.fact('feedPages', noPages)
  await db.setFact('feedPages', [...pages, page].slice(-pagesKept))
}

/**
 * Call it after storing an answer that may be older than changes which were read. Rows of its type may have been set back,
 * or removed, so no list of this type is followed any more, nor any that was requested before now. Runs in the transaction
 * that stores the answer.
 */
export async function leaveChain(db: DeviceDatabase, type: RecordType): Promise<void> {
  const feed = await db.fact('feed', noFeed)
  // Until the first answer with changes, nothing could be set back.
  if (!feed || feed.n === 0) return
  const n = feed.n + 1
  await keepPage(db, { n, names: [], left: [type] })
  await db.setFact('feed', { ...feed, n })
  await changeLists(db, await db.pulls.filter(({ covers }) => covers?.type === type).toArray(), false)
}

/**
 * The rows of these lists differ from their last whole answer now, so its ETag is no longer valid. If some changes
 * were not stored, the lists leave the chain and are read whole next time.
 */
export async function changeLists(db: DeviceDatabase, lists: readonly Pull[], isWhole: boolean): Promise<void> {
  const told = lists.filter(({ etag, chain }) => etag !== null || (chain && !isWhole))
  await db.pulls.bulkPut(told.map((it) => ({ ...it, etag: null, chain: isWhole ? it.chain : undefined })))
}

/** For an entry that leaves for the first time. Nothing if this server reports no changes. */
export async function readToNow(db: DeviceDatabase): Promise<{ readTo?: ReadTo }> {
  const feed = await db.fact('feed', noFeed)
  return feed ? { readTo: { chain: feed.chain, n: feed.n } } : {}
}

/** The answers with changes since `before`; null if they are no longer known. */
function pagesSince({ feed, feedPages }: ChangeFacts, before: ReadTo | null | undefined): readonly Page[] | null {
  if (!before || feed?.chain !== before.chain) return null
  const since = feedPages.filter((it) => it.n > before.n)
  return since.length === feed.n - before.n ? since : null
}

/**
 * The rows that changes have brought since `before`. Null if that is no longer known, or if a change of this type was
 * not stored; a list requested before may then lack that change.
 */
export async function changedSince(
  db: DeviceDatabase,
  type: RecordType,
  before: Feed | null,
): Promise<ReadonlySet<RowName> | null> {
  const since = pagesSince(await db.facts({ ...changeFacts }), before)
  return since?.every(({ left }) => !left.includes(type)) ? new Set(since.flatMap((it) => it.names)) : null
}

/** What the changes have done to a row since `before`. `stored`: this device has the changed row, or has deleted it. */
export function changeSince(
  facts: ChangeFacts,
  [type, name]: readonly [RecordType, RowName],
  before: ReadTo | undefined,
): 'none' | 'stored' | 'unknown' {
  const since = pagesSince(facts, before)
  if (!since) return 'unknown'
  const naming = since.filter(({ names }) => names.includes(name))
  if (naming.length === 0) return 'none'
  return naming.some(({ left }) => left.includes(type)) ? 'unknown' : 'stored'
}
