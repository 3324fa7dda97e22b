import { watchRows } from '../../db/changed-rows.ts'
import { listedTypes } from '../../db/list-keys.ts'
import type { ListChoices } from '../../records/list-index.ts'
import type { ListName } from '../../records/list-tables.ts'
import type { Listing } from '../../records/listing.ts'
import { type ListAnswers, type ListFound, type ListQuestion, pageName } from './list-jobs.ts'
import { WorkerQuestions } from './worker-questions.ts'

/** The worker keeps its rows while a list is shown, and this long afterwards (ms). */
const keptMs = 60_000

/** The tables of the lists, and those that their cells look something up in. */
const tables = [...listedTypes, 'unit']

/** Searches the lists of a person's database in a worker. The worker follows every change of these tables. */
export class ListSearch {
  readonly database: string
  readonly #zone: string
  readonly #questions = new WorkerQuestions<ListAnswers>(() => import('../../worker/list-worker.ts?worker&url'))
  readonly #listeners = new Set<() => void>()
  #unwatch: (() => void) | null = null
  #closing: ReturnType<typeof setTimeout> | undefined
  #early: { of: string; answer: Promise<ListFound> } | null = null

  constructor(database: string, zone: string) {
    this.database = database
    this.#zone = zone
  }

  /** Calls `tell` when a result may have changed. The worker runs as long as somebody watches. */
  watch(tell: () => void): () => void {
    clearTimeout(this.#closing)
    this.#listeners.add(tell)
    return () => {
      this.#listeners.delete(tell)
      if (this.#listeners.size === 0) this.#closing = setTimeout(() => this.close(), keptMs)
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
    this.#unwatch?.()
    this.#unwatch = null
    this.#early = null
    this.#questions.end('The lists were closed')
  }

  async #ask<Kind extends keyof ListAnswers>(
    asked: ListAnswers[Kind]['asked'],
    transfer?: Transferable[],
  ): Promise<ListAnswers[Kind]['answer']> {
    if (!this.#questions.isOpen) {
      this.#unwatch?.()
      // Watching begins before the first read, so that no change is missed.
      this.#unwatch = watchRows(this.database, tables, (changed) => {
        this.#early = null
        const changes = changed.map(({ table, ranges }) => ({ type: table, ranges }))
        if (!this.#questions.isOpen) return
        void this.#questions.ask<'changed'>({ kind: 'changed', changes }).then(
          () => {
            for (const tell of this.#listeners) tell()
          },
          // The worker has ended. The next question starts a new one, which reads everything.
          () => undefined,
        )
      })
      await this.#questions.ask<'open'>({ kind: 'open', database: this.database, zone: this.#zone })
    }
    return this.#questions.ask<Kind>(asked, transfer)
  }
}

let open: ListSearch | null = null

/** The search in a person's database; the search of another person is closed. */
export function listSearchOf(database: string, zone: string): ListSearch {
  if (open?.database !== database) {
    open?.close()
    open = new ListSearch(database, zone)
  }
  return open
}
