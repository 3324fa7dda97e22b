import { joined, latin, uint } from './bytes.ts'

/** How the camera was held: 1 is upright, 2 to 8 are the rotated and mirrored cases of the EXIF standard. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

interface Segment {
  marker: number
  /** The position of the 0xFF before the marker. */
  at: number
  /** The position after the segment's last byte. */
  end: number
}

/** The whole APP1 segment with the EXIF data, including its marker; null if there is none. */
export const exifSegment = (jpeg: Uint8Array): Uint8Array<ArrayBuffer> | null => {
  const found = segments(jpeg).find((it) => isExif(jpeg, it))
  // The constructor copies; `slice` of Node's Buffer would share the memory.
  return found ? new Uint8Array(jpeg.subarray(found.at, found.end)) : null
}

/** The JPEG with this EXIF segment first, as the standard requires, in place of any old one. */
export const withExif = (jpeg: Uint8Array, segment: Uint8Array): Uint8Array<ArrayBuffer> => {
  const old = segments(jpeg).find((it) => isExif(jpeg, it))
  const parts = [jpeg.subarray(0, 2), segment]
  if (old) parts.push(jpeg.subarray(2, old.at), jpeg.subarray(old.end))
  else parts.push(jpeg.subarray(2))
  return joined(parts)
}

/**
 * The rotation of the picture in a JPEG, from its EXIF segment. An invalid value counts as upright, as in every
 * viewer.
 */
export const orientationOf = (segment: Uint8Array | null): Orientation => {
  const place = segment && placesIn(segment).orientation
  if (!place) return 1
  const value = place.view.getUint16(place.at, place.little)
  return value === 2 || value === 3 || value === 4 || value === 5 || value === 6 || value === 7 || value === 8
    ? value
    : 1
}

/**
 * The segment for a picture whose pixels were turned upright: orientation 1, and without the embedded preview, which
 * is still turned. Everything else (time, position, make) stays byte for byte.
 */
export const uprightExif = (segment: Uint8Array): Uint8Array<ArrayBuffer> => {
  const copy = new Uint8Array(segment)
  const { orientation, nextDirectory } = placesIn(copy)
  if (orientation) orientation.view.setUint16(orientation.at, 1, orientation.little)
  if (nextDirectory) nextDirectory.view.setUint32(nextDirectory.at, 0, nextDirectory.little)
  return copy
}

/** Width and height of the stored pixels before any rotation; null if there is no frame header. */
export const jpegSize = (jpeg: Uint8Array): { width: number; height: number } | null => {
  const frame = segments(jpeg).find(({ marker }) => frameMarkers.has(marker))
  if (!frame || frame.at + 9 > jpeg.length) return null
  const view = viewOf(jpeg)
  const size = { height: view.getUint16(frame.at + 5), width: view.getUint16(frame.at + 7) }
  return size.width > 0 && size.height > 0 ? size : null
}

/**
 * The JPEG with only what its pixels need, for strangers: no time, place, make, words or preview, and nothing behind its
 * end. Null for a turned or unusual one: draw its pixels anew.
 */
export const bareJpeg = (jpeg: Uint8Array): Uint8Array<ArrayBuffer> | null => {
  const all = segments(jpeg)
  const scan = all.at(-1)?.end ?? jpeg.length
  const end = pictureEnd(jpeg, scan)
  if (end === null || orientationOf(exifSegment(jpeg)) !== 1) return null
  const kept = all.filter((it) => isForPixels(jpeg, it)).map(({ at, end }) => jpeg.subarray(at, end))
  return joined([jpeg.subarray(0, 2), ...kept, jpeg.subarray(scan, end)])
}

const isForPixels = (jpeg: Uint8Array, { marker, at }: Segment): boolean => {
  // The file format, the colours' profile and their transform.
  if (marker === app0) return latin(jpeg, at + 4, 5) === 'JFIF\0'
  if (marker === 0xe2) return latin(jpeg, at + 4, 12) === 'ICC_PROFILE\0'
  return marker < app0 || marker === 0xee
}

/** The position after the end marker, from the first scan on; null if it is missing or more than pixels come before it. */
const pictureEnd = (jpeg: Uint8Array, scan: number): number | null => {
  if (jpeg[scan] !== 0xff || jpeg[scan + 1] !== startOfScan) return null
  let at = scan
  while (at >= 0 && at + 1 < jpeg.length) {
    const marker = jpeg[at + 1] ?? 0
    if (marker === endOfImage) return at + 2
    if (marker >= app0 && marker < 0xff) return null
    // Pixels with an escaped 0xFF, and restart markers, have no length; a further scan and its tables do.
    const isInPixels = marker === 0 || (marker >= 0xd0 && marker <= 0xd7)
    const skipped = marker === 0xff ? 1 : isInPixels ? 2 : 2 + (uint(jpeg, at + 2, 2) || 0)
    at = jpeg.indexOf(0xff, at + skipped)
  }
  return null
}

/** All start-of-frame markers: 0xC0 to 0xCF except DHT, JPG and DAC. */
const frameMarkers = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf])
const app0 = 0xe0
const app1 = 0xe1
const endOfImage = 0xd9
const startOfScan = 0xda
/** The prefix of the TIFF in an EXIF segment. */
export const exifHeader = 'Exif\0\0'
const orientationTag = 0x0112
const shortType = 3

/** The segments before the pixels. A truncated file simply has fewer. */
const segments = (jpeg: Uint8Array): Segment[] => {
  const found: Segment[] = []
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return found
  let at = 2
  while (at + 4 <= jpeg.length && jpeg[at] === 0xff) {
    const marker = jpeg[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1 // a fill byte
      continue
    }
    const length = ((jpeg[at + 2] ?? 0) << 8) | (jpeg[at + 3] ?? 0)
    const end = at + 2 + length
    if (marker === startOfScan || length < 2 || end > jpeg.length) break
    found.push({ marker, at, end })
    at = end
  }
  return found
}

const isExif = (jpeg: Uint8Array, { marker, at }: Segment) => marker === app1 && latin(jpeg, at + 4, 6) === exifHeader

interface Place {
  view: DataView
  at: number
  little: boolean
}

/** The places of the first directory's orientation, and of its link to the preview's directory, in an EXIF segment. */
const placesIn = (segment: Uint8Array): { orientation?: Place; nextDirectory?: Place } => {
  const view = viewOf(segment)
  const tiff = 4 + exifHeader.length
  if (segment.length < tiff + 8) return {}
  const little = view.getUint16(tiff) === 0x4949
  const directory = tiff + view.getUint32(tiff + 4, little)
  if (directory + 2 > segment.length) return {}
  const end = directory + 2 + view.getUint16(directory, little) * 12
  if (end + 4 > segment.length) return {}
  const nextDirectory = { view, at: end, little }
  for (let at = directory + 2; at < end; at += 12) {
    if (view.getUint16(at, little) !== orientationTag || view.getUint16(at + 2, little) !== shortType) continue
    return { orientation: { view, at: at + 8, little }, nextDirectory }
  }
  return { nextDirectory }
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
