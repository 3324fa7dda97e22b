import { afterAll, beforeAll, expect, test } from 'vitest'
import { people } from '../../src/contract/people-file.ts'
import { town as townCalls } from '../../src/contract/town.ts'
import { rowsOfText } from '../../src/server/cli/rows.ts'
import { type Office, office } from '../harness/office.ts'
import { ask, refusal } from './routes/ask.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())

/** A file of two lines: with the columns, and under each a cell. */
const wide = (names: readonly string[]) => `${names.join(',')}\n${names.map(() => 'x').join(',')}\n`
const named = (count: number) => Array.from({ length: count }, (_, at) => `column ${at}`)
const tooWide =
  '422 The first line of the file has more than 500 columns. Remove those that are not needed, and try again.'

test('X100 X105 a file with more than 500 columns is refused in words, before its lines are read', async () => {
  const as = town.people.admin
  const text = wide(['email', ...named(500)])
  expect(await refusal(town, people.preview, { body: { text }, as })).toBe(tooWide)
  const list = { list: 'synonyms', text, whole: true }
  expect(await refusal(town, townCalls.preview, { body: list, as })).toBe(tooWide)
})

test('X100 a file with 500 columns is read, and columns without a name or with one that was there do not count', async () => {
  const text = wide(['email', 'role', ...named(497), ...named(497), ...Array.from({ length: 9000 }, () => '')])
  const { read, bad } = await ask(town, people.preview, { body: { text }, as: town.people.admin })
  expect([read, bad.length]).toEqual([1, 1])
})

test('X100 of two columns with one name the first counts', async () => {
  const rows = []
  for await (const row of rowsOfText('a, b,a,b\n1,2,3,4\n', () => {})) rows.push(row.cells)
  expect(rows).toEqual([{ a: '1', b: '2' }])
})
