import { listField } from '../db/list-keys.ts'
import { answerOf, within } from '../db/raw-database.ts'
import type { AnyRow } from '../db/rows.ts'
import { ListIndex } from '../records/list-index.ts'
import { type ListName, listTables } from '../records/list-tables.ts'
import { idsOfListing, type Listing, listingName } from '../records/listing.ts'
import type { SheetFacts } from '../records/sheets.ts'
import { csvText } from '../rules/csv.ts'
import type { ListAsked, ListChange, ListQuestion } from '../sync/device/list-jobs.ts'
import { answerQuestions } from './answer-questions.ts'

/*
 * Searches and sorts the lists that grow with the town, and writes them as files. It keeps the rows of each requested
 * list as text and follows changes, so that a keystroke reads only the rows that are shown.
 */

/** Rows read at once. One read of fifty thousand would hold them in memory twice. */
const readAtOnce = 2_000

/** Rows of other tables that cells look up are read again at most this often (ms). */
const factsKeptMs = 10_000

/** The tables in which cells look something up. */
const factTables = ['address', 'unit', 'business'] as const

interface Held {
  index: ListIndex
  madeAt: number
  /** Looked-up rows have changed since. */
  isOld: boolean
}

let opened: { database: string; zone: string } | null = null
const held = new Map<ListName, Held>()
/** The ids of a listing's rows, until a row of its type changes. */
const listed = new Map<string, { type: string; ids: number[] }>()
/** One job at a time, so that a question sees every change that was reported before it. */
let last: Promise<unknown> = Promise.resolve()

answerQuestions((asked: ListAsked) => {
  const answer = last.then(() => answerTo(asked))
  last = answer.catch(() => undefined)
  return answer
})

async function answerTo(asked: ListAsked): Promise<unknown> {
  switch (asked.kind) {
    case 'open':
      open(asked)
      return null
    case 'changed':
      for (const change of asked.changes) await follow(change)
      return null
    case 'read':
      await indexOf(asked.name)
      return null
    case 'find': {
      const ids = await found(asked.question)
      const { size } = asked
      const skip = Math.max(0, Math.min(asked.skip, (Math.ceil(ids.length / size) - 1) * size))
      return { ids: ids.slice(skip, skip + size), total: ids.length, skip }
    }
    case 'choices':
      return (await indexOf(asked.name)).choices(await idsOf(asked.listing))
    case 'csv': {
      const cells = await cellsOf(asked.question, asked.heads)
      return new TextEncoder().encode(csvText(asked.heads, cells))
    }
    case 'cells': {
      const cells = await cellsOf(asked.question, asked.heads)
      asked.port.postMessage(cells)
      asked.port.close()
      return cells.length
    }
  }
}

function open({ database, zone }: { database: string; zone: string }): void {
  if (opened?.database === database && opened.zone === zone) return
  opened = { database, zone }
  held.clear()
  listed.clear()
}

const found = async ({ name, listing, search, sort }: ListQuestion): Promise<number[]> => {
  const index = await indexOf(name)
  return index.find(await idsOf(listing), search, sort)
}

const cellsOf = async (question: ListQuestion, heads: string[]) =>
  (await indexOf(question.name)).cells(await found(question), heads)

/** Returns the same array for a listing until something changes, because a cached sort order depends on it. */
async function idsOf(listing: Listing): Promise<readonly number[]> {
  const name = listingName(listing)
  const known = listed.get(name)
  if (known) return known.ids
  const { type } = listing
  const ids = await reading([type], (store) => {
    const index = store(type).index(listField)
    // The primary keys of records are numbers.
    return idsOfListing(
      listing,
      async ({ from, to }) => (await answerOf(index.getAllKeys(IDBKeyRange.bound(from, to)))) as number[],
    )
  })
  listed.set(name, { type, ids })
  return ids
}

async function indexOf(name: ListName): Promise<ListIndex> {
  const known = held.get(name)
  if (known && !(known.isOld && performance.now() - known.madeAt > factsKeptMs)) return known.index
  const table = listTables[name]
  const index = new ListIndex(table, await readFacts())
  for (let from: number | undefined; ; ) {
    const range = from === undefined ? null : IDBKeyRange.lowerBound(from, true)
    const rows = await reading([table.type], (store) => rowsOf(store(table.type), range, readAtOnce))
    index.put(rows)
    if (rows.length < readAtOnce) break
    from = rows.at(-1)?.id
  }
  held.set(name, { index, madeAt: performance.now(), isOld: false })
  return index
}

/** Reads all changed rows again in one transaction. */
async function follow({ type, ranges }: ListChange): Promise<void> {
  for (const [name, known] of listed) if (known.type === type) listed.delete(name)
  if (factTables.some((it) => it === type)) for (const it of held.values()) it.isOld = true
  const indexes = [...held].flatMap(([name, { index }]) => (listTables[name].type === type ? [index] : []))
  if (indexes.length === 0) return
  const changed = await reading([type], (store) =>
    Promise.all(ranges.map(([from, to]) => rowsOf(store(type), IDBKeyRange.bound(from, to)))),
  )
  for (const index of indexes) {
    for (const [from, to] of ranges) index.remove(from, to)
    for (const rows of changed) index.put(rows)
  }
}

const reading = <Result>(stores: string[], act: (store: (name: string) => IDBObjectStore) => Promise<Result>) => {
  if (!opened) throw new Error('The lists are not open')
  return within(opened.database, stores, 'readonly', act)
}

const rowsOf = (store: IDBObjectStore, range: IDBKeyRange | null, limit?: number): Promise<AnyRow[]> =>
  answerOf<AnyRow[]>(store.getAll(range, limit))

async function readFacts(): Promise<SheetFacts> {
  const [addresses = [], units = [], businesses = []] = await reading([...factTables], (store) =>
    Promise.all(
      factTables.map(
        (table) => rowsOf(store(table), null) as Promise<(AnyRow & Record<'combadd' | 'number' | 'name', string>)[]>,
      ),
    ),
  )
  return {
    zone: opened?.zone ?? '',
    addresses: new Map(addresses.map((it) => [it.id, it.combadd])),
    units: new Map(units.map((it) => [it.id, it.number])),
    businesses: new Map(businesses.map((it) => [it.id, it.name])),
  }
}
