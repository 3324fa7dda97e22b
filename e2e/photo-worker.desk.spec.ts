import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { exifSegment, uprightExif } from '../src/rules/jpeg.ts'
import { shrinkLimits } from '../src/rules/photo-size.ts'
import { inventedPhoto, likeness, reference } from '../tests/bench/photos.ts'
import { builtAssets, type StaticSite, staticSite } from './static-site.ts'

/** An empty page beside the built worker. These tests call the worker itself; the stories cover its use in the app. */
let site: StaticSite
const inputs = new Map<string, Buffer>()

// Desk only: a worker has no screen.

test.beforeAll(async () => {
  site = await staticSite((path) => {
    if (path === '/bare') return { type: 'text/html', bytes: Buffer.from('<!doctype html><title>Photos</title>') }
    const bytes = inputs.get(path)
    return bytes && { type: 'application/octet-stream', bytes }
  })
})
test.afterAll(() => site.close())

/** The worker's script among the hashed files: the one that draws. */
const workerUrl = () => {
  const name = readdirSync(builtAssets).find(
    (it) => /^photo-worker-.*\.js$/.test(it) && readFileSync(join(builtAssets, it), 'utf8').includes('OffscreenCanvas'),
  )
  if (!name) throw new Error('The built app has no photo worker')
  return `/assets/${name}`
}

interface Answer {
  kind: string
  why?: string
  web: { bytes: string; type: string; width: number; height: number }
  thumb: { bytes: string; type: string }
}

/** The built worker's answer to a file. Bytes are text of one character each. */
const shrunk = async (page: Page, bytes: Buffer, type: string): Promise<Answer> => {
  inputs.set('/input', bytes)
  await page.goto(`${site.origin}/bare`)
  return page.evaluate(
    async ({ url, type }) => {
      const input = await (await fetch('/input')).arrayBuffer()
      const worker = new Worker(url, { type: 'module' })
      const answer = await new Promise<{ web: { bytes: ArrayBuffer }; thumb: { bytes: ArrayBuffer } }>(
        (resolve, reject) => {
          worker.onmessage = ({ data }) => resolve(data)
          worker.onerror = (event) => reject(new Error(event.message || 'The worker did not start'))
          worker.postMessage({ job: 1, bytes: input, type })
        },
      )
      const text = (buffer: ArrayBuffer) => Array.from(new Uint8Array(buffer), (it) => String.fromCharCode(it)).join('')
      const { web, thumb } = answer
      if (!web) return answer as never
      return {
        ...answer,
        web: { ...web, bytes: text(web.bytes) },
        thumb: { ...thumb, bytes: text(thumb.bytes) },
      } as never
    },
    { url: workerUrl(), type },
  )
}

const exif = {
  IFD0: { Make: 'Pinhole' },
  IFD2: { DateTimeOriginal: '2026:11:20 14:05:33' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 15/1 30/1', GPSLongitudeRef: 'W', GPSLongitude: '76/1 28/1 0/1' },
}

/** A 12-megapixel picture of four plain corners under fine noise, as hard to pack as a lawn. */
const lawn = async (): Promise<Buffer> => {
  const [width, height] = [4000, 3000]
  const corner = (background: string) =>
    sharp({ create: { width: width / 2, height: height / 2, channels: 3, background } })
      .png()
      .toBuffer()
  const noise = await sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp({ create: { width, height, channels: 3, background: '#000' } })
    .composite([
      { input: await corner('#c33'), left: 0, top: 0 },
      { input: await corner('#3c3'), left: width / 2, top: 0 },
      { input: await corner('#33c'), left: 0, top: height / 2 },
      { input: await corner('#cc3'), left: width / 2, top: height / 2 },
      { input: noise, blend: 'soft-light' },
    ])
    .jpeg({ quality: 92 })
    .toBuffer()
}

/** The four corners' colours as three steps a channel, in reading order. */
const corners = async (picture: Buffer): Promise<string> => {
  const { data } = await sharp(picture)
    .resize(2, 2, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Array.from(data, (value) => (value > 128 ? 1 : 0)).join('')
}

test('AR-09 AR-17 G-10 a 12-megapixel photo held any of eight ways comes out upright, small, with its time and place', async ({
  page,
}) => {
  const stored = await lawn()
  for (let orientation = 1; orientation <= 8; orientation++) {
    // The same pixels with each orientation mark. Sharp decides where they belong, not our code.
    const original = await sharp(stored).withExif(exif).withMetadata({ orientation }).jpeg({ quality: 92 }).toBuffer()
    const upright = await sharp(original).autoOrient().toBuffer()
    const { web, thumb, kind, why } = await shrunk(page, original, 'image/jpeg')
    expect(kind, why).toBe('shrunk')
    const sent = Buffer.from(web.bytes, 'latin1')
    const facts = await sharp(sent).metadata()
    const [width, height] = orientation >= 5 ? [1200, 1600] : [1600, 1200]
    expect([facts.width, facts.height, facts.orientation], `held ${orientation}`).toEqual([width, height, 1])
    expect([web.width, web.height, web.type]).toEqual([width, height, 'image/jpeg'])
    expect(sent.length).toBeLessThanOrEqual(shrinkLimits.bytes + 65_536)
    expect(await corners(sent), `held ${orientation}`).toBe(await corners(upright))
    const small = Buffer.from(thumb.bytes, 'latin1')
    expect(Math.max((await sharp(small).metadata()).width, (await sharp(small).metadata()).height)).toBe(
      shrinkLimits.thumbEdge,
    )
    expect(await corners(small)).toBe(await corners(upright))
    // The same bytes that the camera wrote, except the mark that says upright.
    expect(exifSegment(sent), `held ${orientation}`).toEqual(uprightExif(exifSegment(original)!))
    expect(facts.exif!.toString('latin1')).toContain('2026:11:20 14:05:33')
  }
})

test('AR-17 a photo keeps its fine print: it is never enlarged from a picture that was decoded too small', async ({
  page,
}) => {
  const photo = await inventedPhoto(2000, 1500, 92)
  const { web } = await shrunk(page, photo, 'image/jpeg')
  const made = Buffer.from(web.bytes, 'latin1')
  expect([web.width, web.height]).toEqual([shrinkLimits.longEdge, 1200])
  expect(await likeness(await reference(photo, shrinkLimits.longEdge), made)).toBeGreaterThan(0.95)
})

test('AR-17 a small file travels byte for byte; a large PNG becomes a JPEG on white; a GIF keeps moving', async ({
  page,
}) => {
  const small = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#963' } })
    .jpeg()
    .toBuffer()
  expect(Buffer.from((await shrunk(page, small, 'image/jpeg')).web.bytes, 'latin1')).toEqual(small)

  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const png = await sharp({ create: { width: 2400, height: 1200, channels: 4, background: clear } })
    .png()
    .toBuffer()
  const { web } = await shrunk(page, png, 'image/png')
  expect([web.type, web.width, web.height]).toEqual(['image/jpeg', 1600, 800])
  const { dominant } = await sharp(Buffer.from(web.bytes, 'latin1')).stats()
  expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240)

  const gif = await sharp({ create: { width: 1800, height: 20, channels: 3, background: '#fff' } })
    .gif()
    .toBuffer()
  const moved = await shrunk(page, gif, 'image/gif')
  expect(moved.web.type).toBe('image/gif')
  expect(Buffer.from(moved.web.bytes, 'latin1')).toEqual(gif)
})

test('G-13 a picture that the browser cannot decode is answered as failed, and the worker lives on', async ({
  page,
}) => {
  const broken = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('no picture at all')])
  expect((await shrunk(page, broken, 'image/jpeg')).kind).toBe('failed')
})
