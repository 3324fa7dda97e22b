import type { AnyRow } from '../db/rows.ts'
import { searchable } from '../rules/address-text.ts'
import { hasAllWords } from '../rules/all-words.ts'
import type { CsvCell } from '../rules/csv.ts'
import { dayOfText } from '../rules/day-of-text.ts'
import { type SortValue, sortRows } from '../rules/sort-rows.ts'
import type { ListTable } from './list-tables.ts'
import { rowWords } from './row-words.ts'
import type { SheetFacts } from './sheets.ts'

/** The filters of a list besides its listing; '' means any. Days are 'YYYY-MM-DD', both included. */
export interface ListSearch {
  /** Words in any column, in any order. */
  text: string
  /** The name of the responsible person. */
  person: string
  from: string
  to: string
  /** A section of the code, as text. */
  code: string
  /** The list's own text filter. */
  narrow: string
  /** The days on which something is due, both included; absent for any. */
  due?: { from: string; to: string }
}

/** The column by which rows are sorted, or the due day; null is the order of the listing. */
export type ListSort = { by: string; isDescending: boolean } | null

/** Sorts by due day. */
export const byDue = 'due'

/** The choices in the filters of a list, each with its number of rows. */
export interface ListChoices {
  people: [name: string, rows: number][]
  codes: [code: string, rows: number][]
}

interface Entry {
  row: AnyRow
  cells: CsvCell[]
  words: string
  person: string | null
  day: string
  due: string
  codes: string[]
}

/**
 * The rows of a list in memory, as text, so that any column is searched and sorted without reading rows. A worker
 * holds it, because a page would freeze while fifty thousand rows are read.
 */
export class ListIndex {
  readonly #table: ListTable
  readonly #facts: SheetFacts
  readonly #entries = new Map<number, Entry>()
  /** The last sorted order of a listing, because each keystroke needs it again. */
  #sorted: { ids: readonly number[]; by: string; isDescending: boolean; result: number[] } | null = null
  /** The rows of the last order, side by side. */
  #ordered: { ids: readonly number[]; entries: Entry[] } | null = null
  /** What the last search found. A longer text can only match some of it. */
  #found: { ids: readonly number[]; typed: string; others: string; entries: Entry[] } | null = null
  /** The rows of which nothing is due any more; null until it is asked for. */
  #settled: ReadonlySet<number> | null = null

  constructor(table: ListTable, facts: SheetFacts) {
    this.#table = table
    this.#facts = facts
  }

  put(rows: readonly AnyRow[]): void {
    for (const row of rows) this.#entries.set(row.id, this.#entryOf(row))
    this.#forget()
  }

  /** Removes the rows with ids from `from` to `to`, both included. */
  remove(from: number, to: number): void {
    if (from === to) this.#entries.delete(from)
    else for (const id of [...this.#entries.keys()]) if (id >= from && id <= to) this.#entries.delete(id)
    this.#forget()
  }

  /** The rows with these ids, in order. */
  rowsOf(ids: readonly number[]): AnyRow[] {
    return ids.flatMap((id) => this.#entries.get(id)?.row ?? [])
  }

  /** The rows that meet a condition. */
  rowsWhere(isWanted: (row: AnyRow) => boolean): AnyRow[] {
    return [...this.#entries.values()].flatMap(({ row }) => (isWanted(row) ? [row] : []))
  }

  /** The listed ids before the first one whose row is not here. */
  known(listed: readonly number[]): readonly number[] {
    const at = listed.findIndex((id) => !this.#entries.has(id))
    return at < 0 ? listed : listed.slice(0, at)
  }

  #forget(): void {
    this.#sorted = null
    this.#ordered = null
    this.#found = null
    this.#settled = null
  }

  /** The listed rows that match a search, in the requested order. */
  find(listed: readonly number[], search: ListSearch, sort: ListSort): number[] {
    const ids = this.#inOrder(listed, sort)
    const { text, ...rest } = search
    const typed = searchable(text)
    const others = JSON.stringify(rest)
    const last = this.#found
    const isLonger = last?.ids === ids && last.others === others && typed.startsWith(last.typed)
    const entries = (isLonger ? last.entries : this.#entriesOf(ids)).filter(this.#wanted(search))
    this.#found = { ids, typed, others, entries }
    return entries.map((it) => it.row.id)
  }

  #entriesOf(ids: readonly number[]): Entry[] {
    if (this.#ordered?.ids === ids) return this.#ordered.entries
    const entries = ids.flatMap((id) => this.#entries.get(id) ?? [])
    this.#ordered = { ids, entries }
    return entries
  }

  /** The cells of rows, in order, for the columns with these heads. */
  cells(ids: readonly number[], heads: readonly string[]): CsvCell[][] {
    const columns = heads.map((head) => this.#table.sheet.findIndex((it) => it[0] === head))
    return ids.flatMap((id) => {
      const entry = this.#entries.get(id)
      return entry ? [columns.map((at) => entry.cells[at])] : []
    })
  }

  choices(listed: readonly number[]): ListChoices {
    const people = new Map<string, number>()
    const codes = new Map<string, number>()
    for (const id of listed) {
      const entry = this.#entries.get(id)
      if (!entry) continue
      if (entry.person) people.set(entry.person, (people.get(entry.person) ?? 0) + 1)
      for (const code of new Set(entry.codes)) codes.set(code, (codes.get(code) ?? 0) + 1)
    }
    return { people: inTextOrder(people), codes: inTextOrder(codes) }
  }

  #entryOf(row: AnyRow): Entry {
    const { sheet, person, moment, due, codes } = this.#table
    const cells = sheet.map(([, cell]) => cell(row, this.#facts))
    return {
      row,
      cells,
      words: rowWords(cells),
      person: person?.(row) ?? null,
      day: (moment && dayOfText(moment(row), this.#facts.zone)) ?? '',
      due: due?.(row, this.#facts.zone) ?? '',
      codes: codes?.(row) ?? [],
    }
  }

  #wanted({ text, person, from, to, code, narrow, due }: ListSearch): (entry: Entry) => boolean {
    const hasWords = hasAllWords(text)
    const own = narrow.trim() === '' ? undefined : this.#table.narrow
    const settled = due && this.#settledRows()
    return (it) =>
      hasWords(it.words) &&
      (person === '' || it.person === person) &&
      (from === '' || (it.day !== '' && it.day >= from)) &&
      (to === '' || (it.day !== '' && it.day <= to)) &&
      (code === '' || it.codes.includes(code)) &&
      (own === undefined || own(it.row, narrow)) &&
      (due === undefined || (it.due !== '' && it.due >= due.from && it.due <= due.to && !settled?.has(it.row.id)))
  }

  #settledRows(): ReadonlySet<number> {
    const every = () => this.rowsWhere(() => true)
    this.#settled ??= this.#table.settled?.(every(), this.#facts.zone) ?? new Set()
    return this.#settled
  }

  #inOrder(listed: readonly number[], sort: ListSort): readonly number[] {
    if (!sort) return listed
    const { by, isDescending } = sort
    const at = this.#table.sheet.findIndex((it) => it[0] === by)
    if (at < 0 && by !== byDue) return listed
    const last = this.#sorted
    if (last?.ids === listed && last.by === by && last.isDescending === isDescending) return last.result
    const result = sortRows(listed, (id) => this.#sortValue(id, at), isDescending)
    this.#sorted = { ids: listed, by, isDescending, result }
    return result
  }

  #sortValue(id: number, at: number): SortValue {
    const entry = this.#entries.get(id)
    if (!entry) return null
    if (at < 0) return entry.due || null
    const sortBy = this.#table.sheet[at]?.[2]
    if (sortBy) return sortBy(entry.row, this.#facts)
    const cell = entry.cells[at]
    return typeof cell === 'boolean' ? Number(cell) : cell === '' ? null : cell
  }
}

const inTextOrder = (counts: ReadonlyMap<string, number>): [string, number][] =>
  sortRows([...counts], ([text]) => text, false)
