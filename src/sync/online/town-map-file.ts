import * as z from 'zod/mini'
import { type TownMapFile, townMap } from '../../contract/town-map.ts'
import type { Device } from '../device/device.ts'
import { keepTownMapFile } from '../device/kept-town-map.ts'
import { isNoAnswer } from '../transport/ask.ts'
import { CallError, isServerDown, problemOf } from '../transport/problem.ts'
import { type Outcome, read } from '../transport/send.ts'

/** Bytes per request: a broken connection costs one piece, not the whole map. */
const pieceBytes = 4 * 1024 * 1024
/** The number of attempts for a piece. */
const tries = 4
/** The pause before the next one (ms). A phone that changes to another network has none for some seconds. */
const pauseMs = 4_000
/**
 * An attempt is given up after this long without a byte (ms). There is no limit for the whole piece, because a weak
 * signal takes minutes for it. A phone that changes from one mast to another is silent for some seconds.
 */
const silenceMs = 30_000

/**
 * The map that the town offers; null if it has none or the server does not know this call. Throws CallError without
 * signal.
 */
export async function offeredTownMap(device: Device): Promise<TownMapFile | null> {
  // If the kind of server is not known yet, it is asked: one without maps answers 404.
  if (device.keyed === false || device.upstream !== null) return null
  const outcome = await read(device, townMap.file.path)
  if (outcome.kind !== 'reply') throw new CallError({ kind: 'noSignal' })
  return offerIn(outcome)
}

const offerIn = (outcome: Outcome): TownMapFile | null => {
  if (outcome.kind !== 'reply' || outcome.status >= 400) return null
  const answer = z.safeParse(townMap.file.reply, outcome.body)
  return answer.success ? answer.data.file : null
}

/** The file that is downloaded. Its address is valid for a while, and is then replaced. */
interface Source {
  readonly version: string
  address: URL
}

/**
 * Downloads the town's map in ranges and keeps it for use without signal. Throws CallError if the connection fails or
 * the town has replaced the map, and the platform's error if the device has no room; then the old map stays.
 */
export async function keepTownMap(device: Device, offer: TownMapFile, told: (bytes: number) => void): Promise<void> {
  const source: Source = { version: offer.version, address: new URL(offer.url, device.base) }
  const pieces: Blob[] = []
  for (let from = 0; from < offer.bytes; from += pieceBytes) {
    const to = Math.min(from + pieceBytes, offer.bytes) - 1
    pieces.push(await piece(device, source, { from, to }))
    told(to + 1)
  }
  await keepTownMapFile(offer.version, new Blob(pieces))
}

interface Range {
  from: number
  to: number
}

async function piece(device: Device, source: Source, range: Range): Promise<Blob> {
  const first = await patiently(device, source, range)
  if (first instanceof Blob) return first
  // 403: the address has ended, as it does during a long download. 200: the town has replaced the map, or a network has
  // put its own page here. The town itself is asked which it is.
  source.address = await addressNow(device, source.version, first)
  const second = await patiently(device, source, range)
  if (second instanceof Blob) return second
  throw refused(second, `The server answered ${second}`)
}

/** The present address of the map. Throws CallError if the town no longer has this version, or does not answer. */
async function addressNow(device: Device, version: string, status: number): Promise<URL> {
  const outcome = await read(device, townMap.file.path)
  const problem = problemOf(outcome)
  if (problem) throw new CallError(problem)
  const offer = offerIn(outcome)
  if (!offer) throw refused(status, 'The town no longer has a map')
  if (offer.version !== version) throw refused(status, 'The town has replaced the map. Download it again.')
  return new URL(offer.url, device.base)
}

const refused = (status: number, detail: string) => new CallError({ kind: 'refused', status, detail })

/** A piece, or the status of an answer that is none. A connection that breaks or falls silent is tried again. */
async function patiently(device: Device, source: Source, range: Range): Promise<Blob | number> {
  for (let left = tries; left > 0; left--) {
    const got = await attempt(device, source, range)
    if (typeof got === 'number' && isServerDown(got)) throw new CallError({ kind: 'serverDown', status: got })
    if (got !== null) return got
    if (left > 1) await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  throw new CallError({ kind: 'noSignal' })
}

/** The same once; null if the piece did not come whole. */
async function attempt(
  device: Device,
  { address, version }: Source,
  { from, to }: Range,
): Promise<Blob | number | null> {
  const headers = { Range: `bytes=${from}-${to}`, 'If-Range': `"${version}"` }
  const line = new AbortController()
  const giveUp = () => line.abort()
  let silence = setTimeout(giveUp, silenceMs)
  try {
    const answer = await device.fetch(new Request(address, { headers, signal: line.signal, cache: 'no-store' }))
    if (answer.status !== 206) return answer.status
    const parts: Uint8Array<ArrayBuffer>[] = []
    const reader = answer.body?.getReader()
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      clearTimeout(silence)
      silence = setTimeout(giveUp, silenceMs)
      parts.push(part.value)
    }
    const bytes = new Blob(parts)
    return bytes.size === to - from + 1 ? bytes : null
  } catch (error) {
    if (isNoAnswer(error)) return null
    throw error
  } finally {
    clearTimeout(silence)
    // What is not read of an answer is not sent either: it may be a whole map.
    giveUp()
  }
}
