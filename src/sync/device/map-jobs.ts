import type { TownMapFile } from '../../contract/town-map.ts'
import type { Near } from '../../rules/ground.ts'
import type { Extent } from '../../rules/mercator.ts'
import type { Point } from '../../rules/point.ts'

/** The colours of the map, as the look of the app has them. */
export interface MapLook {
  ground: string
  street: string
  edge: string
  name: string
  number: string
  /** Of the town's own map only. */
  water: string
  green: string
  building: string
  road: string
}

/** What a map is drawn from on this device. */
export interface MapFacts {
  /** How many addresses of the book have a place. */
  places: number
  /** The part of the map with all of them; null where there is none. */
  extent: Extent | null
  /** Who made the town's own map, in plain words; null where streets come from the book. */
  madeBy: string | null
  /** Which ground is drawn: another one has another name. '' where streets come from the book. */
  ground: string
}

/**
 * Why a map that is read from the server does not come any more; `changed`: the town has put another one in its place,
 * or has taken it away; `broken`: it is no map.
 */
export type StreamEnd = 'noSignal' | 'serverDown' | 'changed' | 'broken'

/** What the map's worker says unasked: it needs an address that is valid, or the streamed map has ended. */
export type MapNews = { news: 'addressEnded' } | { news: 'streamEnded'; why: StreamEnd }

/** A square picture of the map. `pixels` are of the screen, `scale` says how many of them make one of the layout. */
export interface TileAsked {
  kind: 'tile'
  zoom: number
  x: number
  y: number
  pixels: number
  scale: number
  look: MapLook
}

/** What the page asks of the map's worker, each with its answer. */
export interface MapAnswers {
  /** With an offer, the town's map is read from the server where this device does not keep it. */
  open: { asked: { kind: 'open'; database: string; offer: TownMapFile | null }; answer: MapFacts }
  /** The answer to `addressEnded`; `undefined` where nobody can be asked now, null where the town has no map any more. */
  address: { asked: { kind: 'address'; offer: TownMapFile | null | undefined }; answer: null }
  tile: { asked: TileAsked; answer: ImageBitmap }
  places: { asked: { kind: 'places'; ids: number[] }; answer: [id: number, place: Point][] }
  nearest: { asked: { kind: 'nearest'; here: Point; limit: number }; answer: Near[] }
}

export type MapAsked = MapAnswers[keyof MapAnswers]['asked']
