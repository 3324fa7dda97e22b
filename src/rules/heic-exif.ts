import { joined, latin, uint } from './bytes.ts'

/** A box of an ISO media file: its type, and the start and end of its content. */
interface Box {
  type: string
  at: number
  end: number
}

/**
 * The EXIF block (a TIFF) of an HEIC file, which is an item of its own; null if there is none (ISO 23008-12, A.2.1).
 */
export const heicExif = (bytes: Uint8Array): Uint8Array | null => {
  const meta = boxes(bytes, 0, bytes.length).find((it) => it.type === 'meta')
  if (!meta) return null
  const parts = boxes(bytes, meta.at + versionAndFlags, meta.end)
  const part = (type: string) => parts.find((it) => it.type === type)
  const [info, places] = [part('iinf'), part('iloc')]
  const id = info && exifItemId(bytes, info)
  if (!places || id === undefined) return null
  const item = itemBytes(bytes, places, id, part('idat'))
  // The item begins with the distance to the TIFF header, because 'Exif' and two zeros may come between.
  const header = item && 4 + uint(item, 0, 4)
  return item && header !== null && header < item.length ? item.subarray(header) : null
}

const versionAndFlags = 4

/** The boxes in a range. A box with an impossible length ends the list. */
const boxes = (bytes: Uint8Array, from: number, to: number): Box[] => {
  const found: Box[] = []
  let at = from
  while (at + 8 <= to) {
    const short = uint(bytes, at, 4)
    // 1: the length follows in eight bytes. 0: to the end.
    const head = short === 1 ? 16 : 8
    const length = short === 1 ? uint(bytes, at + 8, 8) : short === 0 ? to - at : short
    if (!(length >= head && at + length <= to)) break
    found.push({ type: latin(bytes, at + 4, 4), at: at + head, end: at + length })
    at += length
  }
  return found
}

const exifItemId = (bytes: Uint8Array, info: Box): number | undefined => {
  const countSize = bytes[info.at] === 0 ? 2 : 4
  for (const { type, at } of boxes(bytes, info.at + versionAndFlags + countSize, info.end)) {
    const version = bytes[at]
    // Older versions of the entry have no type.
    if (type !== 'infe' || (version !== 2 && version !== 3)) continue
    const idSize = version === 2 ? 2 : 4
    const protection = 2
    if (latin(bytes, at + versionAndFlags + idSize + protection, 4) === 'Exif')
      return uint(bytes, at + versionAndFlags, idSize)
  }
  return undefined
}

/** The widths of the numbers in an item location box, in bytes. */
interface Widths {
  id: number
  method: number
  base: number
  offset: number
  length: number
  index: number
}

/** The bytes of an item, its pieces joined; null if it does not exist or is outside the file. */
const itemBytes = (bytes: Uint8Array, places: Box, wanted: number, data: Box | undefined): Uint8Array | null => {
  const version = bytes[places.at] ?? 0
  if (version > 2) return null
  let at = places.at + versionAndFlags
  const sizes = uint(bytes, at, 2)
  const widths: Widths = {
    id: version < 2 ? 2 : 4,
    method: version === 0 ? 0 : 2,
    offset: (sizes >> 12) & 15,
    length: (sizes >> 8) & 15,
    base: (sizes >> 4) & 15,
    index: version === 0 ? 0 : sizes & 15,
  }
  const count = uint(bytes, at + 2, widths.id)
  at += 2 + widths.id
  const head = widths.id + widths.method + 2 + widths.base
  const piece = widths.index + widths.offset + widths.length
  for (let n = 0; n < count && at + head + 2 <= places.end; n++) {
    const pieces = uint(bytes, at + head, 2)
    if (uint(bytes, at, widths.id) === wanted) {
      const fits = at + head + 2 + pieces * piece <= places.end
      return fits ? itemOf(bytes, at, widths, data) : null
    }
    at += head + 2 + pieces * piece
  }
  return null
}

/** The item's pieces, from its entry at this place. */
const itemOf = (bytes: Uint8Array, entry: number, widths: Widths, data: Box | undefined): Uint8Array | null => {
  const method = uint(bytes, entry + widths.id, widths.method) & 15
  // 0: anywhere in the file. 1: in the data box. 2, made from another item, is not written by phones.
  const room = method === 0 ? bytes : method === 1 && data ? bytes.subarray(data.at, data.end) : null
  if (!room) return null
  const base = entry + widths.id + widths.method + 2
  const whole: Uint8Array[] = []
  let size = 0
  let at = base + widths.base
  for (let left = uint(bytes, at, 2); left > 0; left--) {
    const begin = at + 2 + widths.index
    const from = uint(bytes, base, widths.base) + uint(bytes, begin, widths.offset)
    const length = uint(bytes, begin + widths.offset, widths.length)
    size += length
    // Overlapping pieces could make a large block from a small file.
    if (!(from + length <= room.length && size <= bytes.length)) return null
    whole.push(room.subarray(from, from + length))
    at += widths.index + widths.offset + widths.length
  }
  return joined(whole)
}
