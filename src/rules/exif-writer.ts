import { exifHeader } from './jpeg.ts'

/** What our camera knows about a shot. */
interface ShotFacts {
  /** The device's wall time: '2026:11:20 14:05:33'. */
  takenAt: string
  /** The zone offset of that time: '-05:00'. */
  offset: string
  position?: { latitude: number; longitude: number; accuracy: number } | undefined
}

interface Field {
  tag: number
  /** 2: text, 4: a number of 4 bytes, 5: pairs of such numbers. */
  type: 2 | 4 | 5
  count: number
  bytes: number[]
}

const uint32 = (value: number) => [value >>> 24, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const uint16 = (value: number) => [(value >>> 8) & 255, value & 255]
const ascii = (text: string) => [...text].map((it) => it.charCodeAt(0))

const text = (tag: number, value: string): Field => {
  const bytes = [...ascii(value), 0]
  return { tag, type: 2, count: bytes.length, bytes }
}

const rationals = (tag: number, pairs: readonly (readonly [number, number])[]): Field => ({
  tag,
  type: 5,
  count: pairs.length,
  bytes: pairs.flatMap(([over, under]) => [...uint32(over), ...uint32(under)]),
})

const pointer = (tag: number, to: number): Field => ({ tag, type: 4, count: 1, bytes: uint32(to) })

const sizeOf = (fields: readonly Field[]): number =>
  2 + 12 * fields.length + 4 + fields.reduce((sum, { bytes }) => sum + (bytes.length > 4 ? bytes.length : 0), 0)

/** A directory at this offset; values longer than four bytes follow right after it. */
function directory(fields: readonly Field[], at: number): number[] {
  const head = [...uint16(fields.length)]
  const values: number[] = []
  const valuesAt = at + 2 + 12 * fields.length + 4
  for (const { tag, type, count, bytes } of fields) {
    head.push(...uint16(tag), ...uint16(type), ...uint32(count))
    if (bytes.length > 4) {
      head.push(...uint32(valuesAt + values.length))
      values.push(...bytes)
    } else head.push(...bytes, ...Array.from({ length: 4 - bytes.length }, () => 0))
  }
  return [...head, ...uint32(0), ...values]
}

const micro = 1_000_000

/** Degrees in EXIF form: degrees, minutes, and seconds to a thousandth. */
function degrees(value: number): (readonly [number, number])[] {
  const whole = Math.floor(value)
  const minutes = (value - whole) * 60
  return [
    [whole, 1],
    [Math.floor(minutes), 1],
    [Math.round((minutes - Math.floor(minutes)) * 60 * micro), micro],
  ]
}

/** The EXIF segment of a JPEG, with marker and length: the time and, if known, the place of the shot. */
export function exifOfShot({ takenAt, offset, position }: ShotFacts): Uint8Array<ArrayBuffer> {
  const shot = [text(0x9003, takenAt), text(0x9011, offset)]
  const place = position && [
    text(1, position.latitude < 0 ? 'S' : 'N'),
    rationals(2, degrees(Math.abs(position.latitude))),
    text(3, position.longitude < 0 ? 'W' : 'E'),
    rationals(4, degrees(Math.abs(position.longitude))),
    rationals(0x1f, [[Math.round(position.accuracy * 100), 100]]),
  ]
  const first = 8
  const pointers = place ? 2 : 1
  const shotAt = first + 2 + 12 * pointers + 4
  const placeAt = shotAt + sizeOf(shot)
  const top = [pointer(0x8769, shotAt), ...(place ? [pointer(0x8825, placeAt)] : [])]
  const tiff = [
    ...ascii('MM'),
    ...uint16(42),
    ...uint32(first),
    ...directory(top, first),
    ...directory(shot, shotAt),
    ...(place ? directory(place, placeAt) : []),
  ]
  const body = [...ascii(exifHeader), ...tiff]
  return new Uint8Array([0xff, 0xe1, ...uint16(body.length + 2), ...body])
}
