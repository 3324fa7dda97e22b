/** One file of an archive. */
export interface TarEntry {
  name: string
  bytes: Buffer
}

const BLOCK = 512
/** Larger than the list of three million files, a table part or a photo. A larger size means a damaged header. */
const MAX_ENTRY_BYTES = 500_000_000

/** An entry of a tar archive (POSIX ustar), which any tar program can open. */
export const tarBytes = ({ name, bytes }: TarEntry, modified: Date): Buffer[] => {
  const header = Buffer.alloc(BLOCK)
  // It could be written, but not read.
  if (bytes.length > MAX_ENTRY_BYTES) throw new Error(`${name} is too large for a backup`)
  if (Buffer.byteLength(name) > 100) throw new Error(`The name ${name} is too long for a tar archive`)
  header.write(name, 0)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write(
    `${Math.floor(modified.getTime() / 1000)
      .toString(8)
      .padStart(11, '0')}\0`,
    136,
  )
  header.write('0', 156)
  header.write('ustar\0', 257)
  header.write('00', 263)
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148)
  return [header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]
}

/** The end of a tar archive. */
export const tarEnd = (): Buffer => Buffer.alloc(2 * BLOCK)

/** The file is no tar archive, or it was cut or changed. */
export class DamagedArchive extends Error {}

/** The entries of a tar archive in their order, one in memory at a time. Throws `DamagedArchive`. */
export async function* tarEntries(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = new BlockReader(chunks)
  for (;;) {
    const header = await reader.take(BLOCK)
    if (header.every((byte) => byte === 0)) return
    const sum = Number.parseInt(header.toString('latin1', 148, 154), 8)
    const size = Number.parseInt(header.toString('latin1', 124, 135), 8)
    if (sum !== checksumOf(header) || !(size >= 0 && size <= MAX_ENTRY_BYTES))
      throw new DamagedArchive('it is no backup of this program, or it was changed')
    const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '')
    const bytes = await reader.take(size)
    await reader.take((BLOCK - (size % BLOCK)) % BLOCK)
    yield { name, bytes }
  }
}

/** The sum of all header bytes, with blanks in place of the sum itself. */
const checksumOf = (header: Buffer): number =>
  header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0)

class BlockReader {
  private readonly source: AsyncIterator<Buffer>
  private readonly held: Buffer[] = []
  private length = 0

  constructor(chunks: AsyncIterable<Buffer>) {
    this.source = chunks[Symbol.asyncIterator]()
  }

  async take(size: number): Promise<Buffer> {
    while (this.length < size) {
      const { done, value } = await this.source.next()
      if (done) throw new DamagedArchive('it ends too early')
      this.held.push(value)
      this.length += value.length
    }
    const all = this.held.length === 1 && this.held[0] ? this.held[0] : Buffer.concat(this.held)
    this.held.splice(0, this.held.length, all.subarray(size))
    this.length = all.length - size
    return all.subarray(0, size)
  }
}
