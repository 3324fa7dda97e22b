import { type Condition, holds, needlesOf, searchRanks } from './address-match.ts'
import { lowerCase, searchedFields, searchText, tidy } from './address-text.ts'
import {
  type AddressLine,
  chunkSize,
  lineAt,
  noPlace,
  type PackedChunk,
  perDegree,
  unpackChunk,
} from './packed-addresses.ts'
import { blockSize, blocksBegun, blocksWith, hasBit, pairIndexOf } from './pair-index.ts'
import { pointIn } from './point.ts'

/** Packs up to `chunkSize` addresses as the nth chunk of a book. */
export function packChunk(n: number, addresses: readonly AddressLine[]): PackedChunk {
  const starts = new Uint32Array(addresses.length + 1)
  let text = ''
  for (const [at, address] of addresses.entries()) {
    for (const field of searchedFields) text += `\n${tidy(address[field] ?? '')}`
    starts[at + 1] = text.length
  }
  const ids = Float64Array.from(addresses, ({ id }) => id)
  const places = addresses.some(hasPlace) ? { places: placesOf(addresses) } : {}
  return { n, ids, text, starts, isFolded: true, ...pairIndexOf(lowerCase(text), starts), ...places }
}

/** Packs any number of addresses as a whole book. */
export const packBook = (addresses: readonly AddressLine[]): PackedChunk[] =>
  Array.from({ length: Math.ceil(addresses.length / chunkSize) }, (_, n) =>
    packChunk(n, addresses.slice(n * chunkSize, (n + 1) * chunkSize)),
  )

const hasPlace = (address: AddressLine) => pointIn(address) !== undefined

function placesOf(addresses: readonly AddressLine[]): Int32Array {
  const places = new Int32Array(addresses.length * 2).fill(noPlace)
  for (const [row, address] of addresses.entries()) {
    const point = pointIn(address)
    if (!point) continue
    places[row * 2] = Math.round(point.latitude * perDegree)
    places[row * 2 + 1] = Math.round(point.longitude * perDegree)
  }
  return places
}

/** All addresses of the town, searchable. */
export interface AddressBook {
  count: number
  /**
   * The first `limit` addresses that match the text, rank by rank, each rank in the book's order: see
   * address-match.ts. Empty while the text is shorter than 2 characters (GS-01).
   */
  search(typed: string, limit: number): AddressLine[]
}

/** Opens a book on its chunks. */
export function bookOf(stored: readonly PackedChunk[]): AddressBook {
  const chunks = stored.toSorted((a, b) => a.n - b.n).map((chunk) => ({ ...chunk, lower: lowerCase(chunk.text) }))
  return {
    count: chunks.reduce((sum, { ids }) => sum + ids.length, 0),
    search(typed, limit) {
      const wanted = searchText(typed)
      if (wanted === null) return []
      const found = new Set<number>()
      const ranks = searchRanks(wanted)
      const candidates = candidatesFor(ranks.at(-1) ?? [])
      for (const rank of ranks) addRows(chunks, { rank, candidates }, limit, found)
      return [...found].flatMap((at) => {
        const chunk = chunks[Math.floor(at / chunkSize)]
        return chunk ? [lineAt(chunk, at % chunkSize)] : []
      })
    },
  }
}

/** Whether a chunk of an older book has signs that are folded now. Its index lacks the result, so they are not found. */
export const isPackedBefore = ({ isFolded, text }: PackedChunk): boolean => !isFolded && !hasNothingToFold.test(text)

/** The same addresses, packed as this version does it. */
export const packedAgain = (chunk: PackedChunk): PackedChunk => packChunk(chunk.n, unpackChunk(chunk))
const hasNothingToFold = /^[\n -~\u00a1-\u024f]*$/

interface OpenChunk extends PackedChunk {
  lower: string
}

/**
 * The blocks of a chunk that may contain all words of a search; null if there are none. Looked up once for all ranks.
 */
function candidatesFor(words: readonly Condition[]) {
  const texts = words.map(({ text }) => text).sort((a, b) => b.length - a.length)
  const known: (Uint32Array | null)[] = []
  return (at: number, chunk: OpenChunk): Uint32Array | null => {
    if (known[at] === undefined) known[at] = blocksWith(chunk, texts)
    return known[at] ?? null
  }
}

/**
 * After this many rows without a match, a rank leaves the rest to the next rank: the typed text is then probably
 * inside words. The last rank looks at all rows.
 */
const maxMisses = 300

/** Adds the positions (chunk times size plus row) of rows that meet all conditions, until there are `limit`. */
function addRows(
  chunks: readonly OpenChunk[],
  { rank, candidates }: { rank: readonly Condition[]; candidates: ReturnType<typeof candidatesFor> },
  limit: number,
  found: Set<number>,
): void {
  // The longest text is usually the rarest, so it is searched first, and the others only in its matches.
  const conditions = rank.toSorted((a, b) => b.text.length - a.text.length)
  const [first] = conditions
  if (!first) return
  const needles = conditions.map(needlesOf)
  const isSure = rank.length === 1 && first.at !== 'word'
  const wanted = first.at === 'field' ? `\n${first.text}` : first.text
  let misses = first.at === 'word' ? 0 : Number.NEGATIVE_INFINITY
  for (const [at, chunk] of chunks.entries()) {
    if (found.size >= limit || misses > maxMisses) return
    // For a single word all ranks have the same candidates, so they are looked up once.
    const isOwn = first.at === 'field' && first.text.includes(' ')
    const blocks = isOwn ? blocksWith(chunk, [wanted]) : candidates(at, chunk)
    if (!blocks) continue
    const begun = isOwn || first.at === 'any' ? blocks : blocksBegun(chunk, blocks, needles)
    searchChunk(chunk, begun, wanted, (row) => {
      if (isSure || holds(chunk.lower.slice(chunk.starts[row], chunk.starts[row + 1]), needles)) {
        found.add(at * chunkSize + row)
        return found.size < limit
      }
      misses += 1
      return misses <= maxMisses
    })
  }
}

/** Reports each row of the blocks that contains a text, until `take` returns false. */
function searchChunk(chunk: OpenChunk, blocks: Uint32Array, wanted: string, take: (row: number) => boolean): void {
  const { starts, lower, ids } = chunk
  for (let block = 0; block * blockSize < ids.length; block += 1) {
    // Few blocks of a chunk usually remain, so the next one is found by the bits of a word.
    const rest = (blocks[block >> 5] ?? 0) >>> (block & 31)
    if (rest === 0) {
      block |= 31
      continue
    }
    block += 31 - Math.clz32(rest & -rest)
    let row = block * blockSize
    // Neighbouring candidates are searched as one piece.
    while (hasBit(blocks, block + 1)) block += 1
    const from = starts[row] ?? 0
    const piece = lower.slice(from, starts[Math.min((block + 1) * blockSize, ids.length)])
    for (let hit = piece.indexOf(wanted); hit >= 0; ) {
      while ((starts[row + 1] ?? Number.POSITIVE_INFINITY) <= from + hit) row += 1
      if (!take(row)) return
      row += 1
      hit = piece.indexOf(wanted, (starts[row] ?? from) - from)
    }
  }
}
