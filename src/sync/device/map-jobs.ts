import type { TownMapFile } from '../../contract/town-map.ts'
import type { Near } from '../../rules/ground.ts'
import type { Extent } from '../../rules/mercator.ts'
import type { Point } from '../../rules/point.ts'

/** The colours of the map, taken from the app's theme. */
export interface MapLook {
  ground: string
  street: string
  edge: string
  name: string
  number: string
  /** Only used with the town's own map. */
  water: string
  green: string
  building: string
  road: string
}

/** What the map on this device consists of. */
export interface MapFacts {
  /** How many addresses of the book have coordinates. */
  places: number
  /** The part of the map that contains all of them; null if there are none. */
  extent: Extent | null
  /** Who made the town's own map, in plain words; null if streets are drawn from the address book. */
  madeBy: string | null
  /** Identifies the base map: a different map has a different name. '' if streets are drawn from the address book. */
  ground: string
}

/**
 * Why a map read from the server stops; `changed`: the town has replaced or removed it; `broken`: the file is no map.
 */
export type StreamEnd = 'noSignal' | 'serverDown' | 'changed' | 'broken'

/** Messages that the map worker sends by itself: it needs a valid address, or the streamed map has ended. */
export type MapNews = { news: 'addressEnded' } | { news: 'streamEnded'; why: StreamEnd }

/** A square tile of the map. `pixels` are device pixels; `scale` is how many of them make one CSS pixel. */
export interface TileAsked {
  kind: 'tile'
  zoom: number
  x: number
  y: number
  pixels: number
  scale: number
  look: MapLook
}

/** The questions to the map worker, each with its answer. */
export interface MapAnswers {
  /** With an offer, the town's map is read from the server if this device has no copy. */
  open: { asked: { kind: 'open'; database: string; offer: TownMapFile | null }; answer: MapFacts }
  /** The answer to `addressEnded`; `undefined` if nobody can be asked now, null if the town no longer has a map. */
  address: { asked: { kind: 'address'; offer: TownMapFile | null | undefined }; answer: null }
  tile: { asked: TileAsked; answer: ImageBitmap }
  places: { asked: { kind: 'places'; ids: number[] }; answer: [id: number, place: Point][] }
  nearest: { asked: { kind: 'nearest'; here: Point; limit: number }; answer: Near[] }
}

export type MapAsked = MapAnswers[keyof MapAnswers]['asked']
