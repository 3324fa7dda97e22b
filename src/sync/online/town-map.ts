import type { TownMapFile } from '../../contract/town-map.ts'
import type { Near } from '../../rules/ground.ts'
import type { Point } from '../../rules/point.ts'
import type { MapAnswers, MapFacts, MapNews, MapReply, StreamEnd, TileAsked } from '../device/map-jobs.ts'
import { scriptUrl } from '../device/trusted-types.ts'

type Waiting = { resolve(answer: unknown): void; reject(error: Error): void }

/** The town's map on this device, drawn by a worker of its own from the address book. One for each person's database. */
export class TownMap {
  readonly database: string
  #worker: Promise<Worker> | null = null
  #waiting = new Map<number, Waiting>()
  #jobs = 0
  #renew: () => Promise<TownMapFile | null> = async () => null
  readonly #watching = new Set<(why: StreamEnd) => void>()

  constructor(database: string) {
    this.database = database
  }

  /** What there is to draw. Reads the device anew: the address book may have come since. */
  open(): Promise<MapFacts> {
    return this.#ask<'open'>({ kind: 'open', database: this.database, offer: null })
  }

  /** The same, with the town's own map read from the server. `renew` asks for the offer again when its address ends. */
  stream(offer: TownMapFile, renew: () => Promise<TownMapFile | null>): Promise<MapFacts> {
    this.#renew = renew
    return this.#ask<'open'>({ kind: 'open', database: this.database, offer })
  }

  /** Told when a map that is read from the server does not come any more; returns what ends the telling. */
  watch(ended: (why: StreamEnd) => void): () => void {
    this.#watching.add(ended)
    return () => void this.#watching.delete(ended)
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
      worker.addEventListener('message', ({ data }: MessageEvent<MapReply | MapNews>) => {
        if ('news' in data) return this.#hear(data)
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

  #hear(news: MapNews): void {
    if (news.news === 'streamEnded') for (const told of this.#watching) told(news.why)
    else
      void this.#renew()
        .catch(() => undefined)
        .then((offer) => this.#ask<'address'>({ kind: 'address', offer }))
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
