import MVT from 'ol/format/MVT.js'
import { type Header, PMTiles, TileType } from 'pmtiles'
import { type Extent, spotOf } from '../rules/mercator.ts'
import type { TileAsked } from '../sync/device/map-jobs.ts'
import { drawFeatures } from './vector-look.ts'

/** The town's own map, read from the file on this device or from the server. */
export class TownTiles {
  readonly #file: PMTiles
  readonly #header: Header
  readonly #format = new MVT()
  /** Who made it, in plain words. */
  readonly attribution: string
  readonly version: string

  private constructor(
    file: PMTiles,
    header: Header,
    { attribution, version }: { attribution: string; version: string },
  ) {
    this.#file = file
    this.#header = header
    this.attribution = attribution
    this.version = version
  }

  /** Opens a file by its bytes. Throws if it is damaged, and passes on errors of the reading. */
  static async open(
    version: string,
    bytes: (offset: number, length: number) => Promise<ArrayBuffer>,
  ): Promise<TownTiles> {
    const tiles = new PMTiles({
      getKey: () => version,
      getBytes: async (offset, length) => ({ data: await bytes(offset, length) }),
    })
    const metadata: unknown = await tiles.getMetadata()
    const said =
      typeof metadata === 'object' && metadata !== null && 'attribution' in metadata ? metadata.attribution : ''
    return new TownTiles(tiles, await tiles.getHeader(), { attribution: plainText(said), version })
  }

  /** The area that the file covers. */
  get extent(): Extent {
    const { minLon, minLat, maxLon, maxLat } = this.#header
    const { x: left, y: bottom } = spotOf({ longitude: minLon, latitude: minLat })
    const { x: right, y: top } = spotOf({ longitude: maxLon, latitude: maxLat })
    return { left, bottom, right, top }
  }

  /** Draws a tile on a canvas; false if the file has none there. Beyond its last zoom level the tile is enlarged. */
  async draw(paint: OffscreenCanvasRenderingContext2D, asked: TileAsked): Promise<boolean> {
    const { zoom, x, y, pixels } = asked
    const beyond = Math.max(0, zoom - this.#header.maxZoom)
    const found = await this.#file.getZxy(zoom - beyond, x >> beyond, y >> beyond)
    if (!found) return false
    const edge = pixels * 2 ** beyond
    const left = -(x - ((x >> beyond) << beyond)) * pixels
    const top = -(y - ((y >> beyond) << beyond)) * pixels
    if (this.#header.tileType !== TileType.Mvt) {
      const picture = await createImageBitmap(new Blob([found.data]))
      paint.drawImage(picture, left, top, edge, edge)
      picture.close()
      return true
    }
    // In the library y grows upwards, so its y is drawn as -y.
    const extent = [left, -top - edge, left + edge, -top]
    drawFeatures(paint, this.#format.readFeatures(found.data, { extent }), asked)
    return true
  }
}

/** Files give their makers as HTML, which is shown as plain text. */
const plainText = (html: unknown): string =>
  typeof html === 'string'
    ? html
        .replace(/<[^>]*>/g, '')
        .replaceAll('&copy;', '©')
        .replaceAll('&amp;', '&')
        .trim()
        .slice(0, 120)
    : ''
