import { deserialize, serialize } from 'node:v8'
import { bookOf, packBook } from '../../src/rules/address-book.ts'
import type { AddressLine, PackedChunk } from '../../src/rules/packed-addresses.ts'
import {
  assertFindsAll,
  firstRows,
  inventedCounty,
  scannedText,
  scanOf,
  searchedRows,
  typedTexts,
  typedWords,
} from './county.ts'

/** One measured figure beside what it is compared with in the same run. */
export interface Figure {
  what: string
  ours: number
  /** A floor (less cannot be done) or a peer (what one would do otherwise). */
  beside: string
  theirs: number
  unit: 'ms' | 'MB'
}

/** Measures the packed book against a scan without index, a look at every row, and rows that are packed at each start. */
export function addressBookFigures(addresses: readonly AddressLine[] = inventedCounty()): Figure[] {
  packBook(addresses.slice(0, 5_000))
  const [chunks, packMs] = timed(() => packBook(addresses))
  const storedChunks = serialize(chunks)
  const storedRows = serialize(addresses)

  // A restart: read the stored data and answer for the first time. Serialising replaces the device's database.
  const [, readyMs] = timed(() => bookOf(deserialize(storedChunks) as PackedChunk[]).search('12 ma', 10))
  const [, rebuiltMs] = timed(() => bookOf(packBook(deserialize(storedRows) as AddressLine[])).search('12 ma', 10))

  const rows = searchedRows(addresses)
  const blob = scannedText(rows)
  const book = bookOf(chunks)
  const typed = typedTexts(rows)
  const words = typedWords(rows)
  for (const text of [...typed.slice(0, 50), ...words.slice(0, 50)])
    assertFindsAll(book.search(text, addresses.length).length, rows, text)

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

if (process.argv[1]?.endsWith('address-book.ts'))
  for (const figure of addressBookFigures()) console.log(figureText(figure))
