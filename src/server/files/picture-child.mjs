// A separate process for one file at a time, so that its memory and threads, and a crashing decoder, do not affect the
// server. Plain JavaScript, so that it starts fast. It decides nothing: `decoder.ts` does.
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

const jobs = {
  /** @param {{ bytes: Uint8Array }} job */
  async measure({ bytes }) {
    held = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const { format, width, height, channels, depth, pages, pageHeight, isProgressive, chromaSubsampling, orientation } =
      await sharp(held, { limitInputPixels: false }).metadata()
    return { format, width, height, channels, depth, pages, pageHeight, isProgressive, chromaSubsampling, orientation }
  },

  /** @param {{ webEdge: number, thumbEdge: number }} job */
  async render({ webEdge, thumbEdge }) {
    const fit = { fit: /** @type {const} */ ('inside'), withoutEnlargement: true }
    // The size was checked before; sharp's own limit counts only pixels.
    const web = await sharp(held, { limitInputPixels: false, failOn: 'error' })
      .autoOrient()
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

process.on('message', async (job) => {
  try {
    process.send?.({ done: await answerTo(job) })
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? error.message : String(error) })
  }
})
