import { joined } from '../rules/bytes.ts'

/*
 * A WOFF file is a font whose tables are compressed one by one. The PDF library decompresses them in plain JavaScript,
 * which takes a third of a document's time. The platform is much faster.
 */

const headSize = 44
const entrySize = 20

/** The plain font (TrueType) in a WOFF file. Throws for any other file. */
export async function unpackedFont(woff: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const from = new DataView(woff.buffer, woff.byteOffset, woff.byteLength)
  if (from.getUint32(0) !== 0x774f4646) throw new Error('No WOFF font')
  const count = from.getUint16(12)
  const tables = await Promise.all(Array.from({ length: count }, (_, at) => tableAt(from, headSize + at * entrySize)))
  const head = new DataView(new ArrayBuffer(12 + count * 16))
  const power = 2 ** Math.floor(Math.log2(count))
  head.setUint32(0, from.getUint32(4))
  for (const [at, value] of [count, power * 16, Math.log2(power), (count - power) * 16].entries())
    head.setUint16(4 + at * 2, value)
  let place = head.byteLength
  for (const [at, { tag, sum, bytes, length }] of tables.entries()) {
    for (const [part, value] of [tag, sum, place, length].entries()) head.setUint32(12 + at * 16 + part * 4, value)
    place += bytes.length
  }
  return joined([new Uint8Array(head.buffer), ...tables.map(({ bytes }) => bytes)])
}

/** A decompressed table, padded to whole words as the plain font requires. */
async function tableAt(from: DataView, at: number) {
  const [tag, offset, packed, length, sum] = [0, 4, 8, 12, 16].map((part) => from.getUint32(at + part)) as [
    tag: number,
    offset: number,
    packed: number,
    length: number,
    sum: number,
  ]
  const stored = new Uint8Array(from.buffer, from.byteOffset + offset, packed)
  const plain = packed < length ? await inflated(stored) : stored
  const bytes = new Uint8Array(Math.ceil(length / 4) * 4)
  bytes.set(plain)
  return { tag, sum, bytes, length }
}

async function inflated(bytes: Uint8Array): Promise<Uint8Array> {
  const stream = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(new DecompressionStream('deflate'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}
