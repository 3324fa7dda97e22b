import * as z from 'zod/mini'
import { type TownMapFile, townMap } from '../../contract/town-map.ts'
import type { Device } from '../device/device.ts'
import { keepTownMapFile } from '../device/kept-town-map.ts'
import { CallError } from '../transport/problem.ts'
import { read } from '../transport/send.ts'

/** Bytes per request: a broken connection costs one piece, not the whole map. */
const pieceBytes = 4 * 1024 * 1024
/** The number of attempts for a piece. */
const tries = 3

/**
 * The map that the town offers; null if it has none or the server does not know this call. Throws CallError without
 * signal.
 */
export async function offeredTownMap(device: Device): Promise<TownMapFile | null> {
  // If the kind of server is not known yet, it is asked: one without maps answers 404.
  if (device.keyed === false || device.upstream !== null) return null
  const outcome = await read(device, townMap.file.path)
  if (outcome.kind !== 'reply') throw new CallError({ kind: 'noSignal' })
  const answer = z.safeParse(townMap.file.reply, outcome.body)
  return outcome.status < 400 && answer.success ? answer.data.file : null
}

/**
 * Downloads the town's map in ranges and keeps it for use without signal. Throws CallError if the connection fails,
 * and the platform's error if the device has no room; then the old map stays.
 */
export async function keepTownMap(device: Device, offer: TownMapFile, told: (bytes: number) => void): Promise<void> {
  const address = new URL(offer.url, device.base)
  const pieces: Blob[] = []
  for (let from = 0; from < offer.bytes; from += pieceBytes) {
    const to = Math.min(from + pieceBytes, offer.bytes) - 1
    pieces.push(await piece(device, address, { from, to, version: offer.version }))
    told(to + 1)
  }
  await keepTownMapFile(offer.version, new Blob(pieces))
}

interface Range {
  from: number
  to: number
  version: string
}

async function piece(device: Device, address: URL, { from, to, version }: Range): Promise<Blob> {
  const headers = { Range: `bytes=${from}-${to}`, 'If-Range': `"${version}"` }
  for (let left = tries - 1; ; left--) {
    try {
      const answer = await device.fetch(new Request(address, { headers, cache: 'no-store' }))
      // 200: the town has replaced the map meanwhile.
      if (answer.status !== 206) throw new CallError({ kind: 'serverDown', status: answer.status })
      const bytes = await answer.blob()
      if (bytes.size === to - from + 1) return bytes
    } catch (error) {
      if (error instanceof CallError) throw error
    }
    if (left === 0) throw new CallError({ kind: 'noSignal' })
  }
}
