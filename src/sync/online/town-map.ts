import type { TownMapFile } from '../../contract/town-map.ts'
import type { Near } from '../../rules/ground.ts'
import type { Point } from '../../rules/point.ts'
import type { MapAnswers, MapFacts, MapNews, StreamEnd, TileAsked } from '../device/map-jobs.ts'
import { WorkerQuestions } from '../device/worker-questions.ts'

/** The town's map on this device, drawn by a worker of its own from the address book. One for each person's database. */
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

  /** What there is to draw. Reads the device anew: the address book may have come since. */
  open(): Promise<MapFacts> {
    return this.#questions.ask<'open'>({ kind: 'open', database: this.database, offer: null })
  }

  /** The same, with the town's own map read from the server. `renew` asks for the offer again when its address ends. */
  stream(offer: TownMapFile, renew: () => Promise<TownMapFile | null>): Promise<MapFacts> {
    this.#renew = renew
    return this.#questions.ask<'open'>({ kind: 'open', database: this.database, offer })
  }

  /** Told when a map that is read from the server does not come any more; returns what ends the telling. */
  watch(ended: (why: StreamEnd) => void): () => void {
    this.#watching.add(ended)
    return () => void this.#watching.delete(ended)
  }

  /** A square of the map as a picture. */
  tile(asked: Omit<TileAsked, 'kind'>): Promise<ImageBitmap> {
    return this.#questions.ask<'tile'>({ kind: 'tile', ...asked })
  }

  /** Where these addresses are, as far as the book says. */
  places(ids: number[]): Promise<[id: number, place: Point][]> {
    return this.#questions.ask<'places'>({ kind: 'places', ids })
  }

  /** The addresses nearest to a point. */
  nearest(here: Point, limit: number): Promise<Near[]> {
    return this.#questions.ask<'nearest'>({ kind: 'nearest', here, limit })
  }

  #hear(news: MapNews): void {
    if (news.news === 'streamEnded') for (const told of this.#watching) told(news.why)
    else
      void this.#renew()
        .catch(() => undefined)
        .then((offer) => this.#questions.ask<'address'>({ kind: 'address', offer }))
  }

  /** Another person is at the device now. */
  close(): void {
    this.#questions.end('The map was closed')
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
