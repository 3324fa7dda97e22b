import sharp from 'sharp'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fileKindOf, mediaTypeOf } from '../../src/rules/file-kind.ts'
import { exifSegment, orientationOf } from '../../src/rules/jpeg.ts'
import { photoTags } from '../../src/rules/photo-tags.ts'
import type { ShrinkJob } from '../../src/sync/device/shrunk.ts'
import { inHeic, tiff } from '../harness/tiff.ts'

/** What a browser draws has no EXIF. */
let drawn: Uint8Array<ArrayBuffer>
/** The picture is sent as it is, because it is small enough. */
let isAsIs: boolean

class DrawingWorker extends EventTarget {
  postMessage({ job, bytes, type }: ShrinkJob): void {
    const web = isAsIs ? { bytes, type } : { bytes: drawn.slice().buffer, type: 'image/jpeg' }
    const thumb = { bytes: drawn.slice().buffer, type: 'image/jpeg' }
    const data = { job, kind: 'shrunk', web: { ...web, width: 8, height: 6 }, thumb }
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
  terminate(): void {}
}

beforeEach(async () => {
  isAsIs = false
  drawn = new Uint8Array(await plain().jpeg().toBuffer())
  vi.stubGlobal('Worker', DrawingWorker)
  vi.stubGlobal('OffscreenCanvas', class {})
  vi.stubGlobal('location', new URL('http://town.test/'))
  vi.resetModules()
})
afterEach(() => {
  vi.doUnmock('browser-image-compression')
  vi.unstubAllGlobals()
  vi.resetModules()
})

const plain = () => sharp({ create: { width: 8, height: 6, channels: 3, background: '#963' } })
const exif = {
  IFD0: { Make: 'Pinhole', Orientation: '6' },
  IFD2: { DateTimeOriginal: '2026:11:20 14:05:33', OffsetTimeOriginal: '-05:00' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 15/1 30/1', GPSLongitudeRef: 'W', GPSLongitude: '76/1 28/1 0/1' },
}
const place = { latitude: 39 + 15 / 60 + 30 / 3600, longitude: -(76 + 28 / 60) }

const taken = { tag: 0x9003, type: 'ascii', values: '2026:11:20 14:05:33\0' } as const
const block = tiff(false, [taken], [])

const pictures = {
  heic: async () => new Uint8Array(inHeic(block, { version: 1, inDataBox: false, pieces: 1 })),
  png: async () => new Uint8Array(await plain().withExif(exif).png().toBuffer()),
  webp: async () => new Uint8Array(await plain().withExif(exif).webp().toBuffer()),
}

/** What is sent of this file. */
async function sentOf(bytes: Uint8Array<ArrayBuffer>) {
  const { shrink } = await import('../../src/sync/capture/shrink.ts')
  const kind = fileKindOf(bytes)
  const answer = await shrink(bytes.slice().buffer, kind ? mediaTypeOf[kind] : '')
  if (answer.kind !== 'shrunk') throw new Error(answer.why)
  return { web: new Uint8Array(answer.web.bytes), thumb: new Uint8Array(answer.thumb.bytes) }
}

test.each(['heic', 'png', 'webp'] as const)(
  'G-10 the time and the place of a %s file are in the smaller JPEG that is sent, which is upright',
  async (kind) => {
    const bytes = await pictures[kind]()
    const facts = photoTags(bytes, kind)
    expect(facts.takenAt).toMatch(/^20\d\d:/)
    const { web, thumb } = await sentOf(bytes)
    expect(photoTags(web, 'jpeg')).toEqual(facts)
    expect(orientationOf(exifSegment(web))).toBe(1)
    expect(await sharp(web).metadata()).toMatchObject({ format: 'jpeg', width: 8, height: 6 })
    expect(exifSegment(thumb)).toBeNull()
  },
)

test('G-10 the page’s own way to make a file smaller, which WebKit needs for HEIC, keeps its time and place too', async () => {
  vi.stubGlobal('OffscreenCanvas', undefined)
  vi.stubGlobal('document', {})
  vi.stubGlobal('createImageBitmap', async () => ({ width: 8, height: 6, close() {} }))
  vi.doMock('browser-image-compression', () => ({ default: async () => new Blob([drawn]) }))
  const bytes = await pictures.png()
  expect(photoTags((await sentOf(bytes)).web, 'jpeg')).toMatchObject(place)
})

test('G-10 AR-17 a file that is sent as it is, and a picture without facts, stay byte for byte', async () => {
  const bare = new Uint8Array(await plain().png().toBuffer())
  expect((await sentOf(bare)).web).toEqual(drawn)
  isAsIs = true
  const bytes = await pictures.webp()
  expect((await sentOf(bytes)).web).toEqual(bytes)
})

test('G-10 facts that are no EXIF, or longer than a JPEG can hold, leave the picture as it was drawn', async () => {
  const chunk = (block: Uint8Array) => {
    const [head, length] = [Buffer.from('RIFF\0\0\0\0WEBPEXIF'), Buffer.alloc(4)]
    length.writeUInt32LE(block.length)
    return new Uint8Array(Buffer.concat([head, length, block]))
  }
  expect((await sentOf(chunk(Buffer.from('no EXIF at all')))).web).toEqual(drawn)
  expect((await sentOf(chunk(Buffer.concat([Buffer.from('MM\0*\0\0\0\b'), Buffer.alloc(65_600)])))).web).toEqual(drawn)
})
