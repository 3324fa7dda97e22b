/** Which pairs of neighbouring characters occur in a text of rows, and in which blocks of rows. */
export interface PairIndex {
  /** The pairs that occur, ascending: two UTF-16 units in 32 bits. */
  pairs: Uint32Array
  /** For each pair, in the same order, a bit set of the blocks in which it occurs, in words of 32 bits. */
  blocks: Uint32Array
}

/**
 * Rows that share a bit of the index. Fewer search faster but need more room: 1 doubles the index, 8 triples the
 * slowest search.
 */
export const blockSize = 2

/**
 * The blocks that may contain all of the texts, by their pairs of characters; null for none. A block may still lack
 * one. Long texts first are fastest: they rule out most chunks before a single letter, with its many pairs, is looked
 * up.
 */
export function blocksWith(index: PairIndex, texts: readonly string[]): Uint32Array | null {
  const { pairs, blocks } = index
  const words = blocks.length / pairs.length
  const left = new Uint32Array(words).fill(allBits)
  for (const text of texts) {
    if (text.length === 1 && !keepOneOf(left, index, placesEnding(index, text))) return null
    for (let at = 1; at < text.length; at += 1) {
      const place = placeOf(pairs, pairCode(text, at))
      if (place < 0) return null
      let some = 0
      for (let word = 0; word < words; word += 1) {
        const bits = (left[word] ?? 0) & (blocks[place * words + word] ?? 0)
        left[word] = bits
        some |= bits
      }
      if (some === 0) return null
    }
  }
  return left
}

/** The blocks in which one text of each group may begin, by its first pair. */
export function blocksBegun(
  index: PairIndex,
  blocks: Uint32Array,
  groups: readonly (readonly string[])[],
): Uint32Array {
  const left = blocks.slice()
  for (const texts of groups) {
    const places = texts.map((text) => placeOf(index.pairs, pairCode(text, 1)))
    keepOneOf(
      left,
      index,
      places.filter((place) => place >= 0),
    )
  }
  return left
}

const allBits = 0xffffffff

/** Removes the blocks that have none of some pairs. False if none is left. */
function keepOneOf(left: Uint32Array, { blocks }: PairIndex, places: readonly number[]): boolean {
  let some = 0
  for (let word = 0; word < left.length; word += 1) {
    const before = left[word] ?? 0
    if (before === 0) continue
    let found = 0
    for (const place of places) found |= blocks[place * left.length + word] ?? 0
    left[word] = before & found
    some |= before & found
  }
  return some !== 0
}

/**
 * The pairs that end with a letter. Each letter has another character before it, at least the line break before its
 * field.
 */
function placesEnding({ pairs }: PairIndex, letter: string): number[] {
  const code = letter.charCodeAt(0)
  const places: number[] = []
  for (let place = 0; place < pairs.length; place += 1) if (((pairs[place] ?? 0) & 0xffff) === code) places.push(place)
  return places
}

/** The pairs of a lower-case text, and the blocks in which each occurs. */
export function pairIndexOf(lower: string, starts: Uint32Array): PairIndex {
  const rows = starts.length - 1
  const words = Math.ceil(rows / blockSize / 32)
  const { table, codes, placeOf } = pairPlaces(words)
  // The blocks of each pair, in the order in which the pairs are found.
  let found = new Uint32Array(expectedPairs * words)
  for (let row = 0; row < rows; row += 1) {
    const block = Math.floor(row / blockSize)
    const word = block >> 5
    const bit = 1 << (block & 31)
    const begin = starts[row] ?? 0
    const end = starts[row + 1] ?? 0
    // Packing spends most of its time in this loop. Each unit is read once, as the second of a pair and the first of the
    // next, and the table is looked up here: a call for each pair takes a quarter longer.
    let first = lower.charCodeAt(begin)
    for (let at = begin + 1; at < end; at += 1) {
      const second = lower.charCodeAt(at)
      const known = (first | second) < ascii ? (table[first * ascii + second] ?? -1) : -1
      const slot = (known >= 0 ? known : placeOf(first, second)) + word
      if (slot >= found.length) found = twice(found)
      found[slot] = (found[slot] ?? 0) | bit
      first = second
    }
  }
  const pairs = Uint32Array.from(codes).sort()
  const blocks = new Uint32Array(pairs.length * words)
  let to = 0
  for (const pair of pairs) {
    const place = placeOf(pair >>> 16, pair & 0xffff)
    for (let word = 0; word < words; word += 1, to += 1) blocks[to] = found[place + word] ?? 0
  }
  return { pairs, blocks }
}

/** Room for the pairs of a usual chunk. */
const expectedPairs = 1024

const twice = (array: Uint32Array<ArrayBuffer>) => {
  const larger = new Uint32Array(array.length * 2)
  larger.set(array)
  return larger
}

/**
 * Gives each pair of characters a place of `words` words, in the order in which they are found. ASCII pairs, which are
 * nearly all, are looked up in a table (-1: not found yet), because a Map is ten times slower.
 */
function pairPlaces(words: number) {
  const codes: number[] = []
  const table = new Int32Array(ascii * ascii).fill(-1)
  const others = new Map<number, number>()
  /** Where the place of a pair begins; a new one for a new pair. */
  const placeOf = (first: number, second: number): number => {
    const code = codeOf(first, second)
    const isAscii = (first | second) < ascii
    const known = isAscii ? table[first * ascii + second] : others.get(code)
    if (known !== undefined && known >= 0) return known
    const place = (codes.push(code) - 1) * words
    if (isAscii) table[first * ascii + second] = place
    else others.set(code, place)
    return place
  }
  return { table, codes, placeOf }
}

const ascii = 128

/** The code of a pair of characters: two UTF-16 units in 32 bits. */
const codeOf = (first: number, second: number): number => ((first << 16) | second) >>> 0

/** The code of the pair that ends at a position of a text. */
const pairCode = (text: string, at: number): number => codeOf(text.charCodeAt(at - 1), text.charCodeAt(at))

/** Whether this bit is set. */
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
