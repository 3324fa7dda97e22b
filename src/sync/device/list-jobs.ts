import type { AnyRow } from '../../db/rows.ts'
import type { ListChoices, ListSearch, ListSort } from '../../records/list-index.ts'
import type { ListName } from '../../records/list-tables.ts'
import { type Listing, listingName } from '../../records/listing.ts'

/** A list that a screen asks for. */
export interface ListQuestion {
  name: ListName
  listing: Listing
  search: ListSearch
  sort: ListSort
}

/** The name of a page of a list. Two questions with the same name have the same answer until a row changes. */
export const pageName = ({ name, listing, search, sort }: ListQuestion, skip: number, size: number): string =>
  JSON.stringify([name, listingName(listing), search, sort, skip, size])

/** One page of the result. */
export interface ListFound {
  rows: AnyRow[]
  total: number
  /** The number of rows before this page: as asked, or fewer if that page no longer exists. */
  skip: number
  /** Whether all rows were searched. If not, these are the first ones found, and there may be more. */
  isWhole: boolean
}

/** Rows of a type within these id ranges were changed or deleted. */
export interface ListChange {
  type: string
  ranges: [from: number, to: number][]
}

/** The questions to the worker that searches lists, each with its answer. */
export interface ListAnswers {
  open: { asked: { kind: 'open'; database: string; zone: string }; answer: null }
  /** Answered once the worker has seen the changes: every later question includes them. */
  changed: { asked: { kind: 'changed'; changes: ListChange[] }; answer: null }
  read: { asked: { kind: 'read'; name: ListName; listing: Listing }; answer: null }
  find: { asked: { kind: 'find'; question: ListQuestion; skip: number; size: number }; answer: ListFound }
  /** The first page among the rows that are read so far. */
  findFirst: { asked: { kind: 'findFirst'; question: ListQuestion; size: number }; answer: ListFound }
  choices: { asked: { kind: 'choices'; name: ListName; listing: Listing }; answer: ListChoices }
  csv: { asked: { kind: 'csv'; question: ListQuestion; heads: string[] }; answer: Uint8Array<ArrayBuffer> }
  /** The cells go directly to the worker that writes spreadsheets. */
  cells: { asked: { kind: 'cells'; question: ListQuestion; heads: string[]; port: MessagePort }; answer: number }
}

export type ListAsked = ListAnswers[keyof ListAnswers]['asked']
