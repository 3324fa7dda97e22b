import type { TownMapFile } from '../../contract/town-map.ts'
import type { Near } from '../../rules/ground.ts'
import type { Point } from '../../rules/point.ts'
import type { MapAnswers, MapFacts, MapNews, StreamEnd, TileAsked } from '../device/map-jobs.ts'
import { WorkerQuestions } from '../device/worker-questions.ts'

/** The town's map on this device, drawn from the address book by its own worker. One for each person's database. */
export class TownMap {
  readonly database: string
  readonly #questions = new WorkerQuestions<MapAnswers, MapNews>(
    () => import('../../worker/map-worker.ts?worker&url'),
    (news) => this.#hear(news),
  )
  #renew: () => Promise<TownMapFile | null> = async () => null
  readonly #watching = new Set<(why: StreamEnd) => void>()

  constructor(database: string) {
    this.database = database
  }

  /** What can be drawn. Reads the device again, because the address book may have been downloaded since. */
  open(): Promise<MapFacts> {
    return this.#questions.ask<'open'>({ kind: 'open', database: this.database, offer: null })
  }

  /** The same, with the town's own map read from the server. `renew` gets a new offer when its URL expires. */
  stream(offer: TownMapFile, renew: () => Promise<TownMapFile | null>): Promise<MapFacts> {
    this.#renew = renew
    return this.#questions.ask<'open'>({ kind: 'open', database: this.database, offer })
  }

  /** `ended` is called when a map read from the server stops. Returns the function that unsubscribes. */
  watch(ended: (why: StreamEnd) => void): () => void {
    this.#watching.add(ended)
    return () => void this.#watching.delete(ended)
  }

  /** A tile of the map as a picture. */
  tile(asked: Omit<TileAsked, 'kind'>): Promise<ImageBitmap> {
    return this.#questions.ask<'tile'>({ kind: 'tile', ...asked })
  }

  /** The places of these addresses, if the book has them. */
  places(ids: number[]): Promise<[id: number, place: Point][]> {
    return this.#questions.ask<'places'>({ kind: 'places', ids })
  }

  /** The addresses nearest to a point. */
  nearest(here: Point, limit: number): Promise<Near[]> {
    return this.#questions.ask<'nearest'>({ kind: 'nearest', here, limit })
  }

  #hear(news: MapNews): void {
    if (news.news === 'streamEnded') for (const told of this.#watching) told(news.why)
    else void this.#answerAddress()
  }

  async #answerAddress(): Promise<void> {
    const offer = await this.#renew().catch(() => undefined)
    // The map was closed meanwhile, and a question would start its worker again.
    if (!this.#questions.isOpen) return
    // Fails only if the worker ends, and then nothing waits for the address any more.
    await this.#questions.ask<'address'>({ kind: 'address', offer }).catch(() => undefined)
  }

  /** Another person uses the device now. */
  close(): void {
    this.#questions.end('The map was closed')
  }
}

let open: TownMap | null = null

/** The map of a person's database; the map of another person is closed. */
export function townMapOf(database: string): TownMap {
  if (open?.database !== database) {
    open?.close()
    open = new TownMap(database)
  }
  return open
}
