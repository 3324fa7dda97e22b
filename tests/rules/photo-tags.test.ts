import exifReader from 'exifreader'
import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { PhotoTags } from '../../src/rules/exif.ts'
import { type FileKind, fileKindOf } from '../../src/rules/file-kind.ts'
import { photoTags } from '../../src/rules/photo-tags.ts'
import { type Field, inHeic, inJpeg, tiff } from '../harness/tiff.ts'

/** The tags that the app's former reader finds in the same bytes. */
const byExifReader = (bytes: Uint8Array): PhotoTags => {
  const tags = ['DateTimeOriginal', 'OffsetTimeOriginal', 'GPSHPositioningError']
  const { exif, gps } = exifReader.load(new Uint8Array(bytes).buffer, {
    expanded: true,
    includeTags: { exif: tags, gps: true },
  })
  const error = exif?.GPSHPositioningError?.description
  return {
    takenAt: exif?.DateTimeOriginal?.description,
    offset: exif?.OffsetTimeOriginal?.description,
    latitude: gps?.Latitude,
    longitude: gps?.Longitude,
    positionError: error === undefined ? undefined : Number(error),
  }
}

/** Reads by the kind that the bytes show, as the app does. */
const read = (bytes: Uint8Array): PhotoTags => {
  const kind = fileKindOf(bytes)
  if (!kind) throw new Error('The test made no file that is taken in')
  return photoTags(bytes, kind)
}

const ascii = (tag: number, text: string): Field => ({ tag, type: 'ascii', values: `${text}\0` })
const fractions = (tag: number, values: readonly number[], type: 'rational' | 'srational' = 'rational'): Field => ({
  tag,
  type,
  values,
})

const exifFields = [ascii(0x9003, '2026:11:20 14:05:33'), ascii(0x9011, '-05:00')]
const gpsFields = [
  ascii(1, 'N'),
  fractions(2, [39, 1, 15, 1, 3030, 100]),
  ascii(3, 'W'),
  fractions(4, [76, 1, 28, 1, 0, 1]),
  fractions(0x1f, [47, 10]),
]
const known: PhotoTags = {
  takenAt: '2026:11:20 14:05:33',
  offset: '-05:00',
  latitude: 39 + 15 / 60 + 30.3 / 3600,
  longitude: -(76 + 28 / 60),
  positionError: 4.7,
}

const placings = [0, 1, 2].flatMap((version) =>
  [1, 3].flatMap((pieces) =>
    [false, true].filter((inDataBox) => version > 0 || !inDataBox).map((inDataBox) => ({ version, inDataBox, pieces })),
  ),
)

test.each([true, false])(
  'G-10 time, zone and place are read in either byte order (little: %s), from JPEG and HEIC',
  (little) => {
    const block = tiff(little, exifFields, gpsFields)
    expect(read(inJpeg(block))).toEqual(known)
    for (const placing of placings) {
      const heic = inHeic(block, placing)
      expect(read(heic), JSON.stringify(placing)).toEqual(known)
      expect(byExifReader(heic), JSON.stringify(placing)).toEqual(known)
    }
  },
)

test('G-10 pictures that an encoder made are read as the reader does that the app used before', async () => {
  // A new one each time: a picture keeps the tags that were added to it.
  const plain = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#963' } })
  const dressed = plain().withExif({
    IFD0: { Make: 'Kodak' },
    IFD2: { DateTimeOriginal: '2026:11:20 14:05:33', OffsetTimeOriginal: '+01:00' },
    IFD3: {
      GPSLatitudeRef: 'S',
      GPSLatitude: '39/1 15/1 30/1',
      GPSLongitudeRef: 'W',
      GPSLongitude: '76/1 28/1 0/1',
      GPSHPositioningError: '47/10',
    },
  })
  const files = [await dressed.jpeg().toBuffer(), await dressed.png().toBuffer(), await dressed.webp().toBuffer()]
  for (const bytes of files) {
    const tags = read(bytes)
    expect(tags).toMatchObject({ takenAt: '2026:11:20 14:05:33', offset: '+01:00', positionError: 4.7 })
    expect(tags).toEqual(byExifReader(bytes))
  }
  for (const bytes of [await plain().jpeg().toBuffer(), await plain().gif().toBuffer()]) expect(read(bytes)).toEqual({})
})

const word = fc.integer({ min: 0, max: 0xffffffff })
const generated = fc.record({
  little: fc.boolean(),
  takenAt: fc.string({
    unit: fc.integer({ min: 32, max: 126 }).map((it) => String.fromCharCode(it)),
    minLength: 1,
    maxLength: 24,
  }),
  offset: fc.constantFrom('+02:00', '-05:00', '   :  ', 'Z'),
  latitude: fc.array(word, { minLength: 6, maxLength: 6 }),
  longitude: fc.array(word, { minLength: 6, maxLength: 6 }),
  sides: fc.tuple(fc.constantFrom('N', 'S'), fc.constantFrom('E', 'W')),
  signed: fc.boolean(),
  error: fc.tuple(word, word),
})

test('G-10 whatever a camera writes into these fields is read as the reader does that the app used before', () => {
  fc.assert(
    fc.property(generated, ({ little, takenAt, offset, latitude, longitude, sides, signed, error }) => {
      const type = signed ? 'srational' : 'rational'
      const block = tiff(
        little,
        [ascii(0x9003, takenAt), ascii(0x9011, offset)],
        [
          ascii(1, sides[0]),
          fractions(2, latitude, type),
          ascii(3, sides[1]),
          fractions(4, longitude, type),
          fractions(0x1f, error),
        ],
      )
      const jpeg = inJpeg(block)
      expect(read(jpeg)).toEqual(byExifReader(jpeg))
    }),
    { numRuns: 500 },
  )
})

/** A good file of each container, some bytes of it changed, perhaps cut short. */
const files: [FileKind, Buffer][] = [
  ['jpeg', inJpeg(tiff(true, exifFields, gpsFields))],
  ['jpeg', inJpeg(tiff(false, exifFields, gpsFields))],
  ...placings.map((placing): [FileKind, Buffer] => ['heic', inHeic(tiff(false, exifFields, gpsFields), placing)]),
]
const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const block = tiff(true, exifFields, gpsFields)
const lengthOf = (little: boolean) => {
  const bytes = Buffer.alloc(4)
  if (little) bytes.writeUInt32LE(block.length)
  else bytes.writeUInt32BE(block.length)
  return bytes
}
files.push(['png', Buffer.concat([pngHead, lengthOf(false), Buffer.from('eXIf'), block, Buffer.alloc(4)])])
files.push(['webp', Buffer.concat([Buffer.from('RIFF....WEBPEXIF'), lengthOf(true), block])])

const change = fc.tuple(fc.nat(), fc.oneof(fc.constantFrom(0, 1, 4, 8, 0x7f, 0x80, 0xff), fc.nat(255)))
const damaged = fc
  .tuple(fc.constantFrom(...files), fc.array(change, { maxLength: 12 }), fc.option(fc.nat()))
  .map(([[kind, good], changes, cut]) => {
    const bytes = Buffer.from(good)
    for (const [at, value] of changes) bytes[at % bytes.length] = value
    return { kind, bytes: cut === null ? bytes : bytes.subarray(0, cut % bytes.length) }
  })

test('G-10 a damaged or hostile file is never an error, costs little, and nothing outside it is read', () => {
  for (const [kind, bytes] of files) expect(photoTags(bytes, kind)).toEqual(known)
  fc.assert(
    fc.property(damaged, fc.nat(255), ({ kind, bytes }, around) => {
      const alone = photoTags(new Uint8Array(bytes), kind)
      // The same bytes in the middle of others: what is read beyond them would show.
      const room = new Uint8Array(bytes.length + 400).fill(around)
      room.set(bytes, 200)
      expect(photoTags(room.subarray(200, 200 + bytes.length), kind)).toEqual(alone)
      for (const value of Object.values(alone))
        if (typeof value === 'string') expect(value.length).toBeLessThanOrEqual(64)
    }),
    { numRuns: 5_000 },
  )
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 400 }),
      fc.constantFrom<FileKind>('jpeg', 'png', 'webp', 'heic', 'gif'),
      (bytes, kind) => {
        photoTags(bytes, kind)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('G-10 directories that lead in a circle and counts beyond all bounds end at once', () => {
  const good = tiff(true, exifFields, gpsFields)
  const exifPointerAt = 8 + 2 + 8
  for (const target of [0, 8, 0xffffffff]) {
    const circle = Buffer.from(good)
    circle.writeUInt32LE(target, exifPointerAt)
    expect(read(inJpeg(circle))).toMatchObject({ takenAt: undefined, latitude: known.latitude })
  }
  const huge = Buffer.from(good)
  huge.writeUInt16LE(0xffff, 8)
  expect(read(inJpeg(huge))).toEqual(known)
  const many = Buffer.from(good)
  // The number of values of the first entry of the EXIF directory: the time of taking.
  many.writeUInt32LE(0xffffffff, 8 + 2 + 24 + 4 + 2 + 4)
  expect(read(inJpeg(many))).toEqual({ ...known, takenAt: undefined })
})
