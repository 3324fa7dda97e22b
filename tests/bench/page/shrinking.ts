import compress from 'browser-image-compression'
import { exifSegment } from '../../../src/rules/jpeg.ts'
import { shrink } from '../../../src/sync/capture/shrink.ts'
import { shrunkPhoto } from '../../../src/worker/photo-pixels.ts'
import { timed } from '../stats.ts'
import { bytesOf } from './pictures.ts'

/** A photo made smaller: how long it took, how long the page was blocked during it, and the result. */
export interface Shrinking {
  ms: number
  gapMs: number
  size: number
  keepsExif: boolean
  /** As text of one character for each byte. */
  jpeg: string
}

/** `ours`: our worker, thumbnail included. `peer`: browser-image-compression in its worker, told the same long edge. */
export async function shrinkOnce(by: 'ours' | 'peer' | 'peer 0.8 MB'): Promise<Shrinking> {
  const bytes = await bytesOf('/photo-12mp.jpg')
  let made: ArrayBuffer = new ArrayBuffer(0)
  const watch = watchGaps()
  const ms = await timed(async () => {
    made = by === 'ours' ? await ourWay(bytes) : await peerWay(bytes, by === 'peer 0.8 MB')
  })
  const jpeg = new Uint8Array(made)
  return { ms, gapMs: watch(), size: jpeg.length, keepsExif: exifSegment(jpeg) !== null, jpeg: asText(jpeg) }
}

/** The photo as our worker makes it, but of this JPEG quality; one character for each byte. */
export async function shrunkAt(quality: number): Promise<string> {
  const { web } = await shrunkPhoto(await bytesOf('/photo-12mp.jpg'), 'image/jpeg', [quality])
  return asText(new Uint8Array(web.bytes))
}

function asText(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return text
}

/** Milliseconds for ten photos, one after the other as a person adds them. */
export async function shrinkTen(by: 'ours' | 'peer'): Promise<number> {
  const bytes = await bytesOf('/photo-12mp.jpg')
  return timed(async () => {
    for (let n = 0; n < 10; n++) await (by === 'ours' ? ourWay(bytes) : peerWay(bytes, false))
  })
}

async function ourWay(bytes: ArrayBuffer): Promise<ArrayBuffer> {
  const made = await shrink(bytes, 'image/jpeg')
  if (made.kind !== 'shrunk') throw new Error('The photo was not shrunk')
  return made.web.bytes
}

async function peerWay(bytes: ArrayBuffer, isLimited: boolean): Promise<ArrayBuffer> {
  const file = new File([bytes], 'photo.jpg', { type: 'image/jpeg' })
  const made = await compress(file, {
    maxWidthOrHeight: 1600,
    ...(isLimited ? { maxSizeMB: 800_000 / 1_048_576 } : {}),
    useWebWorker: true,
    preserveExif: true,
    // Its worker loads the library from a foreign server unless it is given our own copy.
    libURL: `${location.origin}/browser-image-compression.js`,
  })
  return made.arrayBuffer()
}

/** The longest time in which the page could do nothing else, from now until it is asked. */
function watchGaps(): () => number {
  let last = performance.now()
  let longest = 0
  let isOn = true
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (isOn) port2.postMessage(null)
    else port1.close()
  }
  port2.postMessage(null)
  return () => {
    isOn = false
    return longest
  }
}
