import { scriptUrl } from './trusted-types.ts'
import type { WorkerJob, WorkerReply } from './worker-job.ts'

/** The questions that a worker answers, by kind, each with its answer. */
type Answers = Record<string, { asked: { kind: string }; answer: unknown }>

const leftText = 'The page was left'
const endedText = 'The worker has ended'

/**
 * Loads a page again that was shown again from the back cache, because its workers and their answers are gone. The app
 * waits for typed text that this would lose.
 */
export const shownAgain = { reload: (): void => location.reload() }

type Waiting = { resolve(answer: unknown): void; reject(error: Error): void }

/**
 * A worker that answers several questions at a time. It starts with the first question, and again after it died.
 * It ends when the page is left. Firefox freezes the workers of a page in its back cache, and an open transaction in a
 * frozen worker blocks the database for every later page. A page that is shown again starts a new worker.
 */
export class WorkerQuestions<
  Known extends { [Kind in keyof Known]: Answers[string] },
  News extends { news: string } = never,
> {
  readonly #load: () => Promise<{ default: string }>
  readonly #hear: (news: News) => void
  #worker: Promise<Worker> | null = null
  #waiting = new Map<number, Waiting>()
  #jobs = 0
  /** The page is in the back cache, or about to be. */
  #isLeft = false

  /** `load` imports the URL of its code; `hear` gets the messages that it sends by itself. */
  constructor(load: () => Promise<{ default: string }>, hear: (news: News) => void = () => undefined) {
    this.#load = load
    this.#hear = hear
  }

  get isOpen(): boolean {
    return this.#worker !== null
  }

  /** Throws the worker's error, an error if the page was left, or TypeError if its code cannot be loaded. */
  async ask<Kind extends keyof Known>(
    asked: Known[Kind]['asked'],
    transfer: Transferable[] = [],
  ): Promise<Known[Kind]['answer']> {
    // A page still runs for some moments after it was left. A worker that began now would be frozen.
    if (this.#isLeft) throw new Error(leftText)
    this.#worker ??= this.#start()
    const started = this.#worker
    const worker = await started
    // It was ended while its code was loaded, and would never answer.
    if (this.#worker !== started) throw new Error(endedText)
    const job = ++this.#jobs
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(job, { resolve, reject }))
    const posted: WorkerJob<Known[Kind]['asked']> = { job, asked }
    worker.postMessage(posted, transfer)
    // The worker answers each question by its kind.
    return (await answer) as Known[Kind]['answer']
  }

  /** Ends the worker. The next question starts a new one. */
  end(why: string): void {
    void this.#worker?.then(
      (it) => it.terminate(),
      () => undefined,
    )
    this.#worker = null
    removeEventListener('pagehide', this.#leave)
    for (const { reject } of this.#waiting.values()) reject(new Error(why))
    this.#waiting.clear()
  }

  readonly #leave = ({ persisted }: PageTransitionEvent): void => {
    this.end(leftText)
    this.#isLeft = persisted
    if (!persisted) return
    const back = () => {
      this.#isLeft = false
      shownAgain.reload()
    }
    addEventListener('pageshow', back, { once: true })
  }

  async #start(): Promise<Worker> {
    addEventListener('pagehide', this.#leave)
    try {
      const { default: url } = await this.#load()
      const worker = new Worker(scriptUrl(url), { type: 'module' })
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerReply | News>) => {
        if ('news' in data) return this.#hear(data)
        const waiting = this.#waiting.get(data.job)
        this.#waiting.delete(data.job)
        if ('failed' in data) waiting?.reject(new Error(data.failed))
        else waiting?.resolve(data.answer)
      })
      worker.addEventListener('error', () => this.end(endedText))
      return worker
    } catch (error) {
      this.#worker = null
      throw error
    }
  }
}
