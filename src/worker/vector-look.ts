import type RenderFeature from 'ol/render/Feature.js'
import { namePlaces } from '../rules/street-names.ts'
import type { TileAsked } from '../sync/device/map-jobs.ts'
import { drawNames, nameFont, streetWidth } from './ground-look.ts'

type Paint = OffscreenCanvasRenderingContext2D

/*
 * Draws vector tiles in the style of the address book's streets, with water, green and buildings. It knows the layer
 * names of the two common schemas (Protomaps, OpenMapTiles).
 */

const isWater = /^(water|ocean|waterway)/
const isGround = /^(landuse|landcover|park|natural)/
const isGreen = /park|wood|forest|grass|meadow|garden|cemetery|golf|recreation|pitch|playground|nature|scrub|wetland/
const isBuilding = /^building/
const isRoad = /^(roads?|transportation|streets?)$/
const isRoadName = /^(roads?|transportation_name|streets?|road_labels|street_labels)$/
const isSmall = /path|track|footway|pedestrian|service|cycleway|steps|rail|ferry/
const isLarge = /highway|motorway|trunk|major|primary|secondary/

const layerOf = (it: RenderFeature): string => String(it.get('layer') ?? '')
const kindOf = (it: RenderFeature): string =>
  `${it.get('kind') ?? ''} ${it.get('class') ?? ''} ${it.get('kind_detail') ?? ''}`

/** Draws the features of a tile. Their coordinates are pixels of the tile, with y growing upwards. */
export function drawFeatures(paint: Paint, features: readonly RenderFeature[], asked: TileAsked): void {
  const { look, scale, zoom } = asked
  const areas = (wanted: (it: RenderFeature) => boolean, colour: string) => {
    paint.fillStyle = colour
    for (const it of features) if (it.getType().endsWith('Polygon') && wanted(it)) paint.fill(pathOf(it), 'evenodd')
  }
  areas((it) => isGround.test(layerOf(it)) && isGreen.test(kindOf(it)), look.green)
  areas((it) => isWater.test(layerOf(it)), look.water)
  if (zoom >= buildingsFrom) areas((it) => isBuilding.test(layerOf(it)), look.building)
  const lines = features.filter((it) => it.getType().endsWith('LineString'))
  strokeAll(
    paint,
    lines.filter((it) => isWater.test(layerOf(it))),
    { width: scale * 1.5, colour: look.water },
  )
  drawRoads(
    paint,
    lines.filter((it) => isRoad.test(layerOf(it))),
    asked,
  )
  if (zoom >= roadNamesFrom)
    drawRoadNames(
      paint,
      lines.filter((it) => isRoadName.test(layerOf(it))),
      asked,
    )
}

const buildingsFrom = 14
const roadNamesFrom = 14

function drawRoads(paint: Paint, roads: readonly RenderFeature[], { zoom, scale, look }: TileAsked): void {
  const width = streetWidth(zoom) * scale
  const sizes = [
    { roads: roads.filter((it) => isSmall.test(kindOf(it))), width: width * 0.4 },
    { roads: roads.filter((it) => !isSmall.test(kindOf(it)) && !isLarge.test(kindOf(it))), width },
    { roads: roads.filter((it) => isLarge.test(kindOf(it))), width: width * 1.5 },
  ]
  paint.lineCap = 'round'
  paint.lineJoin = 'round'
  // All edges first, so that no edge crosses another street at a junction.
  for (const { roads, width } of sizes) strokeAll(paint, roads, { width: width + 1.5 * scale, colour: look.road })
  for (const { roads, width } of sizes) if (width > 2 * scale) strokeAll(paint, roads, { width, colour: look.street })
}

function strokeAll(paint: Paint, lines: readonly RenderFeature[], look: { width: number; colour: string }): void {
  paint.strokeStyle = look.colour
  paint.lineWidth = look.width
  const path = new Path2D()
  for (const it of lines) path.addPath(pathOf(it))
  paint.stroke(path)
}

/** Only names that fit into the tile, because the neighbouring tile would not draw the rest of them. */
function drawRoadNames(paint: Paint, lines: readonly RenderFeature[], asked: TileAsked): void {
  const { scale, pixels } = asked
  paint.font = nameFont(scale)
  const named = lines.flatMap((it) => {
    const name = String(it.get('name') ?? '')
    if (name === '') return []
    const width = paint.measureText(name).width
    return partsOf(it).map((points) => ({ name, width, points: Int32Array.from(points) }))
  })
  const inside = ({ x, y, width, angle }: { x: number; y: number; width: number; angle: number }) => {
    const [dx, dy] = [(Math.abs(Math.cos(angle)) * width) / 2, (Math.abs(Math.sin(angle)) * width) / 2]
    return x - dx > 0 && x + dx < pixels && -y - dy > 0 && -y + dy < pixels
  }
  const names = namePlaces(named, 1)
    .filter(inside)
    .map((it) => ({ ...it, y: -it.y }))
  drawNames(paint, names, asked)
}

/** The parts of a line or the rings of an area: x before y. */
function partsOf(feature: RenderFeature): number[][] {
  const flat: number[] = feature.getFlatCoordinates()
  const ends: number[] = (feature.getEnds() ?? []).flat()
  if (ends.length === 0) return [flat]
  return ends.map((end, at) => flat.slice(at === 0 ? 0 : ends[at - 1], end))
}

function pathOf(feature: RenderFeature): Path2D {
  const path = new Path2D()
  const isArea = feature.getType().endsWith('Polygon')
  for (const part of partsOf(feature)) {
    for (let at = 0; at < part.length; at += 2) {
      const [x, y] = [part[at] ?? 0, -(part[at + 1] ?? 0)]
      if (at === 0) path.moveTo(x, y)
      else path.lineTo(x, y)
    }
    if (isArea) path.closePath()
  }
  return path
}
