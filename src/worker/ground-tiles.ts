import { type Ground, perMetre } from '../rules/ground.ts'
import { groupedBy } from '../rules/grouped.ts'
import { type Extent, extentOfTile } from '../rules/mercator.ts'
import { type NamedLine, type NamePlace, namePlaces } from '../rules/street-names.ts'
import type { MapLook, TileAsked } from '../sync/device/map-jobs.ts'
import { drawNames, nameFont, numberFont, streetWidth } from './ground-look.ts'

/** From these zoom levels on, streets have names and houses have numbers. */
const namesFrom = 15
const numbersFrom = 18
/** The edge of a tile in layout pixels. */
const tileEdge = 512
/** How far the text of a neighbouring tile may reach into this one (layout pixels). */
const margin = 120

/** The opacity of an edge. */
const edgeAlpha = 0.45

/** Draws the base map of a town, one tile at a time. */
export class GroundTiles {
  readonly #ground: Ground
  readonly #boxes: Int32Array
  readonly #names = new Map<number, NamePlace[]>()
  #houses: Map<number, number[]> | null = null

  constructor(ground: Ground) {
    this.#ground = ground
    this.#boxes = boxesOf(ground)
  }

  /** Draws streets, numbers and names on a canvas already filled with the ground colour. */
  draw(paint: Paint, { zoom, x, y, pixels, scale, look }: TileAsked): void {
    const extent = extentOfTile(zoom, x, y)
    const view = new View(extent, pixels)
    const width = streetWidth(zoom) * scale
    this.#drawStreets(paint, view, { width, scale, look })
    const names = zoom >= namesFrom ? this.#namesIn(view.reach(margin * scale), zoom) : []
    if (zoom >= numbersFrom) this.#drawNumbers(paint, view, { names, scale, look })
    const placed = names.map((it) => ({ ...it, x: view.x(it.x), y: view.y(it.y) }))
    drawNames(paint, placed, { scale, look })
  }

  /** Draws only the house numbers, on top of the town's own map. */
  drawHouses(paint: Paint, { zoom, x, y, pixels, scale, look }: TileAsked): void {
    if (zoom < numbersFrom) return
    this.#drawNumbers(paint, new View(extentOfTile(zoom, x, y), pixels), { names: [], scale, look })
  }

  #drawStreets(
    paint: Paint,
    view: View,
    { width, scale, look }: { width: number; scale: number; look: MapLook },
  ): void {
    const { lineNames, lineStarts, points } = this.#ground
    const reach = view.reach(width)
    const edge = scale * 0.75
    const path = new Path2D()
    for (let line = 0; line < lineNames.length; line++) {
      if (!isInSight(this.#boxes, line, reach)) continue
      for (let at = lineStarts[line] ?? 0; at < (lineStarts[line + 1] ?? 0); at++) {
        const px = view.x(points[at * 2] ?? 0)
        const py = view.y(points[at * 2 + 1] ?? 0)
        if (at === lineStarts[line]) path.moveTo(px, py)
        else path.lineTo(px, py)
      }
    }
    paint.lineCap = 'round'
    paint.lineJoin = 'round'
    paint.strokeStyle = look.edge
    // At low zoom a street is a thin line; at high zoom it is a band with faint edges.
    paint.globalAlpha = edgeAlpha
    paint.lineWidth = width + 2 * edge
    paint.stroke(path)
    paint.globalAlpha = 1
    if (width <= 2 * edge) return
    paint.strokeStyle = look.street
    paint.lineWidth = width
    paint.stroke(path)
  }

  #namesIn({ left, right, bottom, top }: Extent, zoom: number): NamePlace[] {
    return this.#namesAt(zoom).filter(({ x, y }) => x >= left && x <= right && y >= bottom && y <= top)
  }

  /** The names of a zoom level are placed once for the whole town, so the halves of a name on two tiles match. */
  #namesAt(zoom: number): NamePlace[] {
    const known = this.#names.get(zoom)
    if (known) return known
    const paint = new OffscreenCanvas(1, 1).getContext('2d')
    if (!paint) return []
    paint.font = nameFont(1)
    const { names, lineNames, lineStarts, points } = this.#ground
    const widths = new Map<number, number>()
    const lines = Array.from(lineNames, (name, line): NamedLine => {
      const width = widths.get(name) ?? paint.measureText(names[name] ?? '').width
      widths.set(name, width)
      return {
        name: names[name] ?? '',
        width,
        points: points.subarray((lineStarts[line] ?? 0) * 2, (lineStarts[line + 1] ?? 0) * 2),
      }
    })
    const placed = namePlaces(lines, unitsPerPixel(zoom))
    this.#names.set(zoom, placed)
    return placed
  }

  #drawNumbers(paint: Paint, view: View, { names, scale, look }: Words): void {
    const { places, numbers } = this.#ground
    this.#houses ??= housesByCell(places)
    const reach = view.reach(20 * scale)
    paint.font = numberFont(scale)
    paint.textAlign = 'center'
    paint.textBaseline = 'middle'
    paint.fillStyle = look.number
    const drawn = new Set<string>()
    const taken = names.map((it) => ({ px: view.x(it.x), py: view.y(it.y), ...it }))
    for (let column = Math.floor(reach.left / cell); column <= Math.floor(reach.right / cell); column++) {
      for (let row = Math.floor(reach.bottom / cell); row <= Math.floor(reach.top / cell); row++) {
        for (const house of this.#houses.get(cellKey(column, row)) ?? []) {
          const px = view.x(places[house * 2] ?? 0)
          const py = view.y(places[house * 2 + 1] ?? 0)
          const number = numbers[house] ?? 0
          // Flats of one house are at the same place.
          const key = `${number} ${Math.round(px / 8)} ${Math.round(py / 8)}`
          if (number === 0 || drawn.has(key) || taken.some((name) => isOn(name, px, py, scale))) continue
          drawn.add(key)
          paint.fillText(String(number), px, py)
        }
      }
    }
  }
}

type Paint = OffscreenCanvasRenderingContext2D

/** The visible names, and how they are written. */
interface Words {
  names: readonly NamePlace[]
  scale: number
  look: MapLook
}

/** Whether a number at a place of the tile would cover a name. */
function isOn(name: NamePlace & { px: number; py: number }, px: number, py: number, scale: number): boolean {
  const [dx, dy] = [px - name.px, py - name.py]
  const along = dx * Math.cos(name.angle) + dy * Math.sin(name.angle)
  const across = dy * Math.cos(name.angle) - dx * Math.sin(name.angle)
  return Math.abs(along) < (name.width / 2 + 16) * scale && Math.abs(across) < 14 * scale
}

/** Units of the base map per layout pixel. */
const unitsPerPixel = (zoom: number) => {
  const { left, right } = extentOfTile(zoom, 0, 0)
  return ((right - left) * perMetre) / tileEdge
}

/** Converts units of the base map to pixels of a tile. */
class View {
  readonly #left: number
  readonly #top: number
  readonly #perPixel: number
  readonly #pixels: number

  constructor(extent: Extent, pixels: number) {
    this.#left = extent.left * perMetre
    this.#top = extent.top * perMetre
    this.#perPixel = ((extent.right - extent.left) * perMetre) / pixels
    this.#pixels = pixels
  }

  x = (value: number) => (value - this.#left) / this.#perPixel
  y = (value: number) => (this.#top - value) / this.#perPixel

  /** The part of the base map that the tile shows, plus this many pixels around it. */
  reach(around: number): Extent {
    const step = this.#perPixel
    return {
      left: this.#left - around * step,
      right: this.#left + (this.#pixels + around) * step,
      top: this.#top + around * step,
      bottom: this.#top - (this.#pixels + around) * step,
    }
  }
}

/** The bounding box of each line: left, bottom, right, top. */
function boxesOf({ lineNames, lineStarts, points }: Ground): Int32Array {
  const boxes = new Int32Array(lineNames.length * 4)
  for (let line = 0; line < lineNames.length; line++) {
    let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let at = lineStarts[line] ?? 0; at < (lineStarts[line + 1] ?? 0); at++) {
      const [x, y] = [points[at * 2] ?? 0, points[at * 2 + 1] ?? 0]
      left = Math.min(left, x)
      right = Math.max(right, x)
      bottom = Math.min(bottom, y)
      top = Math.max(top, y)
    }
    boxes.set([left, bottom, right, top], line * 4)
  }
  return boxes
}

const isInSight = (boxes: Int32Array, line: number, { left, bottom, right, top }: Extent): boolean =>
  (boxes[line * 4] ?? 0) <= right &&
  (boxes[line * 4 + 2] ?? 0) >= left &&
  (boxes[line * 4 + 1] ?? 0) <= top &&
  (boxes[line * 4 + 3] ?? 0) >= bottom

/** Houses are indexed in cells of 200 m. */
const cell = 200 * perMetre
const cellKey = (column: number, row: number) => column * 2 ** 22 + row

function housesByCell(places: Int32Array): Map<number, number[]> {
  const cellAt = (at: number) => Math.floor((places[at] ?? 0) / cell)
  return groupedBy(Array(places.length / 2).keys(), (house) => cellKey(cellAt(house * 2), cellAt(house * 2 + 1)))
}
