/** The header of a picture, as sharp reads it. */
interface PictureHeader {
  format: string
  width: number
  height: number
  channels: number
  depth: string
  pages?: number | undefined
  pageHeight?: number | undefined
  isProgressive?: boolean | undefined
  chromaSubsampling?: string | undefined
  orientation?: number | undefined
}

/** The most bytes of all decoded frames of a picture: 120 megapixels in three colours of 8 bits. */
export const MAX_DECODED_BYTES = 360_000_000
/** The most bytes in memory at once; most phone photos are decoded line by line instead. */
export const MAX_HELD_BYTES = 160_000_000
/** A larger picture takes seconds and must not delay other people's: 33 megapixels in three colours of 8 bits. */
export const MAX_QUICK_BYTES = 100_000_000
/** The most frames of an animated picture. */
export const MAX_FRAMES = 200

/** The cost of decoding a picture, from its header alone. */
export const pictureCost = (header: PictureHeader, bytes: Uint8Array) => {
  const { format, width, channels, depth } = header
  const frames = Math.max(header.pages ?? 1, framesOfPng(format, bytes))
  const frame = width * (header.pageHeight ?? header.height) * channels * (bytesOfSample[depth] ?? 8)
  return { frames, decoded: frame * frames, held: heldOf(header, frame, bytes) }
}

const bytesOfSample: Record<string, number> = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4 }

/** Pictures that cannot be decoded line by line: interlaced and rotated ones, and formats without lines. */
const heldOf = (header: PictureHeader, frame: number, bytes: Uint8Array): number => {
  const { format, width, height, channels, isProgressive, chromaSubsampling, orientation = 1 } = header
  if (format === 'png') return isProgressive || orientation > 1 ? frame : 0
  if (format !== 'jpeg') return frame
  if (!isProgressive && !hasSeveralScans(bytes)) return 0
  // Two bytes for each coefficient, before any line is known; subsampled colours add half as many again.
  return width * height * (chromaSubsampling === '4:2:0' ? 1.5 : channels) * 2
}

/** An animated PNG gives its number of frames in its first chunks (acTL); its decoder shows only the first. */
const framesOfPng = (format: string, bytes: Uint8Array): number => {
  if (format !== 'png') return 1
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 12 <= bytes.length; at += 12 + view.getUint32(at)) {
    const name = view.getUint32(at + 4)
    if (name === IDAT) return 1
    if (name === ACTL) return view.getUint32(at + 8)
  }
  return 1
}

const IDAT = 0x49444154
const ACTL = 0x6163544c

/** A JPEG whose first scan lacks some colours keeps all of them in memory until the last scan. */
const hasSeveralScans = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let colours = 0
  for (let at = 2; at + 10 <= bytes.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint16(at)
    if (marker === START_OF_SCAN) return view.getUint8(at + 4) < colours
    if (marker >= 0xffc0 && marker <= 0xffcf && !noFrame.has(marker)) colours = view.getUint8(at + 9)
  }
  return true
}

const START_OF_SCAN = 0xffda
/** Tables whose numbers are in the range of frame markers. */
const noFrame = new Set([0xffc4, 0xffc8, 0xffcc])
