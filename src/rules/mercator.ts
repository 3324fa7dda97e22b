import type { Point } from './point.ts'

/** Half the edge of the world in web maps (EPSG:3857), in its own metres. */
const worldEdge = 20_037_508.342789244

const radius = worldEdge / Math.PI
/** The web map ends at this latitude. */
const mostLatitude = 85.05112878

/** A place on the web map, in its metres: `x` to the east, `y` to the north. */
export interface Spot {
  x: number
  y: number
}

/** The place of a point of the earth on the web map. */
export function spotOf({ latitude, longitude }: Point): Spot {
  const bounded = Math.max(-mostLatitude, Math.min(mostLatitude, latitude))
  return {
    x: (longitude / 180) * worldEdge,
    y: radius * Math.log(Math.tan(Math.PI / 4 + (bounded * Math.PI) / 360)),
  }
}

/** The point of the earth at a place on the web map. */
export const pointAt = ({ x, y }: Spot): Point => ({
  latitude: (360 / Math.PI) * Math.atan(Math.exp(y / radius)) - 90,
  longitude: (x / worldEdge) * 180,
})

/** How many metres of the map are one metre on the ground there: the web map is enlarged towards the poles. */
export const mapMetresPerMetre = ({ y }: Spot): number => Math.cosh(y / radius)

/** The part of the map in a tile. */
export interface Extent {
  left: number
  bottom: number
  right: number
  top: number
}

/** The part of the map in the tile at column x and row y (from the north) of a zoom level. */
export function extentOfTile(zoom: number, x: number, y: number): Extent {
  const edge = (2 * worldEdge) / 2 ** zoom
  const left = x * edge - worldEdge
  const top = worldEdge - y * edge
  return { left, top, right: left + edge, bottom: top - edge }
}
