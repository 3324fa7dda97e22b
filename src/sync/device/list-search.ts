import { watchRows } from '../../db/changed-rows.ts'
import { listedTypes } from '../../db/list-keys.ts'
import type { ListChoices } from '../../records/list-index.ts'
import type { ListName } from '../../records/list-tables.ts'
import type { Listing } from '../../records/listing.ts'
import type { ListAnswers, ListFound, ListQuestion } from './list-jobs.ts'
import { WorkerQuestions } from './worker-questions.ts'

/** The worker holds its rows as long as a list is shown, and so much longer (ms). */
const keptMs = 60_000

/** Those of the lists, and those that their cells look something up in. */
const tables = [...listedTypes, 'unit']

/** Searches the lists of a person's database in a worker, which follows every change of them. */
export class ListSearch {
  readonly database: string
  readonly #zone: string
  readonly #questions = new WorkerQuestions<ListAnswers>(() => import('../../worker/list-worker.ts?worker&url'))
  readonly #listeners = new Set<() => void>()
  #unwatch: (() => void) | null = null
  #closing: ReturnType<typeof setTimeout> | undefined

  constructor(database: string, zone: string) {
    this.database = database
    this.#zone = zone
  }

  /** Tells when what was found may be another by now. The worker runs while somebody watches. */
  watch(tell: () => void): () => void {
    clearTimeout(this.#closing)
    this.#listeners.add(tell)
    return () => {
      this.#listeners.delete(tell)
      if (this.#listeners.size === 0) this.#closing = setTimeout(() => this.close(), keptMs)
    }
  }

  /** A page of a list. Throws TypeError where the code of the worker cannot be had. */
  find(question: ListQuestion, skip: number, size: number): Promise<ListFound> {
    return this.#ask<'find'>({ kind: 'find', question, skip, size })
  }

  /** Reads a list ahead of the first question. A worker that cannot be had is told of by that question. */
  read(name: ListName): void {
    void this.#ask<'read'>({ kind: 'read', name }).catch(() => undefined)
  }

  /** Whose rows a list has, and which sections of the code. */
  choices(name: ListName, listing: Listing): Promise<ListChoices> {
    return this.#ask<'choices'>({ kind: 'choices', name, listing })
  }

  csv(question: ListQuestion, heads: string[]): Promise<Uint8Array<ArrayBuffer>> {
    return this.#ask<'csv'>({ kind: 'csv', question, heads })
  }

  /** Hands the cells of a list to the one who holds the other end of the port; how many rows there are. */
  cells(question: ListQuestion, heads: string[], port: MessagePort): Promise<number> {
    return this.#ask<'cells'>({ kind: 'cells', question, heads, port }, [port])
  }

  close(): void {
    this.#unwatch?.()
    this.#unwatch = null
    this.#questions.end('The lists were closed')
  }

  async #ask<Kind extends keyof ListAnswers>(
    asked: ListAnswers[Kind]['asked'],
    transfer?: Transferable[],
  ): Promise<ListAnswers[Kind]['answer']> {
    if (!this.#questions.isOpen) {
      this.#unwatch?.()
      // Followed from before the first read on, so that nothing changes unheard.
      this.#unwatch = watchRows(this.database, tables, (changed) => {
        const changes = changed.map(({ table, ranges }) => ({ type: table, ranges }))
        if (!this.#questions.isOpen) return
        void this.#questions.ask<'changed'>({ kind: 'changed', changes }).then(
          () => {
            for (const tell of this.#listeners) tell()
          },
          // The worker ended: the next question starts another one, which reads everything.
          () => undefined,
        )
      })
      await this.#questions.ask<'open'>({ kind: 'open', database: this.database, zone: this.#zone })
    }
    return this.#questions.ask<Kind>(asked, transfer)
  }
}

let open: ListSearch | null = null

/** The search in a person's database; that of another person is closed. */
export function listSearchOf(database: string, zone: string): ListSearch {
  if (open?.database !== database) {
    open?.close()
    open = new ListSearch(database, zone)
  }
  return open
}
