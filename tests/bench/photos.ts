import sharp from 'sharp'
import { randomOf } from './county.ts'

/** An invented photograph: soft light, edges, fine grain and print, so that it weighs what a phone's picture weighs. */
export async function inventedPhoto(width: number, height: number, quality: number): Promise<Buffer> {
  const random = randomOf(width)
  const grain = (size: number) => Buffer.from(Array.from({ length: size * size * 3 }, () => Math.floor(random() * 256)))
  // Centred on the grey that changes nothing. Finer layers are fainter.
  const layer = (size: number, strength = 1) =>
    sharp(grain(size), { raw: { width: size, height: size, channels: 3 } })
      .resize(width, height, { kernel: 'cubic', fit: 'fill' })
      .linear(strength, 128 * (1 - strength))
      .png({ compressionLevel: 0 })
      .toBuffer()
  const boards = Array.from({ length: 40 }, (_, n) => {
    const shade = Math.floor(random() * 200)
    return `<rect x="${(n * width) / 40}" y="${random() * height * 0.4}" width="${width / 55}" height="${height * 0.5}" fill="rgb(${shade},${shade},${Math.floor(shade * 0.8)})"/>`
  })
  const print = Array.from(
    { length: 24 },
    (_, n) =>
      `<text x="${width * 0.05}" y="${(height * (n + 1)) / 25}" font-size="${width / 90}" fill="#111">${17 + n} ELM STREET, NOTICE ${n} OF THE TOWN, THIRD STEP IS LOOSE, HANDRAIL MISSING</text>`,
  )
  const drawing = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${boards.join('')}${print.join('')}</svg>`,
  )
  const [middle, fine] = await Promise.all([layer(220, 0.6), layer(1400, 0.22)])
  return sharp(await layer(12))
    .composite([{ input: middle, blend: 'soft-light' }, { input: drawing }, { input: fine, blend: 'soft-light' }])
    .flatten()
    .withExif({
      IFD0: { Make: 'Invented', Model: 'Bench' },
      IFD2: { DateTimeOriginal: '2026:11:20 09:30:00', OffsetTimeOriginal: '-05:00' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 3/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '76/1 36/1 0/1' },
    })
    .jpeg({ quality })
    .toBuffer()
}

/** A photo of about so many bytes. */
export async function photoOfSize(bytes: number): Promise<Buffer> {
  const photo = await inventedPhoto(1600, 1200, 80)
  if (photo.length > bytes)
    return sharp(photo)
      .jpeg({ quality: Math.floor((80 * bytes) / photo.length) })
      .toBuffer()
  // Bytes after the end of a JPEG belong to no picture, but travel with it all the same.
  return Buffer.concat([photo, Buffer.alloc(bytes - photo.length, 7)])
}

const windowSize = 8
const step = 4

/** How alike two pictures look, 0 to 1: the mean structural similarity of their grey values in windows of 8 pixels. */
export async function likeness(a: Buffer, b: Buffer): Promise<number> {
  const { data: one, info } = await grey(a)
  const { data: other } = await grey(b, info.width, info.height)
  let sum = 0
  let count = 0
  for (let y = 0; y + windowSize <= info.height; y += step) {
    for (let x = 0; x + windowSize <= info.width; x += step) {
      sum += similarity(one, other, y * info.width + x, info.width)
      count += 1
    }
  }
  return sum / count
}

/** The original at the size that travels, by a better filter than a phone has time for. */
export const reference = (photo: Buffer, longEdge: number): Promise<Buffer> =>
  sharp(photo).rotate().resize(longEdge, longEdge, { fit: 'inside', kernel: 'lanczos3' }).png().toBuffer()

const grey = (picture: Buffer, width?: number, height?: number) =>
  sharp(picture)
    .resize(width && height ? { width, height, fit: 'fill' } : undefined)
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true })

function similarity(a: Buffer, b: Buffer, from: number, width: number): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0]
  for (let row = 0; row < windowSize; row += 1) {
    for (let at = from + row * width, end = at + windowSize; at < end; at += 1) {
      const [one, other] = [a[at] ?? 0, b[at] ?? 0]
      sumA += one
      sumB += other
      squaresA += one * one
      squaresB += other * other
      products += one * other
    }
  }
  const pixels = windowSize * windowSize
  const [meanA, meanB] = [sumA / pixels, sumB / pixels]
  const variances = squaresA / pixels - meanA ** 2 + squaresB / pixels - meanB ** 2
  const covariance = products / pixels - meanA * meanB
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2]
  return ((2 * meanA * meanB + c1) * (2 * covariance + c2)) / ((meanA ** 2 + meanB ** 2 + c1) * (variances + c2))
}
