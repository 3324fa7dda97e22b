import type { TownMapFile } from '../contract/town-map.ts'
import { bookForGround, keepGround, keptGround } from '../db/ground.ts'
import { extentOf, type Ground, groundOf, nearest, placesIn } from '../rules/ground.ts'
import type { Extent } from '../rules/mercator.ts'
import { keptTownMap } from '../sync/device/kept-town-map.ts'
import type { MapAsked, MapFacts, MapNews, StreamEnd, TileAsked } from '../sync/device/map-jobs.ts'
import { StreamedMap } from '../sync/online/streamed-map.ts'
import { answerQuestions } from './answer-questions.ts'
import { GroundTiles } from './ground-tiles.ts'
import { TownTiles } from './town-tiles.ts'

declare const self: DedicatedWorkerGlobalScope

/*
 * The map worker holds the town's base map and draws it. The page only places finished pictures side by side, so
 * panning is never blocked.
 */

/** The town's own map, and the source of its bytes. */
interface Town {
  tiles: TownTiles
  isStreamed: boolean
}

let opened: { ground: Ground; extent: Extent | null; tiles: GroundTiles; town: Town | null } | null = null
let opening: Promise<MapFacts> | null = null

answerQuestions(answerTo)

const tell = (news: MapNews) => self.postMessage(news)

async function answerTo(asked: MapAsked): Promise<unknown> {
  if (asked.kind === 'open') {
    opening = open(asked.database, asked.offer)
    return opening
  }
  if (asked.kind === 'address') {
    renewed?.(asked.offer)
    return null
  }
  await opening
  if (!opened) throw new Error('The map is not open')
  if (asked.kind === 'places') return placesIn(opened.ground, asked.ids)
  if (asked.kind === 'nearest') return nearest(opened.ground, asked.here, asked.limit)
  return drawn(asked, opened)
}

async function drawn(asked: TileAsked, { tiles, town }: { tiles: GroundTiles; town: Town | null }) {
  const canvas = new OffscreenCanvas(asked.pixels, asked.pixels)
  const paint = canvas.getContext('2d')
  if (!paint) throw new Error('No canvas in a worker')
  paint.fillStyle = asked.look.ground
  paint.fillRect(0, 0, asked.pixels, asked.pixels)
  if (town && (await isDrawn(town, paint, asked))) tiles.drawHouses(paint, asked)
  else tiles.draw(paint, asked)
  return canvas.transferToImageBitmap()
}

/** A tile that cannot be read from the server is drawn from the address book. A damaged stored file is an error. */
const isDrawn = (town: Town, paint: OffscreenCanvasRenderingContext2D, asked: TileAsked): Promise<boolean> =>
  town.tiles.draw(paint, asked).catch((error: unknown) => {
    if (town.isStreamed) return false
    throw error
  })

/**
 * Reads the base map of the address book, or makes and stores it for a new book. Opens the town's own map if it is
 * stored.
 */
async function open(database: string, offer: TownMapFile | null): Promise<MapFacts> {
  const ground = (await keptGround(database, opened?.ground)) ?? (await madeGround(database))
  const town = await openTown(offer)
  const drawn =
    opened?.ground === ground ? opened : { ground, extent: extentOf(ground), tiles: new GroundTiles(ground) }
  opened = { ...drawn, town }
  return {
    places: ground.ids.length,
    extent: drawn.extent ?? town?.tiles.extent ?? null,
    madeBy: town ? town.tiles.attribution : null,
    ground: town ? town.tiles.version : '',
  }
}

/**
 * The town's own map: from this device if stored, else from the server if offered or already open. None if its file
 * cannot be read; then streets come from the book.
 */
async function openTown(offer: TownMapFile | null): Promise<Town | null> {
  const before = opened?.town ?? null
  const isOpen = (version: string, isStreamed: boolean) =>
    before?.tiles.version === version && before.isStreamed === isStreamed
  const kept = await keptTownMap().catch(() => null)
  if (kept) {
    if (isOpen(kept.version, false)) return before
    const bytes = (offset: number, length: number) => kept.file.slice(offset, offset + length).arrayBuffer()
    const tiles = await TownTiles.open(kept.version, bytes).catch(() => null)
    if (tiles) return { tiles, isStreamed: false }
  }
  if (!offer) return before?.isStreamed ? before : null
  return isOpen(offer.version, true) ? before : streamed(offer)
}

async function streamed(offer: TownMapFile): Promise<Town | null> {
  let end: StreamEnd | null = null
  const file = new StreamedMap(offer, {
    base: location.origin,
    fetch: (request) => fetch(request),
    renew: freshOffer,
    ended(why) {
      end = why
      if (opened?.town?.isStreamed) opened = { ...opened, town: null }
      tell({ news: 'streamEnded', why })
    },
  })
  try {
    const tiles = await TownTiles.open(offer.version, (offset, length) => file.bytes(offset, length))
    return { tiles, isStreamed: true }
  } catch {
    if (end === null) tell({ news: 'streamEnded', why: 'broken' })
    return null
  }
}

/** Receives the page's answer after the URL has expired. */
let renewed: ((offer: TownMapFile | null | undefined) => void) | null = null

/** Only the page has a session, so it asks for the URL. Throws if nobody can be asked. */
async function freshOffer(): Promise<TownMapFile | null> {
  const offer = await new Promise<TownMapFile | null | undefined>((resolve) => {
    renewed = resolve
    tell({ news: 'addressEnded' })
  })
  if (offer === undefined) throw new Error('The server cannot be asked for the address of the map')
  return offer
}

async function madeGround(database: string): Promise<Ground> {
  const { chunks, bookAt } = await bookForGround(database)
  const ground = groundOf(chunks, bookAt)
  // A full device still shows the map, and makes it again next time.
  if (ground.ids.length > 0) await keepGround(database, ground).catch(() => undefined)
  return ground
}
