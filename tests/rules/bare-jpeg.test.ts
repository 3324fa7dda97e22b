import sharp from 'sharp'
import { expect, test } from 'vitest'
import { photoAsJpeg } from '../../src/parts/letter-pictures.ts'
import { bareJpeg } from '../../src/rules/jpeg.ts'
import { testDevice } from '../harness/device.ts'
import { takenIn } from '../harness/pictures.ts'

const exif = {
  IFD0: { Make: 'Doorstep' },
  IFD2: { DateTimeOriginal: '2026:11:20 14:05:33' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 15/1 30/1', GPSLongitudeRef: 'W', GPSLongitude: '76/1 28/1 0/1' },
}

const drawing = () => {
  const pixels = Buffer.from(Array.from({ length: 90 * 60 * 3 }, (_, at) => (at * 7919) % 251))
  return sharp(pixels, { raw: { width: 90, height: 60, channels: 3 } }).withIccProfile('p3')
}

const segment = (marker: number, words: string) => {
  const data = Buffer.from(words, 'latin1')
  return Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]), data])
}

/** A picture with everything that cameras and editors add to its pixels. */
const dressed = async (options: { progressive?: boolean } = {}) => {
  const jpeg = await drawing().jpeg(options).withExif(exif).toBuffer()
  const added = [
    segment(0xe0, 'JFXX\0\x13 secret preview'),
    segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0 secret place'),
    segment(0xe2, 'MPF\0 secret list'),
    segment(0xed, 'Photoshop 3.0\0 secret caption'),
    segment(0xfe, 'secret comment'),
  ]
  const behind = Buffer.concat([await drawing().jpeg().withExif(exif).toBuffer(), Buffer.from('secret film')])
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), ...added, jpeg.subarray(2), behind]))
}

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')
const facts = (bytes: Uint8Array) => text(bytes).match(/secret|Exif|Doorstep|2026:11/g) ?? []

test.each([false, true])(
  'G-21 a JPEG without its facts has the same pixels and colors (progressive: %s)',
  async (it) => {
    const whole = await dressed({ progressive: it })
    expect(facts(whole)).toHaveLength(12)
    const bare = bareJpeg(whole)!
    expect(facts(bare)).toEqual([])
    expect(text(bare)).toContain('ICC_PROFILE')
    expect(await sharp(bare).raw().toBuffer()).toEqual(await sharp(whole).raw().toBuffer())
    expect(bareJpeg(bare)).toEqual(bare)
  },
)

test('G-21 a turned, truncated or unusual JPEG has no copy without its facts; its pixels must be drawn', async () => {
  const turned = await drawing().jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(bareJpeg(turned)).toBeNull()
  const whole = await drawing().jpeg({ progressive: true }).toBuffer()
  for (let length = 0; length < whole.length; length += 97) expect(bareJpeg(whole.subarray(0, length))).toBeNull()
  const large = await drawing().resize(900, 600).jpeg({ progressive: true, quality: 100 }).toBuffer()
  expect(large.length).toBeGreaterThan(2 * 65_536)
  expect(bareJpeg(large.subarray(0, large.lastIndexOf(Buffer.from([0xff, 0xda])) + 2))).toBeNull()
  // Facts between two scans.
  const lastScan = whole.lastIndexOf(Buffer.from([0xff, 0xda]))
  const between = [whole.subarray(0, lastScan), segment(0xe1, 'secret place'), whole.subarray(lastScan)]
  expect(bareJpeg(Buffer.concat(between))).toBeNull()
})

test.each(['web', 'original'] as const)(
  'G-21 a photo in a letter does not tell where it was taken: %s',
  async (part) => {
    const phone = await testDevice({ url: 'http://town.test' }, { id: 1, token: 'none' })
    const id = await takenIn(phone, 1)
    const own = (await phone.db.photos.get(id))!
    const bytes = (await dressed()).buffer
    await phone.db.blobs.put({ photo: id, part, type: 'image/jpeg', bytes })
    const picture = await photoAsJpeg(phone, { key: id, name: own.name, own, server: null })
    if (typeof picture === 'string') throw new Error(picture)
    expect(facts(picture.jpeg)).toEqual([])
    expect([picture.width, picture.height]).toEqual([90, 60])
  },
)
