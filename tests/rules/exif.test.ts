import sharp from 'sharp'
import { expect, test } from 'vitest'
import { captureFacts, type PhotoTags } from '../../src/rules/exif.ts'
import { exifSegment, jpegSize, orientationOf, uprightExif, withExif } from '../../src/rules/jpeg.ts'
import { fitted } from '../../src/rules/photo-size.ts'

const town = (wall: string) => new Date(`${wall}-05:00`).toISOString()

const jpegTurned = async (orientation: number): Promise<Uint8Array> =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#963' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'Kodak', Orientation: String(orientation) },
      IFD2: { DateTimeOriginal: '2026:11:20 14:05:33' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 15/1 30/1', GPSLongitudeRef: 'W', GPSLongitude: '76/1 28/1 0/1' },
    })
    .withMetadata({ orientation })
    .toBuffer()

test('G-10 the time of taking is the camera’s own zone where it has one, else the zone given', () => {
  expect(captureFacts({ takenAt: '2026:11:20 14:05:33' }, town).taken_at).toBe('2026-11-20T19:05:33.000Z')
  expect(captureFacts({ takenAt: '2026:11:20 14:05:33', offset: '+01:00' }, town).taken_at).toBe(
    '2026-11-20T13:05:33.000Z',
  )
  expect(captureFacts({ takenAt: '2026:11:20 14:05:33', offset: '   :  ' }, town).taken_at).toBe(
    '2026-11-20T19:05:33.000Z',
  )
})

test.each<PhotoTags>([
  {},
  { takenAt: '' },
  { takenAt: '0000:00:00 00:00:00' },
  { takenAt: '2026:00:20 14:05:33' },
  { takenAt: '2026:13:20 14:05:33', offset: '+01:00' },
  { takenAt: 'yesterday' },
])('G-10 a time that is no time is left out, never guessed: %j', (tags) => {
  expect(captureFacts(tags, town).taken_at).toBeNull()
})

test('G-10 a position is kept whole or not at all, and the mid-Atlantic zero is none', () => {
  const at = (latitude?: number, longitude?: number, positionError?: number) => {
    const { lat, lng, accuracy } = captureFacts({ latitude, longitude, positionError }, town)
    return [lat, lng, accuracy]
  }
  expect(at(39.2583, -76.4667, 4.7)).toEqual([39.2583, -76.4667, 4.7])
  expect(at(39.2583, -76.4667, Number.NaN)).toEqual([39.2583, -76.4667, null])
  expect(at(0, -76.4667)).toEqual([0, -76.4667, null])
  for (const [lat, lng] of [
    [0, 0],
    [91, 10],
    [39, undefined],
    [undefined, -76],
    [39, -181],
    [Number.NaN, 10],
  ])
    expect(at(lat, lng, 5)).toEqual([null, null, null])
})

test('AR-09 the way a camera was held is read, and set upright without touching what else it wrote', async () => {
  for (const orientation of [1, 2, 3, 4, 5, 6, 7, 8]) {
    const jpeg = await jpegTurned(orientation)
    const segment = exifSegment(jpeg)!
    expect(orientationOf(segment)).toBe(orientation)
    const upright = uprightExif(segment)
    expect(orientationOf(upright)).toBe(1)
    expect(orientationOf(segment), 'the given segment is not changed').toBe(orientation)
    expect([...upright].filter((byte, i) => byte !== segment[i]).length).toBeLessThanOrEqual(2)
  }
})

test('G-10 a shrunk picture takes over the time and place of its original', async () => {
  const original = await jpegTurned(6)
  const bare = await sharp({ create: { width: 20, height: 15, channels: 3, background: '#123' } })
    .jpeg()
    .toBuffer()
  const dressed = withExif(bare, uprightExif(exifSegment(original)!))
  const { width, height, orientation, exif } = await sharp(dressed).metadata()
  expect([width, height, orientation]).toEqual([20, 15, 1])
  expect(exif!.toString('latin1')).toContain('2026:11:20 14:05:33')
  // The second time it replaces the first block. A picture never has two.
  const twice = withExif(dressed, uprightExif(exifSegment(original)!))
  expect(twice).toEqual(dressed)
})

test('AR-09 files cut short or without EXIF are read as far as they go', async () => {
  const jpeg = await jpegTurned(8)
  for (let length = 0; length < 700; length += 7) {
    const part = jpeg.subarray(0, length)
    const segment = exifSegment(part)
    if (segment) expect(orientationOf(segment)).toBe(8)
    jpegSize(part)
  }
  expect(exifSegment(new TextEncoder().encode('<html>'))).toBeNull()
  expect(orientationOf(null)).toBe(1)
  // The offset of the directory points beyond the segment.
  const broken = exifSegment(jpeg)!
  broken.fill(0xee, 14)
  expect(orientationOf(broken)).toBe(1)
  expect(uprightExif(broken)).toEqual(broken)
})

test('AR-09 the stored size is read from baseline and progressive files', async () => {
  const plain = sharp({ create: { width: 123, height: 45, channels: 3, background: '#fff' } })
  expect(jpegSize(await plain.jpeg().toBuffer())).toEqual({ width: 123, height: 45 })
  expect(jpegSize(await plain.jpeg({ progressive: true }).toBuffer())).toEqual({ width: 123, height: 45 })
})

test('AR-17 a photo travels at 1,600 pixels at most, keeps its shape and is never enlarged', () => {
  expect(fitted({ width: 4000, height: 3000 }, 1600)).toEqual({ width: 1600, height: 1200 })
  expect(fitted({ width: 3000, height: 4000 }, 1600)).toEqual({ width: 1200, height: 1600 })
  expect(fitted({ width: 800, height: 600 }, 1600)).toEqual({ width: 800, height: 600 })
  expect(fitted({ width: 20_000, height: 3 }, 1600)).toEqual({ width: 1600, height: 1 })
})
