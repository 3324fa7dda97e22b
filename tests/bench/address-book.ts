import { deserialize, serialize } from 'node:v8'
import { type AddressLine, bookOf, type PackedChunk, packBook } from '../../src/rules/address-book.ts'
import { searchable, searchedFields } from '../../src/rules/address-text.ts'

/** One measured figure beside what it is compared with in the same run. */
export interface Figure {
  what: string
  ours: number
  /** A floor (less cannot be done) or a peer (what one would do otherwise). */
  beside: string
  theirs: number
  unit: 'ms' | 'MB'
}

/** As many addresses as the county that the goals were set for (P6). */
const countyCount = 96_224

/** An invented county: the same on every run, with words that occur often and words that occur once. */
export function inventedCounty(count = countyCount): AddressLine[] {
  const random = randomOf(20261120)
  const pick = (words: readonly string[]) => words[Math.floor(random() * words.length)] ?? ''
  const word = () => Array.from({ length: 2 + Math.floor(random() * 2) }, () => pick(onsets) + pick(vowels)).join('')
  const streets = Array.from({ length: 4_000 }, () => `${word().toUpperCase()} ${pick(streetTypes)}`)
  const names = Array.from({ length: 9_000 }, word)
  return Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    combadd: `${1 + Math.floor(random() * 12_000)} ${pick(streets)}, ${pick(towns)} MD ${21_000 + Math.floor(random() * 300)}`,
    property_name: random() < 0.03 ? `${word()} ${pick(['Apartments', 'Plaza', 'Gardens'])}` : null,
    aka: random() < 0.02 ? `${pick(streets)} corner` : null,
    ownername: `${pick(names)} ${pick(names)}${random() < 0.1 ? ' LLC' : ''}`,
  }))
}

/** Measures the packed book against a scan without index, a look at every row, and rows that are packed at each start. */
export function addressBookFigures(addresses: readonly AddressLine[] = inventedCounty()): Figure[] {
  packBook(addresses.slice(0, 5_000))
  const [chunks, packMs] = timed(() => packBook(addresses))
  const storedChunks = serialize(chunks)
  const storedRows = serialize(addresses)

  // A restart: read what is stored, and answer for the first time. Serialising stands in for the device's database.
  const [, readyMs] = timed(() => bookOf(deserialize(storedChunks) as PackedChunk[]).search('12 ma', 10))
  const [, rebuiltMs] = timed(() => bookOf(packBook(deserialize(storedRows) as AddressLine[])).search('12 ma', 10))

  const rows = addresses.map((it) => searchedFields.map((field) => searchable(it[field] ?? '')))
  const blob = rows.map((fields) => `\n${fields.join('\n')}`).join('')
  const book = bookOf(chunks)
  const typed = typedTexts(rows)
  for (const text of typed.slice(0, 50)) assertFindsAll(book.search(text, addresses.length).length, rows, text)

  const ours = percentiles(typed, (text) => book.search(text, 10))
  const scan = percentiles(typed, (text) => scanOf(blob, text))
  const look = percentiles(typed.slice(0, 400), (text) => firstRows(rows, text))
  return [
    {
      what: 'pack the county',
      ours: packMs,
      beside: 'lower-case its text',
      theirs: timed(() => blob.toUpperCase().toLowerCase())[1],
      unit: 'ms',
    },
    {
      what: 'stored',
      ours: storedChunks.length / 1e6,
      beside: 'a row each',
      theirs: storedRows.length / 1e6,
      unit: 'MB',
    },
    { what: 'restart to first answer', ours: readyMs, beside: 'rows and rebuild', theirs: rebuiltMs, unit: 'ms' },
    { what: 'type-ahead p50', ours: ours.p50, beside: 'scan of one text', theirs: scan.p50, unit: 'ms' },
    { what: 'type-ahead p95', ours: ours.p95, beside: 'scan of one text', theirs: scan.p95, unit: 'ms' },
    { what: 'type-ahead max', ours: ours.max, beside: 'scan of one text', theirs: scan.max, unit: 'ms' },
    { what: 'type-ahead p95', ours: ours.p95, beside: 'look at every row', theirs: look.p95, unit: 'ms' },
  ]
}

/** '0.45 ms, 0.28 x scan of one text' */
export const figureText = ({ what, ours, beside, theirs, unit }: Figure): string =>
  `${what.padEnd(26)} ${ours.toFixed(2)} ${unit}, ${(ours / theirs).toFixed(2)} x ${beside} (${theirs.toFixed(2)} ${unit})`

const onsets = ['b', 'ch', 'd', 'f', 'gr', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 'st', 't', 'v', 'w']
const vowels = ['a', 'e', 'i', 'o', 'u', 'ar', 'en', 'er', 'il', 'on']
const streetTypes = ['RD', 'AVE', 'ST', 'CT', 'LN', 'DR', 'WAY']
const towns = ['MILLBROOK', 'EAST HARBOR', 'STONEFIELD', 'OAKMERE', 'NORTH BEND']

/** Parts of 2 to 8 characters of what stands in the book, and texts of common letters that mostly do not. */
function typedTexts(rows: readonly string[][]): string[] {
  const random = randomOf(7)
  const below = (limit: number) => Math.floor(random() * limit)
  return Array.from({ length: 3_000 }, (_, at) => {
    if (at % 6 === 0) return Array.from({ length: 3 + below(5) }, () => 'etaoinshrdlu'[below(12)]).join('')
    const fields = rows[below(rows.length)]?.filter(Boolean) ?? []
    const field = fields[below(fields.length)] ?? ''
    const start = below(Math.max(1, field.length - 2))
    return field.slice(start, start + 2 + below(7)).trim()
  }).filter((text) => text.length >= 2)
}

function scanOf(blob: string, text: string): number {
  let found = 0
  for (let at = blob.indexOf(text); at >= 0 && found < 10; at = blob.indexOf(text, at + 1)) found += 1
  return found
}

function firstRows(rows: readonly string[][], text: string): number {
  let found = 0
  for (const fields of rows) if (fields.some((field) => field.includes(text)) && ++found === 10) break
  return found
}

function assertFindsAll(found: number, rows: readonly string[][], text: string): void {
  const expected = rows.filter((fields) => fields.some((field) => field.includes(text))).length
  if (found !== expected) throw new Error(`'${text}' is in ${expected} addresses; the book finds ${found}`)
}

function percentiles(texts: readonly string[], search: (text: string) => unknown) {
  for (const text of texts.slice(0, 300)) search(text)
  const times = texts.map((text) => timed(() => search(text))[1]).sort((a, b) => a - b)
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}

function timed<Result>(run: () => Result): [Result, number] {
  const start = performance.now()
  const result = run()
  return [result, performance.now() - start]
}

/** The same numbers on every run (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

if (process.argv[1]?.endsWith('address-book.ts'))
  for (const figure of addressBookFigures()) console.log(figureText(figure))
