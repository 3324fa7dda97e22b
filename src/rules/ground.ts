import { houseOf } from './house-number.ts'
import { type Extent, mapMetresPerMetre, pointAt, type Spot, spotOf } from './mercator.ts'
import { combaddAt, type PackedChunk, placeAt } from './packed-addresses.ts'
import { milesBetween, type Point } from './point.ts'
import { middleLines, type Numbered } from './streets.ts'

/**
 * The base map for a town without its own map: the streets and houses of the address book. Places are in tenths of a
 * metre of the web map (EPSG:3857), x before y.
 */
export interface Ground {
  /** When the book was stored from which it was made. Another book needs another base map. */
  bookAt: number
  /** The addresses with a known place, and their places. */
  ids: Float64Array
  places: Int32Array
  /** The house number of each; 0 for none. */
  numbers: Int32Array
  /** The streets by name. */
  names: string[]
  /** The street of each line; the start of its points and finally their count; the points. */
  lineNames: Uint32Array
  lineStarts: Uint32Array
  points: Int32Array
}

/** Units of a place per metre of the map. */
export const perMetre = 10

/** Makes the base map of a book. */
export function groundOf(chunks: readonly PackedChunk[], bookAt: number): Ground {
  const houses: { id: number; number: number; x: number; y: number }[] = []
  const streets = new Map<string, { name: string; houses: Numbered[] }>()
  for (const chunk of chunks) {
    for (const [row, id] of chunk.ids.entries()) {
      const place = placeAt(chunk, row)
      if (!place) continue
      const spot = spotOf(place)
      const house = houseOf(combaddAt(chunk, row))
      houses.push({ id, number: house?.number ?? 0, ...spot })
      if (!house) continue
      const key = house.street.toLowerCase()
      const street = streets.get(key)
      if (street) street.houses.push({ number: house.number, ...spot })
      else streets.set(key, { name: shownName(house.street), houses: [{ number: house.number, ...spot }] })
    }
  }
  return {
    bookAt,
    ids: Float64Array.from(houses, ({ id }) => id),
    places: flat(houses),
    numbers: Int32Array.from(houses, ({ number }) => number),
    ...linesOf([...streets.values()]),
  }
}

function linesOf(streets: readonly { name: string; houses: Numbered[] }[]) {
  const lineNames: number[] = []
  const lineStarts = [0]
  const spots: Spot[] = []
  for (const [at, { houses }] of streets.entries()) {
    const scale = houses[0] ? mapMetresPerMetre(houses[0]) : 1
    const onGround = houses.map(({ number, x, y }) => ({ number, x: x / scale, y: y / scale }))
    for (const line of middleLines(onGround)) {
      for (const { x, y } of line) spots.push({ x: x * scale, y: y * scale })
      lineNames.push(at)
      lineStarts.push(spots.length)
    }
  }
  return {
    names: streets.map(({ name }) => name),
    lineNames: Uint32Array.from(lineNames),
    lineStarts: Uint32Array.from(lineStarts),
    points: flat(spots),
  }
}

function flat(spots: readonly Spot[]): Int32Array {
  const places = new Int32Array(spots.length * 2)
  for (const [at, { x, y }] of spots.entries()) {
    places[at * 2] = Math.round(x * perMetre)
    places[at * 2 + 1] = Math.round(y * perMetre)
  }
  return places
}

/** 'Chester Rd' for 'CHESTER RD', as many towns write it; a name with lower-case letters stays unchanged. */
const shownName = (street: string): string =>
  /[a-z]/.test(street)
    ? street
    : street.toLowerCase().replace(/(?<![\p{L}'’])\p{L}/gu, (letter) => letter.toUpperCase())

const spotAt = (places: Int32Array, at: number): Spot => ({
  x: (places[at * 2] ?? 0) / perMetre,
  y: (places[at * 2 + 1] ?? 0) / perMetre,
})

/** The part of the map with all houses; null if there are none. */
export function extentOf({ places }: Pick<Ground, 'places'>): Extent | null {
  if (places.length === 0) return null
  const extent = { left: Number.POSITIVE_INFINITY, bottom: Number.POSITIVE_INFINITY, right: -Infinity, top: -Infinity }
  for (let at = 0; at * 2 < places.length; at++) {
    const { x, y } = spotAt(places, at)
    extent.left = Math.min(extent.left, x)
    extent.right = Math.max(extent.right, x)
    extent.bottom = Math.min(extent.bottom, y)
    extent.top = Math.max(extent.top, y)
  }
  return extent
}

/** The places of these addresses, if the base map has them. */
export function placesIn({ ids, places }: Ground, wanted: readonly number[]): [id: number, place: Point][] {
  const left = new Set(wanted)
  const found: [number, Point][] = []
  for (let at = 0; at < ids.length && left.size > 0; at++) {
    const id = ids[at] ?? 0
    if (left.delete(id)) found.push([id, pointAt(spotAt(places, at))])
  }
  return found
}

/** An address and how far away it is. */
export interface Near {
  id: number
  miles: number
}

/** The addresses nearest to a point, nearest first; at most `limit`, none farther than `mostMiles`. */
export function nearest({ ids, places }: Ground, here: Point, limit: number, mostMiles = 1): Near[] {
  const { x, y } = spotOf(here)
  const [hx, hy] = [x * perMetre, y * perMetre]
  const best: { at: number; square: number }[] = []
  for (let at = 0; at < ids.length; at++) {
    const square = ((places[at * 2] ?? 0) - hx) ** 2 + ((places[at * 2 + 1] ?? 0) - hy) ** 2
    if (best.length === limit && square >= (best[limit - 1]?.square ?? 0)) continue
    const before = best.findIndex((it) => it.square > square)
    best.splice(before < 0 ? best.length : before, 0, { at, square })
    best.length = Math.min(best.length, limit)
  }
  return best
    .map(({ at }) => ({ id: ids[at] ?? 0, miles: milesBetween(here, pointAt(spotAt(places, at))) }))
    .filter(({ miles }) => miles <= mostMiles)
}
