import type { PairIndex } from './pair-index.ts'
import { isNowhere, type Point } from './point.ts'

/** An address as the global search and the pickers show it (GS-05, CF-43). */
export interface AddressLine {
  id: number
  combadd?: string | null
  property_name?: string | null
  aka?: string | null
  ownername?: string | null
  latitude?: number | null
  longitude?: number | null
}

/**
 * Up to `chunkSize` addresses in one stored row. With a row for each address, storing and reading would take ten times
 * as long (P6). A chunk has everything that a search needs, so a restart builds nothing.
 */
export interface PackedChunk extends PairIndex {
  /** Its place in the book, from 0: the key under which it is stored. */
  n: number
  ids: Float64Array
  /** The addresses one after the other, each as its four fields; each field follows a line break. */
  text: string
  /** The start of each address in the text, and finally the text's length. */
  starts: Uint32Array
  /**
   * The latitude and longitude of each address, in millionths of a degree; `noPlace` twice if unknown. Absent if no
   * place is known, and in books stored before the app had a map.
   */
  places?: Int32Array
  /** Its text and index have one sign for a letter with its accent, and for all apostrophes. Absent in older books. */
  isFolded?: true
}

/** An unknown latitude or longitude in a chunk. */
export const noPlace = 0x7fffffff
export const perDegree = 1_000_000

/** Addresses in a chunk. */
export const chunkSize = 1_000

/** The place of the address in a row of a chunk; null if unknown. */
export function placeAt({ places }: Pick<PackedChunk, 'places'>, row: number): Point | null {
  const latitude = places?.[row * 2]
  const longitude = places?.[row * 2 + 1]
  if (latitude === undefined || longitude === undefined || latitude === noPlace) return null
  // In books stored before such places were left out.
  if (isNowhere(latitude, longitude)) return null
  return { latitude: latitude / perDegree, longitude: longitude / perDegree }
}

/** The combined address in a row of a chunk. */
export const combaddAt = ({ text, starts }: Pick<PackedChunk, 'text' | 'starts'>, row: number): string => {
  const from = (starts[row] ?? 0) + 1
  return text.slice(from, text.indexOf('\n', from))
}

/** The addresses of a chunk, in their order. */
export const unpackChunk = (chunk: PackedChunk): AddressLine[] => Array.from(chunk.ids, (_, row) => lineAt(chunk, row))

/** The address in a row of a chunk. */
export function lineAt(chunk: PackedChunk, row: number): AddressLine {
  const { ids, text, starts } = chunk
  const [combadd, property_name, aka, ownername] = text.slice((starts[row] ?? 0) + 1, starts[row + 1]).split('\n')
  return {
    id: ids[row] ?? 0,
    combadd: combadd || null,
    property_name: property_name || null,
    aka: aka || null,
    ownername: ownername || null,
    ...placeAt(chunk, row),
  }
}
