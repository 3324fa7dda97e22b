import { bookForGround, keepGround, keptGround } from '../db/ground.ts'
import { extentOf, type Ground, groundOf, nearest, placesIn } from '../rules/ground.ts'
import type { MapAsked, MapFacts, MapJob, MapReply } from '../sync/device/map-jobs.ts'
import { GroundTiles } from './ground-tiles.ts'

declare const self: DedicatedWorkerGlobalScope

/*
 * The map's worker: it holds the ground of the town and draws it, so that the page only lays finished pictures side by
 * side. A finger on the map is never kept waiting.
 */

let opened: { ground: Ground; tiles: GroundTiles } | null = null
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
  return opened.tiles.draw(asked)
}

/** Reads the ground of the book; makes and keeps it where the book is new. */
async function open(database: string): Promise<MapFacts> {
  const ground = (await keptGround(database)) ?? (await madeGround(database))
  if (opened?.ground.bookAt !== ground.bookAt || opened.ground.ids.length !== ground.ids.length)
    opened = { ground, tiles: new GroundTiles(ground) }
  return { places: ground.ids.length, extent: extentOf(ground) }
}

async function madeGround(database: string): Promise<Ground> {
  const { chunks, bookAt } = await bookForGround(database)
  const ground = groundOf(chunks, bookAt)
  // A device that is full still shows the map, and makes it again the next time.
  if (ground.ids.length > 0) await keepGround(database, ground).catch(() => undefined)
  return ground
}
