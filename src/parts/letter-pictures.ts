import { bareJpeg, jpegSize } from '../rules/jpeg.ts'
import type { NoticeSeal } from '../rules/notice.ts'
import type { Device } from '../sync/device/device.ts'
import { drawnFileOf, drawnPage } from './drawn-page.ts'
import { isToDraw, type ShownPhoto } from './photo-match.ts'

/** The longer side of the seal in a letter in pixels, the same as at the office. */
const sealPixels = 256

interface Jpeg {
  jpeg: Uint8Array<ArrayBuffer>
  width: number
  height: number
}

/** A photo in a letter, or why it is not: it is not on this device, or this device cannot draw it. */
export async function photoAsJpeg(device: Device, photo: ShownPhoto): Promise<Jpeg | 'notHere' | 'notDrawn'> {
  const file = isToDraw(photo) && drawnFileOf(photo)
  if (!file) return (await pictureAsJpeg(device, photo)) ?? 'notHere'
  const drawn = await drawnPage(device.db, file, { page: 1, size: 'full' })
  if ('failed' in drawn) return drawn.failed === 'notHere' ? 'notHere' : 'notDrawn'
  return (await asJpeg(drawn.picture)) ?? 'notDrawn'
}

/** A photo of this device, or the office's cached one; null if there is neither and it cannot be fetched. */
async function pictureAsJpeg(device: Device, { own, server }: ShownPhoto): Promise<Jpeg | null> {
  if (own) {
    const [web, original] = await device.db.blobs.bulkGet([
      [own.id, 'web'],
      [own.id, 'original'],
    ])
    const kept = web ?? original
    if (kept) return asJpeg(new Blob([kept.bytes], { type: kept.type }))
  }
  const url = server?.url
  // Pictures of another origin must not be read.
  if (!url?.startsWith('/')) return null
  try {
    const answer = await device.fetch(new Request(new URL(url, device.base)))
    return answer.ok ? await asJpeg(await answer.blob()) : null
  } catch {
    // No signal, and not cached; the letter says so.
    return null
  }
}

/** The town's seal; null if there is none or this device does not have it. */
export async function sealAsPng(address: string | null): Promise<NoticeSeal | null> {
  if (!address) return null
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    const scale = sealPixels / Math.max(image.naturalWidth, image.naturalHeight)
    return await drawn(image, {
      width: Math.max(1, Math.round(image.naturalWidth * scale)),
      height: Math.max(1, Math.round(image.naturalHeight * scale)),
      type: 'image/png',
    }).then(({ bytes, ...size }) => ({ png: bytes, ...size }))
  } catch {
    return null
  }
}

/**
 * Without the facts of the picture, as at the office, because a letter goes to strangers. The pixels of a JPEG stay
 * unchanged; other pictures are re-encoded. Null if this device cannot decode them.
 */
async function asJpeg(file: Blob): Promise<Jpeg | null> {
  const bare = bareJpeg(new Uint8Array(await file.arrayBuffer()))
  const size = bare && jpegSize(bare)
  if (size) return { jpeg: bare, ...size }
  try {
    const picture = await createImageBitmap(file)
    const { bytes: jpeg, ...rest } = await drawn(picture, {
      width: picture.width,
      height: picture.height,
      type: 'image/jpeg',
    })
    picture.close()
    return { jpeg, ...rest }
  } catch {
    return null
  }
}

async function drawn(
  picture: CanvasImageSource,
  { width, height, type }: { width: number; height: number; type: string },
) {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const paint = canvas.getContext('2d')
  if (!paint) throw new Error('No canvas')
  if (type === 'image/jpeg') {
    // A JPEG has no transparency, and paper is white.
    paint.fillStyle = '#fff'
    paint.fillRect(0, 0, width, height)
  }
  paint.drawImage(picture, 0, 0, width, height)
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.85))
  if (!file) throw new Error('No picture')
  return { bytes: new Uint8Array(await file.arrayBuffer()), width, height }
}
