import sharp from 'sharp'

/** A file for a file chooser. */
export interface PickedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** The EXIF time of the first picture. Every other picture has another time of that day at the same place. */
const moment = '2026:11:20 00:00:00'

/** The EXIF time that identifies a picture, read from its original or shrunk bytes. */
export const momentIn = (bytes: Uint8Array): string | undefined =>
  /2026:11:20 \d\d:\d\d:\d\d/.exec(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', 0, 4096),
  )?.[0]

/**
 * Pictures like a camera's: a few motifs, each picture with its own EXIF time. So no two files are equal, and neither
 * are the shrunk ones, which keep the time. Every third is small enough to be sent unchanged; the device shrinks the
 * others. Either way about 130 to 210 kB are sent.
 */
export async function openCamera(): Promise<(n: number) => PickedFile> {
  const motives = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => motive(seed, seed % 3 === 0 ? 1200 : 2000)))
  return (n) => {
    const from = motives[n % motives.length] as Buffer
    const buffer = Buffer.from(from)
    const seconds = n % 86_400
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    const time = parts.map((it) => String(it).padStart(2, '0')).join(':')
    const at = buffer.indexOf(moment)
    if (at < 0) throw new Error('The picture tells no moment')
    buffer.write(`2026:11:20 ${time}`, at, 'latin1')
    return { name: `IMG_${String(n).padStart(4, '0')}.jpg`, mimeType: 'image/jpeg', buffer }
  }
}

/** Soft patches of light, dark and colour. The file is about as large as a photo of a wall. */
async function motive(seed: number, width: number): Promise<Buffer> {
  const small = { width: 80, height: 60 }
  const noise = Buffer.alloc(small.width * small.height * 3)
  let state = seed * 2_654_435_761
  for (let at = 0; at < noise.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    noise[at] = 80 + ((state >> 16) & 0x7f)
  }
  return sharp(noise, { raw: { ...small, channels: 3 } })
    .resize(width, (width * 3) / 4, { kernel: 'cubic' })
    .jpeg({ quality: 85 })
    .withExif({ IFD0: { Make: 'Trial' }, IFD2: { DateTimeOriginal: moment } })
    .toBuffer()
}
