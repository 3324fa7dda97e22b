import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { benchPage, openBench } from '../browser.ts'
import { builtPage } from '../build.ts'
import { countyCount } from '../county.ts'
import type { Files } from '../files.ts'
import { openOffice } from '../office.ts'
import { inventedPhoto, likeness, photoOfSize, reference } from '../photos.ts'
import { median, spread } from '../stats.ts'
import type { Row } from '../table.ts'

let made: Promise<Files> | undefined

/** The benchmark's page with the pictures that it works on. */
export function benchFiles(): Promise<Files> {
  made ??= (async () => {
    const files = await builtPage('page')
    const library = createRequire(import.meta.url).resolve('browser-image-compression')
    files.set('/browser-image-compression.js', { type: 'text/javascript', bytes: await readFile(library) })
    const add = (path: string, bytes: Buffer) => files.set(path, { type: 'image/jpeg', bytes })
    add('/photo-1mb.jpg', await photoOfSize(1_000_000))
    add('/photo-500kb.jpg', await photoOfSize(500_000))
    add('/photo-12mp.jpg', await inventedPhoto(4000, 3000, 90))
    return files
  })()
  return made
}

/** P4: a save that survives a flat battery, beside the platform's own database. */
export async function saving(): Promise<Row[]> {
  const office = await openOffice({ files: await benchFiles() })
  const { page, end } = await benchPage(office.url)
  const plain = await page.evaluate(() => window.bench.saves(1_000))
  const photos = await page.evaluate(() => window.bench.savesWithPhotos(30))
  await end()
  await office.close()
  const [ours, raw] = [spread(plain.ours), spread(plain.raw)]
  const [oursPhotos, rawPhotos] = [spread(photos.ours), spread(photos.raw)]
  const beside = 'raw IndexedDB, strict'
  const row = { goal: 'P4', unit: 'ms' as const, beside }
  return [
    { ...row, what: 'save an observation, p50', ours: ours.p50, theirs: raw.p50, meets: { times: 1.7 } },
    { ...row, what: 'save an observation, p95', ours: ours.p95, theirs: raw.p95, meets: { times: 1.7 } },
    {
      ...row,
      what: 'with 3 photos of 1 MB read back, p50',
      ours: oursPhotos.p50,
      theirs: rawPhotos.p50,
      meets: { times: 1.7 },
    },
    {
      ...row,
      what: 'with 3 photos of 1 MB read back, p95',
      ours: oursPhotos.p95,
      theirs: rawPhotos.p95,
      meets: { most: 300 },
    },
  ]
}

/** P6: the address book of a county, on a phone four times slower than this machine. */
export async function searching(): Promise<Row[]> {
  const office = await openOffice({ files: await benchFiles() })
  const { page, end } = await benchPage(office.url, 4)
  const stored = await page.evaluate((count) => window.bench.storeAddresses(count, true), countyCount)
  const ready: number[] = []
  const rebuilt: number[] = []
  for (let n = 0; n < 3; n++) {
    await openBench(page, office.url)
    ready.push(await page.evaluate(() => window.bench.firstAnswer('chunks')))
    await openBench(page, office.url)
    rebuilt.push(await page.evaluate(() => window.bench.firstAnswer('rows')))
  }
  await openBench(page, office.url)
  const typed = await page.evaluate((count) => window.bench.typing(count), countyCount)
  await end()
  await office.close()
  const row = { goal: 'P6', unit: 'ms' as const }
  const scan = { ...row, beside: 'scan of one text' }
  return [
    {
      ...row,
      what: 'store 96,224 addresses',
      ours: stored.ours,
      beside: 'Dexie, a row each',
      theirs: stored.dexie,
      meets: { times: 0.1 },
    },
    {
      ...row,
      what: 'restart to first answer',
      ours: median(ready),
      beside: 'rows and rebuild',
      theirs: median(rebuilt),
      meets: { times: 0.2 },
    },
    { ...scan, what: 'type-ahead, p50', ours: typed.ours.p50, theirs: typed.scan.p50 },
    { ...scan, what: 'type-ahead, p95', ours: typed.ours.p95, theirs: typed.scan.p95, meets: { most: 5 } },
    { ...scan, what: 'type-ahead, max of 3,000', ours: typed.ours.max, theirs: typed.scan.max, meets: { most: 16 } },
    { ...scan, what: 'words in any order, p95', ours: typed.words.p95, theirs: typed.scan.p95, meets: { most: 5 } },
    { ...scan, what: 'words in any order, max', ours: typed.words.max, theirs: typed.scan.max, meets: { most: 16 } },
    { ...row, what: 'type-ahead, p95', ours: typed.ours.p95, beside: 'look at every row', theirs: typed.look.p95 },
  ]
}

/** P9: a photo of 12 megapixels made small in our worker, beside the library in its own. */
export async function shrinking(): Promise<Row[]> {
  const files = await benchFiles()
  const office = await openOffice({ files })
  const { page, end } = await benchPage(office.url)
  const best = await reference(files.get('/photo-12mp.jpg')?.bytes ?? Buffer.alloc(0), 1600)
  const measure = async (by: 'ours' | 'peer' | 'peer 0.8 MB', times: number) => {
    await page.evaluate((by) => window.bench.shrinkOnce(by), by)
    const runs = []
    for (let n = 0; n < times; n++) runs.push(await page.evaluate((by) => window.bench.shrinkOnce(by), by))
    const last = runs.at(-1)
    if (!last) throw new Error('Nothing was shrunk')
    const ssim = await likeness(best, Buffer.from(last.jpeg, 'latin1'))
    const { size, keepsExif } = last
    return { ms: median(runs.map((it) => it.ms)), gapMs: median(runs.map((it) => it.gapMs)), size, keepsExif, ssim }
  }
  const ours = await measure('ours', 5)
  const peer = await measure('peer', 5)
  const limited = await measure('peer 0.8 MB', 1)
  const ten = await page.evaluate(() => window.bench.shrinkTen('ours'))
  const tenPeer = await page.evaluate(() => window.bench.shrinkTen('peer'))
  const curve: { times: number; quality: number; ssim: number }[] = []
  for (const quality of curveAt) {
    const jpeg = Buffer.from(await page.evaluate((it) => window.bench.shrunkAt(it), quality), 'latin1')
    curve.push({ quality, times: jpeg.length / peer.size, ssim: await likeness(best, jpeg) })
  }
  await end()
  await office.close()
  const beside = 'browser-image-compression, worker'
  const row = { goal: 'P9', unit: 'ms' as const, beside }
  const toLimit = `${beside}, 0.8 MB`
  return [
    { ...row, what: '12 MP photo to 1,600 px', ours: ours.ms, theirs: peer.ms, meets: { times: 0.5 } },
    { ...row, what: '12 MP photo to 1,600 px', ours: ours.ms, beside: toLimit, theirs: limited.ms },
    { ...row, what: 'its size', unit: 'kB', ours: ours.size / 1000, theirs: peer.size / 1000, meets: { times: 0.6 } },
    { ...row, what: 'its size', unit: 'kB', ours: ours.size / 1000, beside: toLimit, theirs: limited.size / 1000 },
    {
      ...row,
      what: 'likeness to the original',
      unit: 'SSIM',
      ours: ours.ssim,
      theirs: peer.ssim,
      meets: { least: 0.96 },
    },
    { ...row, what: 'likeness to the original', unit: 'SSIM', ours: ours.ssim, beside: toLimit, theirs: limited.ssim },
    { ...row, what: 'longest time the page stood still', ours: ours.gapMs, theirs: peer.gapMs, meets: { most: 16 } },
    {
      ...row,
      what: 'EXIF kept',
      unit: '%',
      ours: ours.keepsExif ? 100 : 0,
      theirs: peer.keepsExif ? 100 : 0,
      meets: { least: 100 },
    },
    { ...row, what: 'ten such photos', ours: ten, theirs: tenPeer, meets: { times: 0.45 } },
    ...curve.map(({ times, quality, ssim }): Row => {
      const what = `likeness at JPEG quality ${quality}, ${times.toFixed(2)} x the bytes of the library`
      return { goal: 'P9', unit: 'SSIM', what, ours: ssim }
    }),
  ]
}

/** The JPEG qualities of the curve that P9 prints. */
const curveAt = [0.82, 0.86, 0.89, 0.9, 0.92, 0.94, 1]
