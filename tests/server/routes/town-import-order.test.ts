import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { town as calls } from '../../../src/contract/town.ts'
import { type Office, office } from '../../harness/office.ts'
import { ask } from './ask.ts'

let town: Office
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())

type Whole = 'phrases' | 'synonyms'
const heads = { phrases: 'text', synonyms: 'words' }
const bring = async (list: Whole, lines: readonly string[]) => {
  const as = town.people.admin
  const body = { list, text: `${[heads[list], ...lines].join('\n')}\n`, whole: false }
  const { version } = await ask(town, calls.preview, { body, as })
  await ask(town, calls.import, { body: { ...body, version }, as })
}
const rowsOf = async (list: Whole) => {
  const { entries } = await ask(town, calls.list, { search: { list } })
  return entries.map(({ id, cells }) => ({ id, line: cells.text ?? cells.words ?? '' }))
}
/** When each line was last written. */
const writtenIn = async (list: Whole): Promise<unknown[]> => {
  const table = sql.identifier(list === 'phrases' ? 'phrases' : 'code_synonyms')
  const { rows } = await town.db.execute(sql`select id, xmin::text as written from ${table} order by id`)
  return rows
}

const lines = {
  phrases: ['Sink leaks', 'Roof leaks', 'Wall is damp', 'Clean'],
  synonyms: ['sink; drain', 'roof; cover', 'wall; fence', 'grass; lawn'],
}

test('X106 lines that an import leaves as they are keep their number and are not written', async () => {
  for (const list of ['phrases', 'synonyms'] as const) {
    await bring(list, lines[list])
    const [before, written] = [await rowsOf(list), await writtenIn(list)]
    const [first = '', second = '', third = '', last = ''] = lines[list]
    await bring(list, lines[list])
    expect(await writtenIn(list), list).toEqual(written)
    // One is removed, one is changed, and one is new at the end.
    const changed = list === 'phrases' ? 'wall is DAMP' : 'wall; hedge'
    await bring(list, [first, changed, last, list === 'phrases' ? 'New' : 'snow; ice'])
    const after = await rowsOf(list)
    expect(after.map(({ id }) => id).slice(0, 3), list).toEqual([before[0]?.id, before[2]?.id, before[3]?.id])
    expect(after.map(({ line }) => line).slice(0, 3)).toEqual([first, changed, last])
    expect(after).toHaveLength(4)
    expect(await writtenIn(list)).toEqual(expect.arrayContaining([written[0], written[3]]))
    expect([second, third]).not.toContain(after[1]?.line)
  }
})

test('X106 after an import a list has the lines of its file in their order, whatever it had before', async () => {
  const files = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'A', 'f'), { minLength: 1 })
  await fc.assert(
    fc.asyncProperty(files, files, async (first, second) => {
      await bring('phrases', first)
      await bring('phrases', second)
      expect((await rowsOf('phrases')).map(({ line }) => line)).toEqual(second)
    }),
    { numRuns: 30 },
  )
})
