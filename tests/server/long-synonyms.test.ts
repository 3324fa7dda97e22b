import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { town as calls } from '../../src/contract/town.ts'
import { rowsOfText } from '../../src/server/cli/rows.ts'
import { importSynonyms } from '../../src/server/cli/synonym-import.ts'
import { codeSynonyms } from '../../src/server/store/field-tables.ts'
import { type Office, office } from '../harness/office.ts'
import { ask, refusal } from './routes/ask.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(() => town.db.delete(codeSynonyms))

const admin = () => ({ as: town.people.admin })
const list = 'synonyms' as const

/** A group of words that is this long as the app shows it: 'sinks; sink000001; …'. */
const groupOf = (length: number) => {
  const words = Array.from({ length: 2000 }, (_, n) => `sink${String(n).padStart(6, '0')}`)
  const start = words
    .join('; ')
    .slice(0, length - 20)
    .replace(/; [^;]*$/, '')
  return `${start}; ${'x'.repeat(length - start.length - 2)}`
}
const fileWith = (group: string) => `words\n${group}\nbin; trash\n`
const tooLong = 'is longer than 10,000 characters'

const entries = async () => (await ask(town, calls.list, { search: { list } })).entries

test('X103 X104 the longest group of synonyms that can be imported can be changed and removed again', async () => {
  const group = groupOf(10_000)
  const body = { list, text: fileWith(group), whole: true }
  const { version, bad } = await ask(town, calls.preview, { body, ...admin() })
  expect(bad).toBe(0)
  await ask(town, calls.import, { body: { ...body, version }, ...admin() })
  const [long] = await entries()
  expect(long?.cells.words).toHaveLength(10_000)
  const cells = { words: 'sink; drain' }
  await ask(town, calls.saveEntry, { body: { list, id: long?.id, seen: long?.cells, cells }, ...admin() })
  await ask(town, calls.removeEntry, { body: { list, id: long?.id, seen: cells }, ...admin() })
  expect(await entries()).toHaveLength(1)
})

test('X105 X103 a group of synonyms too long for the app to change is left out of an import, and not saved', async () => {
  const text = fileWith(groupOf(10_001))
  expect(await ask(town, calls.preview, { body: { list, text, whole: true }, ...admin() })).toMatchObject({
    added: 1,
    badLines: [{ line: 2, problem: expect.stringContaining(tooLong) }],
  })
  // Short enough as it is sent, and too long as the list shows it.
  const words = groupOf(10_001).replaceAll('; ', ';')
  expect(words.length).toBeLessThan(10_000)
  const body = { list, id: null, seen: null, cells: { words } }
  expect(await refusal(town, calls.saveEntry, { body, ...admin() })).toBe(`422 This group ${tooLong}`)
})

test('G-19 the command line leaves such a group out, by its line', async () => {
  const client = await town.pool.connect()
  try {
    const report = await importSynonyms(
      client,
      rowsOfText(fileWith(groupOf(10_001)), () => undefined),
    )
    expect(report).toMatchObject({ added: 1, bad: [{ line: 2, problem: tooLong }] })
  } finally {
    client.release()
  }
})

test('X103 X104 a longer group, from before there was a limit, can be shortened and removed', async () => {
  const words = groupOf(20_000).split('; ')
  await town.db.insert(codeSynonyms).values([{ words }, { words: [...words, 'bin'] }])
  const [one, other] = await entries()
  const cells = { words: 'sink; drain' }
  await ask(town, calls.saveEntry, { body: { list, id: one?.id, seen: one?.cells, cells }, ...admin() })
  await ask(town, calls.removeEntry, { body: { list, id: other?.id, seen: other?.cells }, ...admin() })
  expect((await entries()).map((it) => it.cells)).toEqual([cells])
})
