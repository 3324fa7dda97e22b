import { expect, test } from 'vitest'
import { captureFacts, deviceWallToMoment } from '../../src/rules/exif.ts'
import { exifOfShot } from '../../src/rules/exif-writer.ts'
import { withExif } from '../../src/rules/jpeg.ts'
import { photoTags } from '../../src/rules/photo-tags.ts'

/** The smallest frame of a JPEG, as a canvas writes it: without EXIF. */
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xdb, 0x00, 0x02, 0xff, 0xd9])
const read = (shot: Parameters<typeof exifOfShot>[0]) =>
  captureFacts(photoTags(withExif(jpeg, exifOfShot(shot)), 'jpeg'), deviceWallToMoment)

test('G-10 time and place of a shot are read back from its EXIF as they were written', () => {
  const facts = read({
    takenAt: '2026:11:20 14:05:33',
    offset: '-05:00',
    position: { latitude: 38.9512345, longitude: -76.9401234, accuracy: 12.5 },
  })
  expect(facts.taken_at).toBe('2026-11-20T19:05:33.000Z')
  expect(facts.lat).toBeCloseTo(38.9512345, 6)
  expect(facts.lng).toBeCloseTo(-76.9401234, 6)
  expect(facts.accuracy).toBe(12.5)
})

test('G-10 without a position there is none in the file', () => {
  expect(read({ takenAt: '2026:11:20 14:05:33', offset: '+02:00' })).toMatchObject({
    taken_at: '2026-11-20T12:05:33.000Z',
    lat: null,
    lng: null,
    accuracy: null,
  })
})
