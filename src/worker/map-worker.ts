import { bookForGround, keepGround, keptGround } from '../db/ground.ts'
import { extentOf, type Ground, groundOf, nearest, placesIn } from '../rules/ground.ts'
import type { Extent } from '../rules/mercator.ts'
import { keptTownMap } from '../sync/device/kept-town-map.ts'
import type { MapAsked, MapFacts, MapJob, MapReply, TileAsked } from '../sync/device/map-jobs.ts'
import { GroundTiles } from './ground-tiles.ts'
import { TownTiles } from './town-tiles.ts'

declare const self: DedicatedWorkerGlobalScope

/*
 * The map's worker: it holds the ground of the town and draws it, so that the page only lays finished pictures side by
 * side. A finger on the map is never kept waiting.
 */

let opened: { ground: Ground; extent: Extent | null; tiles: GroundTiles; town: TownTiles | null } | null = null
let opening: Promise<MapFacts> | null = null

self.addEventListener('message', ({ data }: MessageEvent<MapJob>) => {
  void reply(data)
})

async function reply({ job, asked }: MapJob): Promise<void> {
  try {
    const answer = await answerTo(asked)
    post({ job, answer }, answer instanceof ImageBitmap ? [answer] : [])
  } catch (error) {
    post({ job, failed: String(error) }, [])
  }
}

const post = (reply: MapReply, transfer: Transferable[]) => self.postMessage(reply, transfer)

async function answerTo(asked: MapAsked): Promise<unknown> {
  if (asked.kind === 'open') {
    opening = open(asked.database)
    return opening
  }
  await opening
  if (!opened) throw new Error('The map is not open')
  if (asked.kind === 'places') return placesIn(opened.ground, asked.ids)
  if (asked.kind === 'nearest') return nearest(opened.ground, asked.here, asked.limit)
  return drawn(asked, opened)
}

async function drawn(asked: TileAsked, { tiles, town }: { tiles: GroundTiles; town: TownTiles | null }) {
  const canvas = new OffscreenCanvas(asked.pixels, asked.pixels)
  const paint = canvas.getContext('2d')
  if (!paint) throw new Error('No canvas in a worker')
  paint.fillStyle = asked.look.ground
  paint.fillRect(0, 0, asked.pixels, asked.pixels)
  if (town && (await town.draw(paint, asked))) tiles.drawHouses(paint, asked)
  else tiles.draw(paint, asked)
  return canvas.transferToImageBitmap()
}

/** Reads the ground of the book; makes and keeps it where the book is new. Opens the town's own map where it is kept. */
async function open(database: string): Promise<MapFacts> {
  const ground = (await keptGround(database, opened?.ground)) ?? (await madeGround(database))
  const town = await openTown()
  const drawn =
    opened?.ground === ground ? opened : { ground, extent: extentOf(ground), tiles: new GroundTiles(ground) }
  opened = { ...drawn, town }
  return {
    places: ground.ids.length,
    extent: drawn.extent ?? town?.extent ?? null,
    madeBy: town ? town.attribution : null,
  }
}

/** The town's own map; none where its file cannot be read: then streets come from the book. */
async function openTown(): Promise<TownTiles | null> {
  try {
    const kept = await keptTownMap()
    if (!kept) return null
    return opened?.town?.version === kept.version ? opened.town : await TownTiles.open(kept.version, kept.file)
  } catch {
    return null
  }
}

async function madeGround(database: string): Promise<Ground> {
  const { chunks, bookAt } = await bookForGround(database)
  const ground = groundOf(chunks, bookAt)
  // A device that is full still shows the map, and makes it again the next time.
  if (ground.ids.length > 0) await keepGround(database, ground).catch(() => undefined)
  return ground
}
