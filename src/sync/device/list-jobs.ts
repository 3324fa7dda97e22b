import type { ListChoices, ListSearch, ListSort } from '../../records/list-index.ts'
import type { ListName } from '../../records/list-tables.ts'
import type { Listing } from '../../records/listing.ts'

/** A list as a screen asks for it. */
export interface ListQuestion {
  name: ListName
  listing: Listing
  search: ListSearch
  sort: ListSort
}

/** A page of what was found, by the numbers of the rows. */
export interface ListFound {
  ids: number[]
  total: number
  /** How many stand before them: as asked, or fewer where there is no such page any more. */
  skip: number
}

/** Rows of a type whose numbers lie from one to another have changed, or are gone. */
export interface ListChange {
  type: string
  ranges: [from: number, to: number][]
}

/** What the page asks of the worker that searches lists, each with its answer. */
export interface ListAnswers {
  open: { asked: { kind: 'open'; database: string; zone: string }; answer: null }
  /** Answered once the worker knows them: a question after it hears of them. */
  changed: { asked: { kind: 'changed'; changes: ListChange[] }; answer: null }
  read: { asked: { kind: 'read'; name: ListName }; answer: null }
  find: { asked: { kind: 'find'; question: ListQuestion; skip: number; size: number }; answer: ListFound }
  choices: { asked: { kind: 'choices'; name: ListName; listing: Listing }; answer: ListChoices }
  csv: { asked: { kind: 'csv'; question: ListQuestion; heads: string[] }; answer: Uint8Array<ArrayBuffer> }
  /** The cells go straight to the worker that writes spreadsheets. */
  cells: { asked: { kind: 'cells'; question: ListQuestion; heads: string[]; port: MessagePort }; answer: number }
}

export type ListAsked = ListAnswers[keyof ListAnswers]['asked']
