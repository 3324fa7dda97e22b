import sharp from 'sharp'

/** A file as it is handed to a file chooser. */
export interface PickedFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** Where the moment of the first picture stands in a file; every other one has another moment of that day there. */
const moment = '2026:11:20 00:00:00'

/** The moment that tells a picture from all others, read from its bytes, shrunk or not. */
export const momentIn = (bytes: Uint8Array): string | undefined =>
  /2026:11:20 \d\d:\d\d:\d\d/.exec(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1', 0, 4096),
  )?.[0]

/**
 * Pictures as a camera makes them: a few motives, each picture with a moment of its own in its EXIF, so that no two
 * files are equal, nor what the app makes of them, which keeps the moment. Every third is small enough to travel as it
 * is; the others are shrunk on the device. Either way about 130 to 210 kB travel.
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

/** Patches of light, dark and colour with soft edges: about as large as a photo of a wall. */
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
