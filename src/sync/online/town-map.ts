import type { Near } from '../../rules/ground.ts'
import type { Point } from '../../rules/point.ts'
import type { MapAnswers, MapFacts, MapReply, TileAsked } from '../device/map-jobs.ts'
import { scriptUrl } from '../device/trusted-types.ts'

type Waiting = { resolve(answer: unknown): void; reject(error: Error): void }

/** The town's map on this device, drawn by a worker of its own from the address book. One for each person's database. */
export class TownMap {
  readonly database: string
  #worker: Promise<Worker> | null = null
  #waiting = new Map<number, Waiting>()
  #jobs = 0

  constructor(database: string) {
    this.database = database
  }

  /** What there is to draw. Reads the device anew: the address book may have come since. */
  open(): Promise<MapFacts> {
    return this.#ask<'open'>({ kind: 'open', database: this.database })
  }

  /** A square of the map as a picture. */
  tile(asked: Omit<TileAsked, 'kind'>): Promise<ImageBitmap> {
    return this.#ask<'tile'>({ kind: 'tile', ...asked })
  }

  /** Where these addresses are, as far as the book says. */
  places(ids: number[]): Promise<[id: number, place: Point][]> {
    return this.#ask<'places'>({ kind: 'places', ids })
  }

  /** The addresses nearest to a point. */
  nearest(here: Point, limit: number): Promise<Near[]> {
    return this.#ask<'nearest'>({ kind: 'nearest', here, limit })
  }

  async #ask<Kind extends keyof MapAnswers>(asked: MapAnswers[Kind]['asked']): Promise<MapAnswers[Kind]['answer']> {
    this.#worker ??= this.#start()
    const worker = await this.#worker
    const job = ++this.#jobs
    const answer = new Promise<unknown>((resolve, reject) => this.#waiting.set(job, { resolve, reject }))
    worker.postMessage({ job, asked })
    // The worker answers each question by its kind (map-jobs.ts).
    return (await answer) as MapAnswers[Kind]['answer']
  }

  async #start(): Promise<Worker> {
    try {
      const { default: url } = await import('../../worker/map-worker.ts?worker&url')
      const worker = new Worker(scriptUrl(url), { type: 'module' })
      worker.addEventListener('message', ({ data }: MessageEvent<MapReply>) => {
        const waiting = this.#waiting.get(data.job)
        this.#waiting.delete(data.job)
        if ('failed' in data) waiting?.reject(new Error(data.failed))
        else waiting?.resolve(data.answer)
      })
      worker.addEventListener('error', () => this.#end('The worker of the map has ended'))
      return worker
    } catch (error) {
      this.#worker = null
      throw error
    }
  }

  /** The next question starts another worker. */
  #end(why: string): void {
    void this.#worker?.then((it) => it.terminate())
    this.#worker = null
    for (const { reject } of this.#waiting.values()) reject(new Error(why))
    this.#waiting.clear()
  }

  /** Another person is at the device now. */
  close(): void {
    this.#end('The map was closed')
  }
}

let open: TownMap | null = null

/** The map of a person's database; that of another person is closed. */
export function townMapOf(database: string): TownMap {
  if (open?.database !== database) {
    open?.close()
    open = new TownMap(database)
  }
  return open
}
