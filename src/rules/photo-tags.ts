import { latin, uint } from './bytes.ts'
import type { PhotoTags } from './exif.ts'
import { exifBlock } from './exif-block.ts'
import type { FileKind } from './file-kind.ts'

/**
 * What the app keeps of a file's EXIF (G-10). Broken values are left out, as if the camera had not written them. Only
 * three directories are read, each once, so that no link can cause an endless loop.
 */
export const photoTags = (bytes: Uint8Array, kind: FileKind): PhotoTags => {
  const block = exifBlock(bytes, kind)
  const order = block && latin(block, 0, 2)
  if (!block || (order !== 'II' && order !== 'MM')) return {}
  const tiff = { block, little: order === 'II' }
  const first = entries(tiff, number(tiff, 4, 4))
  const exif = entries(tiff, pointer(tiff, first.get(exifPointer)))
  const gps = entries(tiff, pointer(tiff, first.get(gpsPointer)))
  return {
    takenAt: text(tiff, exif.get(0x9003)),
    offset: text(tiff, exif.get(0x9011)),
    latitude: degrees(tiff, gps.get(2), text(tiff, gps.get(1)), 'S'),
    longitude: degrees(tiff, gps.get(4), text(tiff, gps.get(3)), 'W'),
    positionError: rationals(tiff, gps.get(0x1f), 1)?.[0],
  }
}

const exifPointer = 0x8769
const gpsPointer = 0x8825

interface Tiff {
  block: Uint8Array
  little: boolean
}

/** A directory entry: the type, number and place of its values. */
interface Entry {
  type: number
  count: number
  at: number
}

const number = ({ block, little }: Tiff, at: number, size: number) => uint(block, at, size, little)

/** The bytes of a value by its type (TIFF 6.0, section 2), for the types read here. */
const sizes: Readonly<Record<number, number>> = { 2: 1, 4: 4, 5: 8, 10: 8, 13: 4 }
const ascii = 2
const signedRational = 10

/** The entries of the directory at this place by tag, if their values are within the block. */
const entries = (tiff: Tiff, at: number): Map<number, Entry> => {
  const found = new Map<number, Entry>()
  const count = number(tiff, at, 2)
  for (let n = 0; n < count; n++) {
    const entry = at + 2 + n * 12
    if (entry + 12 > tiff.block.length) break
    const type = number(tiff, entry + 2, 2)
    const values = number(tiff, entry + 4, 4)
    const size = (sizes[type] ?? Number.NaN) * values
    // Values of up to four bytes are in the entry itself.
    const place = size <= 4 ? entry + 8 : number(tiff, entry + 8, 4)
    if (place + size <= tiff.block.length) found.set(number(tiff, entry, 2), { type, count: values, at: place })
  }
  return found
}

/** The place of a directory; NaN, which matches nothing, without such an entry. */
const pointer = (tiff: Tiff, entry: Entry | undefined): number =>
  entry && (entry.type === 4 || entry.type === 13) ? number(tiff, entry.at, 4) : Number.NaN

/** No date, zone or hemisphere letter is longer. */
const longestText = 64

/** The text up to its end mark. */
const text = ({ block }: Tiff, entry: Entry | undefined): string | undefined =>
  entry?.type === ascii ? latin(block, entry.at, Math.min(entry.count, longestText)).split('\0', 1)[0] : undefined

/** The first fractions of an entry; undefined if it has fewer, or other values. */
const rationals = (tiff: Tiff, entry: Entry | undefined, wanted: number): number[] | undefined => {
  if (!entry || sizes[entry.type] !== 8 || entry.count < wanted) return undefined
  const whole = (at: number) => (entry.type === signedRational ? number(tiff, at, 4) | 0 : number(tiff, at, 4))
  return Array.from({ length: wanted }, (_, n) => whole(entry.at + n * 8) / whole(entry.at + n * 8 + 4))
}

/** Degrees, minutes and seconds as degrees. Without its hemisphere a number is no place. */
const degrees = (tiff: Tiff, entry: Entry | undefined, side: string | undefined, negative: 'S' | 'W') => {
  const parts = rationals(tiff, entry, 3)
  if (!parts || side === undefined) return undefined
  const [whole = 0, minutes = 0, seconds = 0] = parts
  const value = whole + minutes / 60 + seconds / 3600
  return side === negative ? -value : value
}
