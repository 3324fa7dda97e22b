import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { addresses as calls } from '../../src/contract/address.ts'
import { bookOf, packBook } from '../../src/rules/address-book.ts'
import { searchRank } from '../../src/rules/address-match.ts'
import { searchable, searchText } from '../../src/rules/address-text.ts'
import { addresses } from '../../src/server/store/town-tables.ts'
import { type Office, office } from '../harness/office.ts'
import { ask } from './routes/ask.ts'

// Few letters, so that parts occur often; blanks of every kind, wildcards, and letters that case treats strangely.
const letters = [..."aAbB12-%_\\'’‘ʼ", 'É', '\u0301', 'İ', 'ß', 'Σ', 'ς', '😀', ' ', ' ', ' ', '\t', '\u00a0', '\u3000']
const someText = fc.string({ unit: fc.constantFrom(...letters), maxLength: 14 })
const someField = fc.option(someText)
const someBook = fc.array(
  fc.record({ combadd: someField, property_name: someField, aka: someField, ownername: someField }),
  { minLength: 1, maxLength: 30 },
)

const kinds = (['packaged', 'debian'] as const).filter((kind) => kind === 'packaged' || inject('postgresUrls').debian)

test.each(kinds)(
  'C-34 GS-01 device and server find the same addresses in random books (%s)',
  async (postgres) => {
    const town = await office({ postgres })
    try {
      await fc.assert(
        fc.asyncProperty(someBook, fc.array(someText, { maxLength: 8 }), async (book, typed) => {
          await town.db.execute(sql`truncate addresses cascade`)
          const lines = await town.db.insert(addresses).values(book).returning()
          const phone = bookOf(packBook(lines))
          // Texts of the book are typed as well: whole fields, and their words in reverse order.
          const fields = lines.flatMap(({ combadd, ownername }) => [combadd ?? '', ownername ?? ''])
          const turned = fields.map((it) => it.split(' ').reverse().join('  '))
          for (const text of [...typed, ...fields.slice(0, 3), ...turned.slice(0, 3)]) {
            if (searchText(text) === null) continue
            const found = await ask(town, calls.search, { search: { query: text, limit: 50 } })
            expect(found.map(({ id }) => id).sort()).toEqual(
              phone
                .search(text, 50)
                .map(({ id }) => id)
                .sort(),
            )
            const ranks = found.map((it) => searchRank(it, text) ?? -1)
            expect(ranks).toEqual(ranks.toSorted())
          }
        }),
        { numRuns: 60 },
      )
    } finally {
      await town.close()
    }
  },
  120_000,
)

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())

// Letters of 2025, which not every program knows.
const tooNew = [0xa7ce, 0xa7d2, 0xa7d4]

test('C-34 every letter is compared by the server as the device compares it', async () => {
  // NUL cannot be stored, and halves of pairs are no letters.
  const codes = Array.from({ length: 0xffff }, (_, at) => at + 1).filter(
    (code) => !/[\p{Cs}\p{Cn}]/u.test(String.fromCodePoint(code)) && !tooNew.includes(code),
  )
  const { rows } = await town.db.execute<{ code: number; line: string }>(
    sql`select code, search_line('x' || chr(code) || 'x') as line from unnest(${sql.param(codes)}::int[]) code`,
  )
  const differs = rows.filter(({ code, line }) => line !== `\n${searchable(`x${String.fromCodePoint(code)}x`)}`)
  expect(differs.map(({ code }) => code.toString(16))).toEqual([])
})
