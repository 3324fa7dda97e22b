import { searchable, searchedFields } from '../../src/rules/address-text.ts'
import type { AddressLine } from '../../src/rules/packed-addresses.ts'

/** As many addresses as the county that the goals were set for (P6). */
export const countyCount = 96_224

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

/** The searched fields of each address, as a search compares them. */
export const searchedRows = (addresses: readonly AddressLine[]): string[][] =>
  addresses.map((it) => searchedFields.map((field) => searchable(it[field] ?? '')))

/** All rows as one text, for a search without any index. */
export const scannedText = (rows: readonly string[][]): string =>
  rows.map((fields) => `\n${fields.join('\n')}`).join('')

const onsets = ['b', 'ch', 'd', 'f', 'gr', 'h', 'k', 'l', 'm', 'n', 'p', 'r', 's', 'st', 't', 'v', 'w']
const vowels = ['a', 'e', 'i', 'o', 'u', 'ar', 'en', 'er', 'il', 'on']
const streetTypes = ['RD', 'AVE', 'ST', 'CT', 'LN', 'DR', 'WAY']
const towns = ['MILLBROOK', 'EAST HARBOR', 'STONEFIELD', 'OAKMERE', 'NORTH BEND']

/** Parts of 2 to 8 characters of the book's texts, and texts of common letters that mostly do not match. */
export function typedTexts(rows: readonly string[][]): string[] {
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

/** How many of the first ten places of a text a plain scan finds. */
export function scanOf(blob: string, text: string): number {
  let found = 0
  for (let at = blob.indexOf(text); at >= 0 && found < 10; at = blob.indexOf(text, at + 1)) found += 1
  return found
}

/** How many of the first ten rows a look at every row finds. */
export function firstRows(rows: readonly string[][], text: string): number {
  let found = 0
  for (const fields of rows) if (fields.some((field) => field.includes(text)) && ++found === 10) break
  return found
}

/** Texts as people shorten an address: words of its fields, in any order, each from its start or out of its middle. */
export function typedWords(rows: readonly string[][]): string[] {
  const random = randomOf(12)
  const below = (limit: number) => Math.floor(random() * limit)
  return Array.from({ length: 3_000 }, () => {
    const words = (rows[below(rows.length)] ?? []).join(' ').split(' ').filter(Boolean)
    const parts = Array.from({ length: 2 + below(2) }, () => {
      const word = words[below(words.length)] ?? ''
      const start = below(3) === 0 ? below(word.length) : 0
      return word.slice(start, start + 1 + below(5))
    })
    return parts.join(' ')
  })
}

/** Throws when a search found another number of addresses than there are. */
export function assertFindsAll(found: number, rows: readonly string[][], text: string): void {
  const words = text.split(' ')
  const expected = rows.filter((fields) => words.every((word) => fields.some((it) => it.includes(word)))).length
  if (found !== expected) throw new Error(`'${text}' is in ${expected} addresses; the book finds ${found}`)
}

/** The same numbers on every run (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
