import type { RecordType } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import type { RowName } from '../../db/outbox.ts'

/** Where this device stands in the office's changes. */
export interface Feed {
  /** Names an unbroken row of answers: a list that was read within it is complete with what came after. */
  chain: string
  cursor: string
  /** When all was last caught up with (ms of the device's clock). */
  at: number
  /** Answers with changes so far. */
  n: number
}

/** The fact 'feed': null where this server tells no changes, or was not asked yet. */
export const noFeed: Feed | null = null

/** The rows of one answer with changes: a list that was asked for before it may be older than they are. */
interface Page {
  n: number
  names: RowName[]
  /** Types of which something was not stored: no list of this device had it then, or work stood on top. */
  left: RecordType[]
}

/** The fact 'feedPages': the last answers with changes, the newest last. */
const noPages: readonly Page[] = []
const pagesKept = 6

/** Writes down which rows an answer has changed. Runs in the transaction that stores them. */
export async function keepPage(db: DeviceDatabase, page: Page): Promise<void> {
  const pages = await db.fact('feedPages', noPages)
  await db.setFact('feedPages', [...pages, page].slice(-pagesKept))
}

/**
 * The rows that the changes have brought since `before`; null when that is not known any more, or when they brought
 * something of this type that was not stored: then a list of it that was asked for before may lack that.
 */
export async function changedSince(
  db: DeviceDatabase,
  type: RecordType,
  before: Feed | null,
): Promise<ReadonlySet<RowName> | null> {
  const { feed, feedPages } = await db.facts({ feed: noFeed, feedPages: noPages })
  if (!before || feed?.chain !== before.chain) return null
  const since = feedPages.filter((it) => it.n > before.n)
  const isKnown = since.length === feed.n - before.n && since.every(({ left }) => !left.includes(type))
  return isKnown ? new Set(since.flatMap((it) => it.names)) : null
}
