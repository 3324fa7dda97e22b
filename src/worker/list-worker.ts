import { againIfAborted } from '../db/again-if-aborted.ts'
import { listField, withoutListKeys } from '../db/list-keys.ts'
import { answerOf, connectionTo, transactionOn, within } from '../db/raw-database.ts'
import type { ListName } from '../records/list-tables.ts'
import { idsOfListing, type Listing, listingName } from '../records/listing.ts'
import { csvText } from '../rules/csv.ts'
import { putNewest } from '../rules/put-newest.ts'
import type { ListAsked, ListChange, ListFound, ListQuestion } from '../sync/device/list-jobs.ts'
import { answerQuestions } from './answer-questions.ts'
import { ListReading, type Reader } from './list-reading.ts'

/*
 * Searches and sorts the lists that grow with the town, and writes them as files. It keeps the rows of each requested
 * list as text and follows changes, so that a keystroke reads only the rows that are shown.
 */

/** The rows of an answer are painted within this time (ms). */
const paintMs = 30
/** Somebody who types presses the next key within this time (ms). */
const typingMs = 300

let opened: { database: string; zone: string } | null = null
const held = new Map<ListName, Held>()
/** The ids of the last listings' rows, until a row of their type changes. */
const listed = new Map<string, { type: string; ids: number[] }>()
/** When somebody last typed or chose something. */
let askedAt = Number.NEGATIVE_INFINITY
/** The number of questions that wait for all rows of a list. */
let waiting = 0
/** One job at a time, so that a question sees every change that was reported before it. */
let last: Promise<unknown> = Promise.resolve()

function inTurn<Result>(job: () => Promise<Result>): Promise<Result> {
  const result = last.then(job)
  last = result.catch(() => undefined)
  return result
}

answerQuestions(async (asked: ListAsked) => {
  // Reading a list takes long, so its end is awaited outside of the turns.
  const name = wholeListFor(asked)
  if (name) await wholeOf(name)
  return inTurn(() => answerTo(asked))
})

async function wholeOf(name: ListName): Promise<void> {
  waiting++
  try {
    await (await inTurn(async () => heldOf(name))).whole
  } finally {
    waiting--
  }
}

/** The list of which a question needs all rows. */
const wholeListFor = (asked: ListAsked): ListName | null =>
  asked.kind === 'choices'
    ? asked.name
    : asked.kind === 'find' || asked.kind === 'csv' || asked.kind === 'cells'
      ? asked.question.name
      : null

async function answerTo(asked: ListAsked): Promise<unknown> {
  switch (asked.kind) {
    case 'open':
      open(asked)
      return null
    case 'changed':
      for (const change of asked.changes) await follow(change)
      return null
    case 'read':
      await readFirst(asked.name)
      await idsOf(asked.name, asked.listing)
      return null
    case 'findFirst':
      return findFirst(asked)
    case 'find':
      return pageOf(readingOf(asked.question.name), await found(asked.question), asked)
    case 'choices':
      return readingOf(asked.name).index.choices(await idsOf(asked.name, asked.listing))
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

function pageOf(
  { index, isWhole }: ListReading,
  ids: readonly number[],
  { skip: wanted, size }: { skip: number; size: number },
): ListFound {
  const skip = Math.max(0, Math.min(wanted, (Math.ceil(ids.length / size) - 1) * size))
  const rows = index.rowsOf(ids.slice(skip, skip + size)).map(withoutListKeys)
  return { rows, total: ids.length, skip, isWhole }
}

/** Rows in the order of a column are only known when all are read. */
async function findFirst({ question, size }: { question: ListQuestion; size: number }): Promise<ListFound> {
  askedAt = performance.now()
  const { listing, search, sort } = question
  const reading = await readFirst(question.name)
  const ids = await idsOf(question.name, listing)
  const searched = reading.isWhole ? ids : sort ? [] : reading.index.known(ids)
  return pageOf(reading, reading.index.find(searched, search, sort), { skip: 0, size })
}

function open({ database, zone }: { database: string; zone: string }): void {
  if (opened?.database === database && opened.zone === zone) return
  opened = { database, zone }
  held.clear()
  listed.clear()
}

const found = async ({ name, listing, search, sort }: ListQuestion): Promise<number[]> =>
  readingOf(name).index.find(await idsOf(name, listing), search, sort)

const cellsOf = async (question: ListQuestion, heads: string[]) =>
  readingOf(question.name).index.cells(await found(question), heads)

/** Returns the same array for a listing until something changes, because a cached sort order depends on it. */
async function idsOf(list: ListName, listing: Listing): Promise<readonly number[]> {
  const name = listingName(listing)
  const read = held.get(list)?.reading.idsOf(name)
  if (read) return read
  const known = listed.get(name)
  if (known) return known.ids
  const { type } = listing
  const ids = await inTransaction([type], (store) => {
    const index = store(type).index(listField)
    // The primary keys of records are numbers.
    return idsOfListing(
      listing,
      async ({ from, to }) => (await answerOf(index.getAllKeys(IDBKeyRange.bound(from, to)))) as number[],
    )
  })
  putNewest(listed, name, { type, ids })
  return ids
}

const heldOf = (name: ListName): Held => held.get(name) ?? read(name)

const readingOf = (name: ListName): ListReading => heldOf(name).reading

async function readFirst(name: ListName): Promise<ListReading> {
  const reading = readingOf(name)
  while (!reading.hasBegun) await reading.readSome()
  return reading
}

interface Held {
  reading: ListReading
  /** Settles when all rows are read, or reading has failed. */
  whole: Promise<void>
}

/** Begins to read a list; the rest of it is read between the questions. */
function read(name: ListName): Held {
  const reading = new ListReading(name, opened?.zone ?? '', inTransaction)
  const whole = readOn(name, reading)
  const it = { reading, whole }
  held.set(name, it)
  // The questions that wait for it report the error; the next one begins again.
  whole.catch(() => held.get(name) === it && held.delete(name))
  return it
}

/** All of it on one connection, so that not every turn has to open one. */
async function readOn(name: ListName, reading: ListReading): Promise<void> {
  const db = await connectionTo(databaseName())
  try {
    while (!reading.isWhole) {
      if (held.get(name)?.reading !== reading) throw new Error('Another database was opened, or the list is read anew')
      const began = performance.now()
      await reading.readSome((stores, act) => againIfAborted(() => transactionOn(db, stores, 'readonly', act)))
      await rest(performance.now() - began)
    }
  } finally {
    db.close()
  }
}

/**
 * After a turn that took so long (ms): leaves the processor to the page, which may have a key to show. Nothing rests
 * while somebody waits for all rows, except between the keys of a search.
 */
async function rest(tookMs: number): Promise<void> {
  const sinceAsked = performance.now() - askedAt
  if (waiting > 0 && sinceAsked > typingMs) return
  await new Promise((resolve) => setTimeout(resolve, Math.max(tookMs, paintMs - sinceAsked)))
}

/** Reads all changed rows again. */
async function follow({ type, ranges }: ListChange): Promise<void> {
  for (const [name, known] of listed) if (known.type === type) listed.delete(name)
  // A list that could not read what changed is read anew at the next question.
  for (const [name, { reading }] of held) await reading.follow(type, ranges).catch(() => held.delete(name))
}

const inTransaction: Reader = (stores, act) => againIfAborted(() => within(databaseName(), stores, 'readonly', act))

function databaseName(): string {
  if (!opened) throw new Error('The lists are not open')
  return opened.database
}
