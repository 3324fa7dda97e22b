import type { RecordType } from '../contract/id.ts'
import { listStart } from '../db/list-entries.ts'
import { listField } from '../db/list-keys.ts'
import { answerOf } from '../db/raw-database.ts'
import type { AnyRow } from '../db/rows.ts'
import { ListIndex } from '../records/list-index.ts'
import { type ListName, listTables } from '../records/list-tables.ts'
import { listingName, listRange } from '../records/listing.ts'
import { type LookUps, lookUpsOf } from '../records/sheets.ts'

/** Rows read in one turn. A key that is pressed meanwhile waits for one turn. */
const readAtOnce = 250

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

  /** Reads the next rows. */
  async readSome(): Promise<void> {
    for (let most = readAtOnce; most > 0 && !this.isWhole; ) {
      const rows = await this.#reader([this.type], (store) => this.#nextRows(store(this.type), most))
      await this.#put(rows)
      if (this.#left.length === listTables[this.#name].lists.length) this.#ids?.push(...rows.map((it) => it.id))
      if (rows.length < most) this.#endList()
      most -= rows.length
    }
  }

  #nextRows(store: IDBObjectStore, most: number): Promise<AnyRow[]> {
    const { from, to } = listRange(this.#list)
    const range = IDBKeyRange.bound(this.#after ?? from, to, this.#after !== null)
    const request: IDBRequest<(AnyRow & { [listField]: string[] })[]> = store.index(listField).getAll(range, most)
    return answerOf(request).then((rows) => {
      const start = listStart(this.#list)
      this.#after = rows.at(-1)?.[listField].find((it) => it.startsWith(start)) ?? this.#after
      return rows
    })
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
    if (type === this.type) {
      this.#ids = null
      const changed = await this.#reader([this.type], (store) =>
        Promise.all(ranges.map(([from, to]) => rowsOf(store(this.type), IDBKeyRange.bound(from, to)))),
      )
      for (const [from, to] of ranges) this.index.remove(from, to)
      for (const rows of changed) await this.#put(rows)
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
    await this.#put(this.index.rowsWhere((row) => old.has(lookUpsOf(row)[type] ?? Number.NaN)))
  }

  async #put(rows: readonly AnyRow[]): Promise<void> {
    for (const type of lookedUpTypes) await this.#lookUp(type, rows)
    this.index.put(rows)
  }

  /** Reads what the cells of these rows look up. */
  async #lookUp(type: keyof LookUps, rows: readonly AnyRow[]): Promise<void> {
    const known = this.#known[type]
    const ids = new Set(rows.flatMap((row) => lookUpsOf(row)[type] ?? []).filter((id) => !known.has(id)))
    if (ids.size === 0) return
    const found = await this.#reader([type], (store) =>
      Promise.all([...ids].map((id) => answerOf<Shown | undefined>(store(type).get(id)))),
    )
    for (const [at, id] of [...ids].entries()) known.set(id, found[at]?.[shownFields[type]])
  }
}

const rowsOf = (store: IDBObjectStore, range: IDBKeyRange): Promise<AnyRow[]> => answerOf<AnyRow[]>(store.getAll(range))
