/** Which pairs of neighbouring characters a text of rows has, and in which of its blocks of rows. */
export interface PairIndex {
  /** The pairs that occur, ascending: two UTF-16 units in 32 bits. */
  pairs: Uint32Array
  /** For each pair, in the same order, as many words of 32 bits as all blocks need: those in which it occurs. */
  blocks: Uint32Array
}

/** Rows that share a bit of the index. Fewer find faster but take more room: 1 doubles the index, 8 triples the slowest search. */
export const blockSize = 2

/** The blocks in which every pair of the text occurs; null when there is none. A block may yet lack the text itself. */
export function blocksWith({ pairs, blocks }: PairIndex, wanted: string): Uint32Array | null {
  const words = blocks.length / pairs.length
  const left = new Uint32Array(words).fill(allBits)
  for (let at = 1; at < wanted.length; at += 1) {
    const place = placeOf(pairs, pairCode(wanted, at))
    if (place < 0) return null
    for (let word = 0; word < words; word += 1) left[word] = (left[word] ?? 0) & (blocks[place * words + word] ?? 0)
  }
  return left.some((bits) => bits !== 0) ? left : null
}

const allBits = 0xffffffff

/** The pairs of a lower-case text, and in which blocks of rows each occurs. */
export function pairIndexOf(lower: string, starts: Uint32Array): PairIndex {
  const found = new PairMap()
  for (let at = 1; at < lower.length; at += 1) found.set(lower, at, 0)
  const pairs = found.pairs().sort()
  const places = new PairMap()
  for (const [place, pair] of pairs.entries()) places.set(String.fromCharCode(pair >>> 16, pair & 0xffff), 1, place)

  const rows = starts.length - 1
  const words = Math.ceil(rows / blockSize / 32)
  const blocks = new Uint32Array(pairs.length * words)
  for (let row = 0; row < rows; row += 1) {
    const block = Math.floor(row / blockSize)
    const word = block >> 5
    const bit = 1 << (block & 31)
    const end = starts[row + 1] ?? 0
    for (let at = (starts[row] ?? 0) + 1; at < end; at += 1) {
      const slot = places.get(lower, at) * words + word
      blocks[slot] = (blocks[slot] ?? 0) | bit
    }
  }
  return { pairs, blocks }
}

/** Numbers by pair of characters. Pairs of ASCII, nearly all there are, go by a table: a Map is ten times slower. */
class PairMap {
  readonly #ascii = new Int32Array(ascii * ascii).fill(-1)
  readonly #others = new Map<number, number>()

  set(text: string, at: number, value: number): void {
    const first = text.charCodeAt(at - 1)
    const second = text.charCodeAt(at)
    if (first < ascii && second < ascii) this.#ascii[first * ascii + second] = value
    else this.#others.set(pairCode(text, at), value)
  }

  /** The number of the pair that ends at a place of the text; -1 when there is none. */
  get(text: string, at: number): number {
    const first = text.charCodeAt(at - 1)
    const second = text.charCodeAt(at)
    if (first < ascii && second < ascii) return this.#ascii[first * ascii + second] ?? -1
    return this.#others.get(pairCode(text, at)) ?? -1
  }

  pairs(): Uint32Array {
    const found = [...this.#others.keys()]
    for (let slot = 0; slot < this.#ascii.length; slot += 1) {
      if ((this.#ascii[slot] ?? -1) >= 0) found.push((Math.floor(slot / ascii) << 16) | (slot % ascii))
    }
    return Uint32Array.from(found)
  }
}

const ascii = 128

/** The number of the pair of characters that ends at a place: two UTF-16 units in 32 bits. */
const pairCode = (text: string, at: number): number => ((text.charCodeAt(at - 1) << 16) | text.charCodeAt(at)) >>> 0

/** Is this bit set? */
export const hasBit = (bits: Uint32Array, at: number): boolean => ((bits[at >> 5] ?? 0) & (1 << (at & 31))) !== 0

/** Binary search; -1 when absent. */
function placeOf(sorted: Uint32Array, wanted: number): number {
  let low = 0
  let high = sorted.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const value = sorted[middle] ?? 0
    if (value === wanted) return middle
    if (value < wanted) low = middle + 1
    else high = middle - 1
  }
  return -1
}
