import { watchRows } from '../../db/changed-rows.ts'
import { listedTypes } from '../../db/list-keys.ts'
import type { ListChoices } from '../../records/list-index.ts'
import type { ListName } from '../../records/list-tables.ts'
import type { Listing } from '../../records/listing.ts'
import { type ListAnswers, type ListFound, type ListQuestion, pageName } from './list-jobs.ts'
import { WorkerQuestions } from './worker-questions.ts'

/** The worker keeps its rows while an answer is shown, and this long afterwards (ms). */
const keptMs = 60_000

/** The tables of the lists, and those that their cells look something up in. */
const tables = [...listedTypes, 'unit']

let opened = 0

/** Searches the lists of a person's database in a worker. The worker follows every change of these tables. */
export class ListSearch {
  readonly database: string
  readonly zone: string
  /** Distinguishes its answers from those of every search that was closed, which do not change any more. */
  readonly number = ++opened
  readonly #questions = new WorkerQuestions<ListAnswers>(() => import('../../worker/list-worker.ts?worker&url'))
  readonly #listeners = new Set<() => void>()
  #unwatch: (() => void) | null = null
  #keepers = 0
  #closing: ReturnType<typeof setTimeout> | undefined
  #early: { of: string; answer: Promise<ListFound> } | null = null

  constructor(database: string, zone: string) {
    this.database = database
    this.zone = zone
  }

  /**
   * The worker runs as long as somebody keeps it or waits for an answer, and a while longer. Call the returned function
   * to stop.
   */
  keep(): () => void {
    clearTimeout(this.#closing)
    this.#keepers += 1
    return () => {
      this.#keepers -= 1
      if (this.#keepers > 0 || !this.#questions.isOpen) return
      this.#closing = setTimeout(() => this.#questions.end('Nobody asks the lists any more'), keptMs)
    }
  }

  /** Calls `tell` when an answer may have changed, until the returned function is called. */
  watch(tell: () => void): () => void {
    this.#listeners.add(tell)
    return () => this.#listeners.delete(tell)
  }

  /** Asks, and asks again whenever the answer may have changed, until the returned function is called. */
  follow<Answer>(
    ask: () => Promise<Answer>,
    next: (answer: Answer) => void,
    failed: (error: unknown) => void,
  ): () => void {
    let latest = 0
    const again = () => {
      latest += 1
      const asked = latest
      ask().then(
        (answer) => {
          if (asked === latest) next(answer)
        },
        (error: unknown) => {
          if (asked === latest) failed(error)
        },
      )
    }
    const unwatch = this.watch(again)
    again()
    return () => {
      latest += 1
      unwatch()
    }
  }

  /** A page of a list, once all of its rows are read. Throws TypeError if the worker's code cannot be loaded. */
  find(question: ListQuestion, skip: number, size: number): Promise<ListFound> {
    return this.#ask<'find'>({ kind: 'find', question, skip, size })
  }

  /** The first page of a list among the rows that are read so far. */
  findFirst(question: ListQuestion, size: number): Promise<ListFound> {
    const early = this.#early
    this.#early = null
    return early?.of === pageName(question, 0, size)
      ? early.answer
      : this.#ask<'findFirst'>({ kind: 'findFirst', question, size })
  }

  /**
   * Asks for the first page of a list while the page still renders the key that was typed. The next `findFirst` gets
   * this answer if it asks the same, and no row has changed meanwhile.
   */
  findEarly(question: ListQuestion, size: number): void {
    const answer = this.#ask<'findFirst'>({ kind: 'findFirst', question, size })
    // The `findFirst` that gets this answer reports its error.
    answer.catch(() => undefined)
    this.#early = { of: pageName(question, 0, size), answer }
  }

  /** Reads a list before the first question. If the worker cannot be loaded, the first question reports it. */
  read(name: ListName, listing: Listing): void {
    void this.#ask<'read'>({ kind: 'read', name, listing }).catch(() => undefined)
  }

  /** The filter choices of a list: its users and its sections of the code. */
  choices(name: ListName, listing: Listing): Promise<ListChoices> {
    return this.#ask<'choices'>({ kind: 'choices', name, listing })
  }

  csv(question: ListQuestion, heads: string[]): Promise<Uint8Array<ArrayBuffer>> {
    return this.#ask<'csv'>({ kind: 'csv', question, heads })
  }

  /** Sends the cells of a list to the other end of the port; returns the number of rows. */
  cells(question: ListQuestion, heads: string[], port: MessagePort): Promise<number> {
    return this.#ask<'cells'>({ kind: 'cells', question, heads, port }, [port])
  }

  close(): void {
    clearTimeout(this.#closing)
    this.#unwatch?.()
    this.#unwatch = null
    this.#early = null
    this.#questions.end('The lists were closed')
  }

  async #ask<Kind extends keyof ListAnswers>(
    asked: ListAnswers[Kind]['asked'],
    transfer?: Transferable[],
  ): Promise<ListAnswers[Kind]['answer']> {
    // Watching begins before the first read, so that no change is missed.
    this.#unwatch ??= this.#watchRows()
    // A list that was only opened is kept by nobody, and neither is a file that is still written when its list is left.
    const stopKeeping = this.keep()
    try {
      if (!this.#questions.isOpen) {
        await this.#questions.ask<'open'>({ kind: 'open', database: this.database, zone: this.zone })
      }
      return await this.#questions.ask<Kind>(asked, transfer)
    } finally {
      stopKeeping()
    }
  }

  #watchRows(): () => void {
    const tellAll = () => {
      for (const tell of this.#listeners) tell()
    }
    return watchRows(this.database, tables, (changed) => {
      this.#early = null
      // A worker that has ended reads everything anew at the next question.
      if (!this.#questions.isOpen) {
        tellAll()
        return
      }
      const changes = changed.map(({ table, ranges }) => ({ type: table, ranges }))
      void this.#questions.ask<'changed'>({ kind: 'changed', changes }).then(tellAll, tellAll)
    })
  }
}

let open: ListSearch | null = null

/**
 * The search in a person's database, with days of the town's zone; that of another person or zone is closed. The zone
 * may change while the app is open: an Admin sets it.
 */
export function listSearchOf(database: string, zone: string): ListSearch {
  if (open?.database !== database || open.zone !== zone) {
    open?.close()
    open = new ListSearch(database, zone)
  }
  return open
}
