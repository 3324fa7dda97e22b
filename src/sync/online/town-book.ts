import * as z from 'zod/mini'
import { addresses } from '../../contract/address.ts'
import { againIfAborted } from '../../db/again-if-aborted.ts'
import { storeBook } from '../../db/store-book.ts'
import { type AddressBook, bookOf, packBook } from '../../rules/address-book.ts'
import { addressMatches } from '../../rules/address-match.ts'
import type { AddressLine } from '../../rules/packed-addresses.ts'
import type { Device } from '../device/device.ts'
import { CallError } from '../transport/problem.ts'
import { read } from '../transport/send.ts'

/** Addresses per request when the book is downloaded. */
const pageSize = 5_000

/** The search result, and what it was found in. `opened`: only the addresses that were opened on this device. */
export interface AddressesFound {
  results: AddressLine[]
  source: 'book' | 'office' | 'opened'
}

/** The town's address book on this device, and the server's search while there is none (GS-01 to GS-11). */
export class TownBook {
  #device: Device
  #book: Promise<AddressBook> | null = null

  constructor(device: Device) {
    this.#device = device
  }

  /** The book, opened once for this page, and again after a failure. */
  book(): Promise<AddressBook> {
    this.#book ??= againIfAborted(() => this.#device.db.addressChunks.toArray().then(bookOf)).catch(
      (error: unknown) => {
        this.#book = null
        throw error
      },
    )
    return this.#book
  }

  /**
   * Addresses that contain the text: from the device if it has the book, else from the server, else those that were
   * opened on this device. Throws CallError if nothing is found without the server (GS-11), and AbortError for a search
   * that was replaced by a newer one (GS-10).
   */
  async find(typed: string, limit: number, signal: AbortSignal): Promise<AddressesFound> {
    const [book, own] = await Promise.all([this.book(), this.#madeHere(typed)])
    signal.throwIfAborted()
    const withOwn = (found: AddressLine[]) =>
      [...own, ...found.filter((it) => !own.some((made) => made.id === it.id))].slice(0, limit)
    if (book.count > 0) return { results: withOwn(book.search(typed, limit)), source: 'book' }
    try {
      return { results: withOwn(await this.#askOffice(typed, limit, signal)), source: 'office' }
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const results = await this.#opened(typed, limit)
      signal.throwIfAborted()
      if (results.length === 0) throw error
      return { results, source: 'opened' }
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
  async #opened(typed: string, limit: number): Promise<AddressLine[]> {
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

  /**
   * Downloads the whole book page by page and stores it packed. The old book is replaced once the new one is complete.
   * A documented server has no pages and sends everything at once. Throws CallError; then the old book stays.
   */
  async fetchBook(progress: (count: number) => void = () => undefined): Promise<number> {
    const { db } = this.#device
    const lines: AddressLine[] = []
    for (let skip = 0; ; skip += pageSize) {
      const outcome = await read(this.#device, `${addresses.list.path}?skip=${skip}&limit=${pageSize}`)
      if (outcome.kind !== 'reply') throw new CallError({ kind: 'noSignal' })
      if (outcome.status === 401) throw new CallError({ kind: 'signedOut' })
      const rows = z.safeParse(z.array(Line), outcome.body)
      if (outcome.status >= 400 || !rows.success) throw new CallError({ kind: 'serverDown', status: outcome.status })
      for (const line of rows.data) lines.push(line)
      progress(lines.length)
      if (rows.data.length !== pageSize) break
    }
    await storeBook(db, lines, this.#device.now())
    this.#book = null
    return lines.length
  }
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
