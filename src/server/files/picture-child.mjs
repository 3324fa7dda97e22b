// A separate process for one file at a time, so that its memory and threads, and a crashing decoder, do not affect the
// server. Plain JavaScript, so that it starts fast. It decides nothing: `decoder.ts` does.
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { isWholePdf } from './whole-pdf.mjs'

sharp.concurrency(1)
sharp.cache(false)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadNsgif', 'VipsForeignLoadWebp'],
})

/** @type {Buffer | undefined} */
let held
/** @type {any} */
let heic

const packages = createRequire(import.meta.url)

/**
 * The main picture of a HEIC file, not yet unpacked. The library is started for each file, because its memory never
 * shrinks: what one file needed is free after it.
 * @param {Buffer} bytes
 */
const openHeic = async (bytes) => {
  const wasmBinary = await readFile(packages.resolve('libheif-js/libheif-wasm/libheif.wasm'))
  const images = new (packages('libheif-js/libheif-wasm/libheif.js')({ wasmBinary }).HeifDecoder)().decode(bytes)
  const image = images.find((/** @type {any} */ it) => it.is_primary()) ?? images[0]
  if (!image) throw new Error('There is no picture in the file')
  return image
}

/**
 * Upright pixels, four bytes each.
 * @param {any} image
 */
const unpackedHeic = (image) => {
  const size = { width: image.get_width(), height: image.get_height() }
  const pixels = { data: new Uint8ClampedArray(size.width * size.height * 4), ...size }
  return new Promise((resolve, reject) =>
    image.display(pixels, (/** @type {unknown} */ drawn) =>
      drawn
        ? resolve(sharp(pixels.data, { raw: { ...size, channels: 4 }, limitInputPixels: false }))
        : reject(new Error('The picture cannot be unpacked')),
    ),
  )
}

const jobs = {
  /** @param {{ bytes: Uint8Array, isHeic: boolean }} job */
  async measure({ bytes, isHeic }) {
    held = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    heic = isHeic ? await openHeic(held) : undefined
    if (heic) return { format: 'heic', width: heic.get_width(), height: heic.get_height(), channels: 4, depth: 'uchar' }
    const { format, width, height, channels, depth, pages, pageHeight, isProgressive, chromaSubsampling, orientation } =
      await sharp(held, { limitInputPixels: false }).metadata()
    return { format, width, height, channels, depth, pages, pageHeight, isProgressive, chromaSubsampling, orientation }
  },

  /** @param {{ webEdge: number, thumbEdge: number }} job */
  async render({ webEdge, thumbEdge }) {
    const fit = { fit: /** @type {const} */ ('inside'), withoutEnlargement: true }
    // The size was checked before; sharp's own limit counts only pixels.
    const whole = heic
      ? await unpackedHeic(heic)
      : sharp(held, { limitInputPixels: false, failOn: 'error' }).autoOrient()
    heic = undefined
    const web = await whole
      .resize({ width: webEdge, height: webEdge, ...fit })
      .flatten({ background: '#ffffff' })
      .jpeg({ quality: 82 })
      .toBuffer({ resolveWithObject: true })
    // Made from the small picture, so the second decode is cheap.
    const thumb = await sharp(web.data)
      .resize({ width: thumbEdge, height: thumbEdge, ...fit })
      .jpeg({ quality: 72 })
      .toBuffer()
    return { web: web.data, thumb, width: web.info.width, height: web.info.height }
  },
}

/** @param {any} job */
const answerTo = (job) => {
  if (job.kind === 'pdf') return isWholePdf(job.bytes)
  return job.kind === 'measure' ? jobs.measure(job) : jobs.render(job)
}

// Ctrl+C and a stop of the service reach this process too. The server, which ends after its last answer, still needs it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined)
process.once('disconnect', () => process.exit())

process.on('message', async (job) => {
  try {
    process.send?.({ done: await answerTo(job) })
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? error.message : String(error) })
  }
})
