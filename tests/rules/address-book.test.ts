import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bookOf, isPackedBefore, packBook, packedAgain } from '../../src/rules/address-book.ts'
import { searchedText, searchRank, searchRanks } from '../../src/rules/address-match.ts'
import { searchable, searchText } from '../../src/rules/address-text.ts'
import { type AddressLine, chunkSize, noPlace, unpackChunk } from '../../src/rules/packed-addresses.ts'
import { pairIndexOf } from '../../src/rules/pair-index.ts'

const all = Number.POSITIVE_INFINITY

// Few letters, so that parts occur often; some that lower-casing treats strangely.
const someText = fc.string({
  unit: fc.constantFrom(...'aAbB1 2-', 'É', 'İ', 'ß', 'Σ', '😀', '\t', "'", '’', '\u0301'),
  maxLength: 12,
})
const someField = fc.option(someText)
const someBook = fc
  .array(fc.record({ combadd: someField, property_name: someField, aka: someField, ownername: someField }), {
    maxLength: 40,
  })
  .map((rows): AddressLine[] => rows.map((row, at) => ({ ...row, id: at % 3 === 0 ? -at - 1 : at + 1 })))

const idsOf = (rows: readonly AddressLine[]) => rows.map(({ id }) => id)

/** The naive way: look at every address, for one rank after the other. */
function plainScan(addresses: readonly AddressLine[], typed: string): number[] {
  const ranks = addresses.map((it) => [it.id, searchRank(it, typed)] as const)
  return [0, 1, 2].flatMap((rank) => ranks.filter((it) => it[1] === rank).map(([id]) => id))
}

test('C-34 GS-01 the packed book finds the same as a look at every address, in the same order', () => {
  fc.assert(
    fc.property(someBook, someText, (addresses, typed) => {
      expect(idsOf(bookOf(packBook(addresses)).search(typed, all))).toEqual(plainScan(addresses, typed))
    }),
    { numRuns: 2_000 },
  )
})

test('C-34 GS-04 words in any order, each from its start or out of the middle, and those at word starts first', () => {
  const streets = ['4125 Ronald Rd', '1200 Alderhollow Rd', '9 Alderhollow Rd', '512 Alder Ct', '1229 Alderhollow Rd']
  const book = bookOf(packBook(streets.map((combadd, at) => ({ id: at + 1, combadd, ownername: 'Ines  Dorn' }))))
  expect(idsOf(book.search('12 ald', 10))).toEqual([2, 5, 1, 4])
  expect(idsOf(book.search('ald 12', 10))).toEqual([2, 5, 1, 4])
  expect(idsOf(book.search('hollow 9 al', 10))).toEqual([3, 5])
  expect(idsOf(book.search('dorn 512', 10))).toEqual([4])
  expect(idsOf(book.search('  1200   ALDERHOLLOW ', 10))).toEqual([2])
  expect(idsOf(book.search('a x', 10))).toEqual([])
})

test('C-34 every rank finds only what the last one finds too, so that a search by it alone misses nothing', () => {
  fc.assert(
    fc.property(someBook, someText, (addresses, typed) => {
      const wanted = searchText(typed)
      if (wanted === null) return
      const words = searchRanks(wanted).at(-1) ?? []
      for (const it of addresses)
        expect(searchRank(it, typed) !== null).toBe(words.every(({ text }) => searchedText(it).includes(text)))
    }),
  )
})

test('GS-05 any two letters or more of any field find their address, and its words come back whole', () => {
  fc.assert(
    fc.property(someBook, fc.nat(), fc.nat(), fc.integer({ min: 2, max: 12 }), (addresses, row, start, length) => {
      const address = addresses[row % Math.max(1, addresses.length)]
      // Half of a letter with an accent is no part of it.
      const field = (address?.combadd ?? '').normalize()
      const typed = field.slice(start % (field.length + 1)).slice(0, length)
      if (!address || searchText(typed) === null) return
      const found = bookOf(packBook(addresses))
        .search(typed, all)
        .find(({ id }) => id === address.id)
      expect(found && searchable(found.combadd ?? '')).toBe(searchable(field))
    }),
  )
})

test('GS-04 at most as many as asked for, those that begin with the text first', () => {
  const streets = ['512 Oak', '12 Elm', '9 Elm', '12 Oak', '120 Elm']
  const book = bookOf(packBook(streets.map((combadd, at) => ({ id: at + 1, combadd }))))
  expect(idsOf(book.search('12', 10))).toEqual([2, 4, 5, 1])
  expect(idsOf(book.search('12', 2))).toEqual([2, 4])
  expect(book.search('1', 10)).toEqual([])
  expect(book.search('12', 0)).toEqual([])
})

const town = (count: number): AddressLine[] =>
  Array.from({ length: count }, (_, at) => ({
    id: at + 1,
    combadd: `${at + 1} Elm St`,
    ownername: `Owner ${(at * 7919) % count}`,
  }))

test('C-34 a match is found in any chunk', () => {
  const book = bookOf(packBook(town(2 * chunkSize + 500)))
  expect(book.count).toBe(2500)
  for (const number of [1, 1000, 1001, 2000, 2001, 2500])
    expect(idsOf(book.search(`${number} elm`, 1))).toEqual([number])
  expect(book.search('elm', all)).toHaveLength(2500)
})

test('chunks read back in any order, as a copy of the stored bytes, without being built again', () => {
  const chunks = structuredClone(packBook(town(2500))).reverse()
  expect(idsOf(bookOf(chunks).search('2500', 3))).toEqual([2500])
  expect(unpackChunk(chunks[0]!)).toHaveLength(500)
})

test('C-34 a book stored before apostrophes and accents were one finds them too, and keeps its places', () => {
  const lines = ['12 Elm\n\n\nJosé O’Brien', '9 Oak\n\n\nAnn'].map((it) => `\n${it.normalize('NFD')}`)
  const starts = Uint32Array.from([0, lines[0]!.length, lines.join('').length])
  const text = lines.join('')
  const places = Int32Array.from([38_900_000, -76_900_000, noPlace, noPlace])
  const ids = Float64Array.from([7, 8])
  const old = { n: 0, ids, text, starts, places, ...pairIndexOf(text.toLowerCase(), starts) }
  expect(isPackedBefore(old)).toBe(true)
  expect(isPackedBefore(packedAgain(old))).toBe(false)
  const book = bookOf([packedAgain(old)])
  for (const typed of ["o'brien", 'o’brien', 'josé', 'josé'.normalize('NFD')])
    expect(book.search(typed, 9)).toEqual([
      {
        id: 7,
        combadd: '12 Elm',
        property_name: null,
        aka: null,
        ownername: 'José O’Brien',
        latitude: 38.9,
        longitude: -76.9,
      },
    ])
  expect(book.count).toBe(2)
})

test('a line has no blanks around or doubled, and a blank field is null', () => {
  const [chunk] = packBook([{ id: 1, combadd: '  12\n Mill\tRd ', aka: ' ', ownername: undefined }])
  expect(unpackChunk(chunk!)).toEqual([
    { id: 1, combadd: '12 Mill Rd', property_name: null, aka: null, ownername: null },
  ])
})

test('an empty book finds nothing', () => {
  expect(bookOf([]).search('elm', 9)).toEqual([])
})
