import * as z from 'zod/mini'
import { addresses } from '../../contract/address.ts'
import { againIfAborted } from '../../db/again-if-aborted.ts'
import { storeBook, storedBook } from '../../db/store-book.ts'
import { type AddressBook, bookOf, packBook } from '../../rules/address-book.ts'
import { addressMatches } from '../../rules/address-match.ts'
import { dayMs } from '../../rules/dates.ts'
import type { AddressLine } from '../../rules/packed-addresses.ts'
import type { Device } from '../device/device.ts'
import { CallError } from '../transport/problem.ts'
import { read } from '../transport/send.ts'
import { type StillIn, stillIn } from './still-in.ts'

/** Addresses per request when somebody waits for the book, and when it is renewed in the background. */
const pageSize = { waitedFor: 5_000, inBackground: 1_000 } as const

/** How many lines of the page before a page repeats: enough for some addresses to be removed meanwhile. */
const overlap = 20

/** How often a download begins again because the list has moved. */
const againAtMost = 2

/**
 * The age from which a book is renewed (ms): with each preparation, or in the background, where it may cost a phone some
 * megabytes that nobody asked for. The search asks the office too.
 */
const oldMs = { forField: dayMs, inBackground: 7 * dayMs } as const

/** The pause before the office is asked for more than the book has (ms), so that it is not asked for each letter. */
const askMoreDelayMs = 250

/** How long the office may take before it is said that the book has none (ms). */
const noneFoundMs = 3_000

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The search result, and what it was found in. `opened`: only the addresses that were opened on this device. */
export interface AddressesFound {
  results: AddressLine[]
  source: 'book' | 'office' | 'opened'
  /** The same with what the office has besides; null if it cannot be asked now. Absent if the list is full. */
  more?: Promise<AddressesFound | null>
}

/** The town's address book on this device, and the server's search while there is none (GS-01 to GS-11). */
export class TownBook {
  #device: Device
  /** The book that was opened last, with the time of its download. */
  #opened: { at: number; book: Promise<AddressBook> } | null = null

  constructor(device: Device) {
    this.#device = device
  }

  /** The book, opened once for this page, and again after a failure or when any tab has renewed it. */
  async book(): Promise<AddressBook> {
    const { db } = this.#device
    // Read before the book: one that is replaced meanwhile is opened again.
    const at = await db.fact('bookAt', 0)
    if (this.#opened?.at === at) return this.#opened.book
    const book = againIfAborted(() => storedBook(db).then(bookOf)).catch((error: unknown) => {
      this.#opened = null
      throw error
    })
    this.#opened = { at, book }
    return book
  }

  /**
   * Addresses that contain the text: from the device if it has the book, else from the server, else those that were
   * opened on this device. The book may be older than an address, so the server adds to a list that is not full; if the
   * book has none at all, its answer is awaited for a moment. Throws CallError if nothing is found without the server
   * (GS-11), and AbortError for a search that was replaced by a newer one (GS-10).
   */
  async find(typed: string, limit: number, signal: AbortSignal): Promise<AddressesFound> {
    const [book, own] = await Promise.all([this.book(), this.#madeHere(typed)])
    signal.throwIfAborted()
    const withOwn = (found: AddressLine[]) =>
      [...own, ...found.filter((it) => !own.some((made) => made.id === it.id))].slice(0, limit)
    if (book.count > 0) {
      const lines = book.search(typed, limit)
      const found: AddressesFound = { results: withOwn(lines), source: 'book' }
      if (found.results.length === limit) return found
      const more = this.#askMore(typed, limit, signal).then((office) =>
        office ? { results: withOwn(merged(lines, office)), source: 'office' as const } : null,
      )
      if (found.results.length > 0) return { ...found, more }
      const office = await Promise.race([more, wait(noneFoundMs)])
      signal.throwIfAborted()
      return office ?? { ...found, more }
    }
    try {
      return { results: withOwn(await this.#askOffice(typed, limit, signal)), source: 'office' }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const results = await this.#visited(typed, limit)
      signal.throwIfAborted()
      if (results.length === 0) throw error
      return { results, source: 'opened' }
    }
  }

  /** What the office finds; null if it cannot be asked now, or if the search was replaced. */
  async #askMore(typed: string, limit: number, signal: AbortSignal): Promise<AddressLine[] | null> {
    if ((await this.#device.db.fact('connection', 'unknown')) === 'noSignal') return null
    await wait(askMoreDelayMs)
    try {
      signal.throwIfAborted()
      return await this.#askOffice(typed, limit, signal)
    } catch (error) {
      if (signal.aborted || error instanceof CallError) return null
      throw error
    }
  }

  /** The server's search. Throws as `find` does. */
  async #askOffice(typed: string, limit: number, signal: AbortSignal): Promise<AddressLine[]> {
    const words = new URLSearchParams({ query: typed.trim(), limit: String(limit) })
    const outcome = await read(this.#device, `${addresses.search.path}?${words}`, { signal })
    signal.throwIfAborted()
    if (outcome.kind !== 'reply') throw new CallError({ kind: 'noSignal' })
    const rows = z.safeParse(addresses.search.reply, outcome.body)
    if (outcome.status >= 400 || !rows.success) throw new CallError({ kind: 'serverDown', status: outcome.status })
    return rows.data
  }

  /** The addresses whose records are on this device, made here or opened before, in the order of every search. */
  async #visited(typed: string, limit: number): Promise<AddressLine[]> {
    return bookOf(packBook(await this.#device.db.rows('address').toArray())).search(typed, limit)
  }

  /** Addresses made on this device. The book has them only after its next download. */
  async #madeHere(typed: string): Promise<AddressLine[]> {
    const { db } = this.#device
    const given = await db.ids
      .where('[type+local]')
      .between(['address', Number.NEGATIVE_INFINITY], ['address', 0])
      .toArray()
    const unsent = await db.rows('address').where('id').below(0).toArray()
    const sent = await db.rows('address').bulkGet(given.map((it) => it.server))
    return [...unsent, ...sent.filter((it) => it !== undefined)].filter((it) => addressMatches(it, typed))
  }

  /** Renews a book that is a week old, in small requests. Throws as `fetchBook` does. */
  async renewBook(): Promise<void> {
    const check = await stillIn(this.#device.db)
    const age = await this.#age()
    if (age !== null && age > oldMs.inBackground) await this.#fetchBook(check, { size: pageSize.inBackground })
  }

  /** Downloads the book unless one of today is here. Throws as `fetchBook` does. */
  async fetchBookWhenOld(check: StillIn): Promise<void> {
    const { count } = await this.book()
    const age = await this.#age()
    if (count === 0 || age === null || age > oldMs.forField) await this.#fetchBook(check)
  }

  /** The age of the book in ms; null without a book. */
  async #age(): Promise<number | null> {
    const { db, now } = this.#device
    const at = await db.fact('bookAt', 0)
    return at === 0 ? null : Math.abs(now() - at)
  }

  /**
   * Downloads the whole book page by page and stores it packed. The old book is replaced once the new one is complete.
   * A documented server has no pages and sends everything at once. Throws CallError; then the old book stays.
   */
  async fetchBook(progress: (count: number) => void = () => undefined): Promise<number> {
    return this.#fetchBook(await stillIn(this.#device.db), { progress })
  }

  async #fetchBook(
    check: StillIn,
    { size = pageSize.waitedFor, progress = () => undefined }: { size?: number; progress?(count: number): void } = {},
  ): Promise<number> {
    const lines = await this.#linesOf(size, progress)
    await storeBook(this.#device.db, lines, this.#device.now(), check)
    this.#opened = null
    return lines.length
  }

  /**
   * All lines of the book. If the list moved between two pages, because an address came or went, it is read again from
   * the beginning. A list that never stands still is taken without the lines that came twice.
   */
  async #linesOf(size: number, progress: (count: number) => void, left = againAtMost): Promise<AddressLine[]> {
    const lines = new Map<number, AddressLine>()
    let last: number | undefined
    for (let skip = 0; ; skip += size - overlap) {
      const page = await this.#page(skip, size)
      const hasMoved = skip > 0 && page[overlap - 1]?.id !== last
      if (hasMoved && left > 0) return this.#linesOf(size, progress, left - 1)
      const before = lines.size
      for (const line of page) if (!lines.has(line.id)) lines.set(line.id, line)
      last = page.at(-1)?.id
      progress(lines.size)
      if (page.length !== size || lines.size === before) return [...lines.values()]
    }
  }

  async #page(skip: number, limit: number): Promise<AddressLine[]> {
    const outcome = await read(this.#device, `${addresses.list.path}?skip=${skip}&limit=${limit}`)
    if (outcome.kind !== 'reply') throw new CallError({ kind: 'noSignal' })
    if (outcome.status === 401) throw new CallError({ kind: 'signedOut' })
    const rows = z.safeParse(z.array(Line), outcome.body)
    if (outcome.status >= 400 || !rows.success) throw new CallError({ kind: 'serverDown', status: outcome.status })
    return rows.data
  }
}

/** The book's lines first, each as the office has it now, then what only the office has. */
function merged(book: readonly AddressLine[], office: readonly AddressLine[]): AddressLine[] {
  const lines = new Map(book.map((it) => [it.id, it]))
  for (const it of office) lines.set(it.id, it)
  return [...lines.values()]
}

/** The few fields of an address that the book keeps. Checking the others a hundred thousand times is not worth it. */
const Line = z.object({
  id: z.int(),
  combadd: z.nullish(z.string()),
  property_name: z.nullish(z.string()),
  aka: z.nullish(z.string()),
  ownername: z.nullish(z.string()),
  latitude: z.nullish(z.number()),
  longitude: z.nullish(z.number()),
})
