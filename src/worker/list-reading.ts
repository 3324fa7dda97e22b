import type { RecordType } from '../contract/id.ts'
import { listStart } from '../db/list-entries.ts'
import { listField } from '../db/list-keys.ts'
import { answerOf } from '../db/raw-database.ts'
import type { AnyRow } from '../db/rows.ts'
import { ListIndex } from '../records/list-index.ts'
import { type ListName, listTables } from '../records/list-tables.ts'
import { listingName, listRange } from '../records/listing.ts'
import { type LookUps, lookUpsOf } from '../records/sheets.ts'

/** Rows read at a time. A key that is pressed meanwhile may wait until they are in the index. */
const readAtOnce = 100

/** What a cell shows of another row, by its id; undefined if this device does not have that row. */
type LookedUp = Map<number, string | null | undefined>

/** Reads in a transaction on these stores of the person's database. */
export type Reader = <Result>(
  stores: RecordType[],
  act: (store: (name: string) => IDBObjectStore) => Promise<Result>,
) => Promise<Result>

/** The field of the other row that a cell shows, by its type. */
const shownFields = { address: 'combadd', unit: 'number', business: 'name' } as const
const lookedUpTypes = ['address', 'unit', 'business'] as const
type Shown = { [Field in (typeof shownFields)[keyof LookUps]]?: string | null }

interface LookedUpText {
  type: keyof LookUps
  id: number
  text: string | null | undefined
}

type KeyedRow = AnyRow & { [listField]: string[] }

/**
 * The rows of a list, read some at a time in the order of the list. The first page of a search is found among the
 * first rows while the last ones are not read yet.
 */
export class ListReading {
  readonly index: ListIndex
  /** Every row of the list is in the index. */
  isWhole = false
  readonly #name: ListName
  readonly #reader: Reader
  readonly #known: Record<keyof LookUps, LookedUp> = { address: new Map(), unit: new Map(), business: new Map() }
  /** The lists that are not read to their end, and the place in the first of them. */
  #left: readonly string[]
  #after: string | null = null
  /** The ids of the rows of the first list that are read, in its order; null after a change. */
  #ids: number[] | null = []
  /** The number of changes that were followed. */
  #changes = 0
  /** Reading the next rows, which several callers may wait for. */
  #running: Promise<void> | null = null

  constructor(name: ListName, zone: string, reader: Reader) {
    this.#name = name
    this.#reader = reader
    const { address: addresses, unit: units, business: businesses } = this.#known
    this.index = new ListIndex(listTables[name], { zone, addresses, units, businesses })
    this.#left = listTables[name].lists
  }

  /**
   * The ids of a listing that are read so far, if it is this list in its own order and no row has changed meanwhile.
   * Reading the ids of fifty thousand rows would take longer than a key may.
   */
  idsOf(listing: string): readonly number[] | null {
    const { type, lists } = listTables[this.#name]
    const [own = ''] = lists
    return listing === listingName({ type, ranges: [listRange(own)] }) ? this.#ids : null
  }

  get hasBegun(): boolean {
    return this.#after !== null || this.#left !== listTables[this.#name].lists
  }

  get type(): RecordType {
    return listTables[this.#name].type
  }

  /** Reads the next rows. If a row changes meanwhile, they are left to the next time. */
  readSome(reader: Reader = this.#reader): Promise<void> {
    this.#running ??= this.#readNext(reader).finally(() => {
      this.#running = null
    })
    return this.#running
  }

  async #readNext(reader: Reader): Promise<void> {
    for (let most = readAtOnce; most > 0 && !this.isWhole; ) {
      const changes = this.#changes
      const rows = await reader([this.type], (store) => this.#nextRows(store(this.type), most))
      const found = await this.#lookUp(rows, reader)
      if (changes !== this.#changes) return
      this.#put(rows, found)
      if (this.#left.length === listTables[this.#name].lists.length) this.#ids?.push(...rows.map((it) => it.id))
      const start = listStart(this.#list)
      this.#after = rows.at(-1)?.[listField].find((it) => it.startsWith(start)) ?? this.#after
      if (rows.length < most) this.#endList()
      most -= rows.length
    }
  }

  #nextRows(store: IDBObjectStore, most: number): Promise<KeyedRow[]> {
    const { from, to } = listRange(this.#list)
    const range = IDBKeyRange.bound(this.#after ?? from, to, this.#after !== null)
    return answerOf<KeyedRow[]>(store.index(listField).getAll(range, most))
  }

  get #list(): string {
    return this.#left[0] ?? ''
  }

  #endList(): void {
    this.#left = this.#left.slice(1)
    this.#after = null
    this.isWhole = this.#left.length === 0
  }

  /** Reads rows again after they, or rows that their cells look up, were changed or deleted. */
  async follow(type: string, ranges: readonly [from: number, to: number][]): Promise<void> {
    this.#changes++
    if (type === this.type) {
      this.#ids = null
      const changed = await this.#reader([this.type], (store) =>
        Promise.all(ranges.map(([from, to]) => rowsOf(store(this.type), IDBKeyRange.bound(from, to)))),
      )
      const rows = changed.flat()
      const found = await this.#lookUp(rows, this.#reader)
      for (const [from, to] of ranges) this.index.remove(from, to)
      this.#put(rows, found)
    }
    const lookedUp = lookedUpTypes.find((it) => it === type)
    if (lookedUp) await this.#lookUpAgain(lookedUp, ranges)
  }

  async #lookUpAgain(type: keyof LookUps, ranges: readonly [from: number, to: number][]): Promise<void> {
    const known = this.#known[type]
    const isChanged = (id: number) => ranges.some(([from, to]) => id >= from && id <= to)
    const old = new Set([...known.keys()].filter(isChanged))
    if (old.size === 0) return
    for (const id of old) known.delete(id)
    const rows = this.index.rowsWhere((row) => old.has(lookUpsOf(row)[type] ?? Number.NaN))
    this.#put(rows, await this.#lookUp(rows, this.#reader))
  }

  #put(rows: readonly AnyRow[], found: readonly LookedUpText[]): void {
    for (const { type, id, text } of found) this.#known[type].set(id, text)
    this.index.put(rows)
  }

  /** Reads what the cells of these rows look up and is not known yet. */
  #lookUp(rows: readonly AnyRow[], reader: Reader): Promise<LookedUpText[]> {
    const unknown = new Map<keyof LookUps, Set<number>>()
    for (const row of rows) {
      const ids = lookUpsOf(row)
      for (const type of lookedUpTypes) {
        const id = ids[type]
        if (id === null || this.#known[type].has(id)) continue
        unknown.set(type, (unknown.get(type) ?? new Set()).add(id))
      }
    }
    if (unknown.size === 0) return Promise.resolve([])
    return reader([...unknown.keys()], (store) =>
      Promise.all(
        [...unknown].flatMap(([type, ids]) =>
          [...ids].map(async (id): Promise<LookedUpText> => {
            const row = await answerOf<Shown | undefined>(store(type).get(id))
            return { type, id, text: row?.[shownFields[type]] }
          }),
        ),
      ),
    )
  }
}

const rowsOf = (store: IDBObjectStore, range: IDBKeyRange): Promise<AnyRow[]> => answerOf<AnyRow[]>(store.getAll(range))
