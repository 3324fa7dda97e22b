import { crc32, createDeflate } from 'node:zlib'

/** A black PNG of this size: cheap to make, expensive to unpack. */
export interface BlackPng {
  width: number
  height: number
  /** Bits per channel. */
  depth: 8 | 16
  isInterlaced: boolean
  /** Chunks before the picture, by type: 'acTL' with its bytes. */
  more?: readonly (readonly [string, Buffer])[]
}

/** The bytes of such a PNG in three colours: zeros, packed a thousandfold. */
export const blackPng = async ({ width, height, depth, isInterlaced, more = [] }: BlackPng): Promise<Buffer> => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, 2, 0, 0, isInterlaced ? 1 : 0], 8)
  const rows = isInterlaced ? passes : [[0, 0, 1, 1] as const]
  const zeros = rows.reduce((sum, [left, top, right, down]) => {
    const across = Math.ceil((width - left) / right)
    return sum + Math.ceil((height - top) / down) * (1 + (across * 3 * depth) / 8)
  }, 0)
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [['IHDR', header], ...more, ['IDAT', await packedZeros(zeros)], ['IEND', Buffer.alloc(0)]] as const
  return Buffer.concat([start, ...chunks.map(([name, bytes]) => chunk(name, bytes))])
}

/** Start and steps of each of the seven passes of an interlaced PNG. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

const packedZeros = async (length: number): Promise<Buffer> => {
  const deflate = createDeflate({ level: 9 })
  const packed = deflate.toArray()
  const block = Buffer.alloc(4 * 1024 * 1024)
  for (let left = length; left > 0; left -= block.length) {
    const taken = deflate.write(block.subarray(0, Math.min(left, block.length)))
    if (!taken) await new Promise((resolve) => deflate.once('drain', resolve))
  }
  deflate.end()
  return Buffer.concat(await packed)
}

const chunk = (name: string, bytes: Buffer): Buffer => {
  const named = Buffer.concat([Buffer.from(name), bytes])
  const framed = Buffer.alloc(named.length + 8)
  framed.writeUInt32BE(bytes.length, 0)
  named.copy(framed, 4)
  framed.writeUInt32BE(crc32(named), named.length + 4)
  return framed
}
