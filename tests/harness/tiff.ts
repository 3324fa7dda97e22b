/**
 * Builds files with EXIF data by the standards, for variants that no available encoder writes: any byte order, type and
 * container.
 */

export interface Field {
  tag: number
  type: 'ascii' | 'rational' | 'srational' | 'long'
  /** Text as characters; a fraction as numerator and denominator in turn. */
  values: string | readonly number[]
}

/** An EXIF block: the first directory and the two that it points to. */
export function tiff(little: boolean, exif: readonly Field[], gps: readonly Field[]): Buffer {
  const u = (value: number, size: number) => {
    const bytes = Buffer.alloc(size)
    if (little) bytes.writeUIntLE(value >>> 0, 0, size)
    else bytes.writeUIntBE(value >>> 0, 0, size)
    return bytes
  }
  const types = { ascii: 2, long: 4, rational: 5, srational: 10 }
  const directory = (fields: readonly Field[], at: number): Buffer => {
    const sorted = [...fields].sort((a, b) => a.tag - b.tag)
    const heads: Buffer[] = [u(sorted.length, 2)]
    const values: Buffer[] = []
    let free = at + 2 + sorted.length * 12 + 4
    for (const { tag, type, values: given } of sorted) {
      const bytes =
        typeof given === 'string' ? Buffer.from(given, 'latin1') : Buffer.concat(given.map((it) => u(it, 4)))
      const count = typeof given === 'string' ? bytes.length : given.length / (type === 'long' ? 1 : 2)
      const inPlace = bytes.length <= 4
      heads.push(u(tag, 2), u(types[type], 2), u(count, 4))
      heads.push(inPlace ? Buffer.concat([bytes, Buffer.alloc(4 - bytes.length)]) : u(free, 4))
      if (inPlace) continue
      values.push(bytes)
      free += bytes.length
    }
    return Buffer.concat([...heads, u(0, 4), ...values])
  }
  const long = (tag: number, value: number): Field => ({ tag, type: 'long', values: [value] })
  const header = Buffer.concat([Buffer.from(little ? 'II' : 'MM'), u(42, 2), u(8, 4)])
  const firstSize = 2 + 2 * 12 + 4
  const exifDirectory = directory(exif, 8 + firstSize)
  const gpsAt = 8 + firstSize + exifDirectory.length
  const first = directory([long(0x8769, 8 + firstSize), long(0x8825, gpsAt)], 8)
  return Buffer.concat([header, first, exifDirectory, directory(gps, gpsAt)])
}

const u32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
const u16 = (value: number) => u32(value).subarray(2)

/** A JPEG with the block and without a picture. */
export const inJpeg = (block: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff, 0xe1]),
    u16(block.length + 8),
    Buffer.from('Exif\0\0'),
    block,
    Buffer.from([0xff, 0xd9]),
  ])

const box = (type: string, ...content: Buffer[]): Buffer => {
  const whole = Buffer.concat(content)
  return Buffer.concat([u32(whole.length + 8), Buffer.from(type), whole])
}

/** Ways in which an HEIC file states where an item is. */
export interface Placing {
  /** Version of the item location box: 0, 1 or 2. */
  version: number
  /** Whether the item is in the item data box instead of the file; for versions 1 and 2. */
  inDataBox: boolean
  /** Number of extents of the item. */
  pieces: number
}

/**
 * An HEIC file with the block and without a picture, as phones write it: the item of the block comes after one for the
 * picture.
 */
export function inHeic(block: Buffer, { version, inDataBox, pieces }: Placing): Buffer {
  const item = Buffer.concat([u32(6), Buffer.from('Exif\0\0'), block])
  const id = (n: number) => (version < 2 ? u16(n) : u32(n))
  const entry = (n: number, type: string) => box('infe', u32(2 << 24), u16(n), u16(0), Buffer.from(`${type}\0`))
  const step = Math.ceil(item.length / pieces)
  const places = (from: number) =>
    Array.from({ length: pieces }, (_, n) => [u32(from + n * step), u32(Math.min(step, item.length - n * step))]).flat()
  const located = (n: number, method: number, count: number, extents: Buffer[]) => [
    id(n),
    ...(version === 0 ? [] : [u16(method)]),
    u16(0),
    u16(count),
    ...extents,
  ]
  const meta = (from: number) =>
    box(
      'meta',
      u32(0),
      box('hdlr', u32(0), u32(0), Buffer.from('pict'), Buffer.alloc(13)),
      box('iinf', u32(0), u16(2), entry(1, 'hvc1'), entry(2, 'Exif')),
      box(
        'iloc',
        u32(version << 24),
        Buffer.from([0x44, 0]),
        id(2),
        ...located(1, 0, 1, [u32(0), u32(8)]),
        ...located(2, inDataBox ? 1 : 0, pieces, places(from)),
      ),
      ...(inDataBox ? [box('idat', item)] : []),
    )
  const type = box('ftyp', Buffer.from('heic'), u32(0), Buffer.from('mif1heic'))
  if (inDataBox) return Buffer.concat([type, meta(0)])
  const itemAt = type.length + meta(0).length + 8
  return Buffer.concat([type, meta(itemAt), box('mdat', item)])
}
