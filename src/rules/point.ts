/** A point on the earth, in degrees. */
export interface Point {
  latitude: number
  longitude: number
}

/** What a record says about its address: an inspection includes the place, a violation only the id. */
export interface Placed {
  address_id?: number | null | undefined
  address?: Partial<Record<keyof Point, number | null | undefined>> | null | undefined
}

/** The place of an address; undefined if the row does not have it. */
export const pointIn = (row: Placed['address']): Point | undefined =>
  row?.latitude == null || row.longitude == null || isNowhere(row.latitude, row.longitude)
    ? undefined
    : { latitude: row.latitude, longitude: row.longitude }

/** Files and phones write 0, 0 for an unknown place. It is in the sea and in no town. */
export const isNowhere = (latitude: number, longitude: number): boolean => latitude === 0 && longitude === 0

/** The addresses of these records, each once, sorted. */
export const addressIds = (records: readonly Placed[]): number[] =>
  [...new Set(records.flatMap(({ address_id }) => address_id || []))].sort((a, b) => a - b)

const earthMiles = 3958.8
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** The distance between two points as the crow flies, in miles. */
export function milesBetween(a: Point, b: Point): number {
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const chord =
    half(a.latitude, b.latitude) +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * half(a.longitude, b.longitude)
  return 2 * earthMiles * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** '0.4 mi', '12 mi'. */
export const milesText = (miles: number): string => `${miles < 10 ? miles.toFixed(1) : Math.round(miles)} mi`

const feetPerMile = 5280
/** Below this a distance is shown in feet (miles). */
const feetBelow = 0.15

/** '40 ft', '0.4 mi': a phone knows its place to about ten feet. */
export const nearText = (miles: number): string =>
  miles < feetBelow ? `${Math.max(10, Math.round((miles * feetPerMile) / 10) * 10)} ft` : milesText(miles)
