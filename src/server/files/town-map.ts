import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context, Hono } from 'hono'
import type { Config } from '../config.ts'
import type { Services } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import { StartFailure } from '../store/failure.ts'
import { isSigned, type Signer } from './signed-address.ts'
import { placeWhole, removeParts } from './whole-file.ts'

/** The path of the town's map file. */
const MAP_PATH = '/api/map/file'
/** The name with which its URLs are signed. */
const SIGNED_AS = 'town-map'

const pathOf = ({ dataFolder }: Pick<Config, 'dataFolder'>) => join(dataFolder, 'map', 'town.pmtiles')

/** The tile formats that a phone can show, by their number in the file: vector tiles, PNG, JPEG, WebP. */
const shownTiles = [1, 2, 3, 4]
const headBytes = 127

/** The size and version of the town's map; null if the town has none. */
export async function townMapFacts(
  config: Pick<Config, 'dataFolder'>,
): Promise<{ bytes: number; version: string } | null> {
  try {
    const { size, mtimeMs } = await stat(pathOf(config))
    return { bytes: size, version: `${size.toString(36)}-${Math.floor(mtimeMs).toString(36)}` }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** A URL at which the map can be read for a while, like that of a picture. */
export const townMapAddress = (sign: Signer): string =>
  MAP_PATH + new URL(sign(SIGNED_AS, 'web', 'town.pmtiles'), 'http://town').search

/** Serves the file or a range of it. A signed URL is enough; no session is needed. */
export const serveTownMap = (app: Hono, services: Services, secret: () => Promise<string>): void => {
  app.get(MAP_PATH, async (c) => {
    const query = new URL(c.req.url).searchParams
    if (!isSigned(await secret(), SIGNED_AS, query, services.clock()))
      throw new Refused(403, 'This address is not valid any more')
    const facts = await townMapFacts(services.config)
    if (!facts) throw new Refused(404, 'This town has no map')
    return send(c, pathOf(services.config), facts)
  })
}

function send(c: Context, path: string, { bytes, version }: { bytes: number; version: string }): Response {
  const etag = `"${version}"`
  const headers = {
    'Content-Type': 'application/octet-stream',
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-store',
    'X-Content-Type-Options': 'nosniff',
    ETag: etag,
  }
  const wanted = c.req.header('If-Range') ?? etag
  const range = wanted === etag ? rangeIn(c.req.header('Range'), bytes) : null
  if (range === 'none') return c.body(null, 416, { ...headers, 'Content-Range': `bytes */${bytes}` })
  const { from, to } = range ?? { from: 0, to: bytes - 1 }
  const status = range ? 206 : 200
  const all = {
    ...headers,
    'Content-Length': String(to - from + 1),
    ...(range && { 'Content-Range': `bytes ${from}-${to}/${bytes}` }),
  }
  // A stream that nobody reads would keep its file open for ever.
  if (c.req.method === 'HEAD') return c.body(null, status, all)
  // Node's byte stream is the same as the web's; only the declarations differ.
  const body = Readable.toWeb(createReadStream(path, { start: from, end: to })) as ReadableStream
  return c.body(body, status, all)
}

/** The requested range; null for the whole file, also if several ranges are requested. */
function rangeIn(header: string | undefined, bytes: number): { from: number; to: number } | 'none' | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return null
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  return from <= to && from < bytes ? { from, to } : 'none'
}

/** Replaces the town's map with a file. Throws StartFailure if phones could not read it. */
export async function storeTownMap(config: Pick<Config, 'dataFolder'>, file: string): Promise<number> {
  await assertReadable(file)
  const path = pathOf(config)
  await mkdir(dirname(path), { recursive: true })
  await removeParts(dirname(path))
  // Left by an earlier version that was killed half way.
  await rm(`${path}.new`, { force: true })
  let bytes = 0
  await placeWhole(path, async (part) => {
    await pipeline(createReadStream(file), createWriteStream(part, { flush: true }))
    bytes = (await stat(part)).size
  })
  return bytes
}

async function assertReadable(file: string): Promise<void> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    if (bytesRead < headBytes || buffer.toString('latin1', 0, 7) !== 'PMTiles' || buffer[7] !== 3)
      throw new StartFailure(`${file} is no map in the form PMTiles, version 3.`)
    if (!shownTiles.includes(buffer[99] ?? 0))
      throw new StartFailure(
        `${file} has tiles that phones cannot show. Vector tiles (MVT), PNG, JPEG and WebP can be.`,
      )
  } finally {
    await handle.close()
  }
}
