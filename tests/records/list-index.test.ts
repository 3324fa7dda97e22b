import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Violation } from '../../src/contract/violation.ts'
import { ListIndex, type ListSearch } from '../../src/records/list-index.ts'
import { listTables } from '../../src/records/list-tables.ts'

const zone = 'America/New_York'
const facts = { zone, addresses: new Map([[9, '9 LOST LANE']]), units: new Map([[4, '2B']]), businesses: new Map() }
const open: ListSearch = { text: '', person: '', from: '', to: '', code: '', narrow: '' }

// Only what a list looks at.
const violation = (id: number, more: Partial<Violation>) =>
  ({ id, violation_type: 'doorhanger', status: 0, address_id: 1, user_id: 1, ...more }) as Violation

const rows = [
  violation(1, {
    combadd: '12 ELM STREET',
    description: 'Tall weeds',
    user: { id: 1, name: 'Ona Sutter', email: 'o@t.example' } as Violation['user'],
    codes: [{ id: 1, chapter: '8', section: '04.010', name: 'Weeds' }] as Violation['codes'],
    created_at: '2026-06-30T23:30:00-04:00',
    deadline_date: '2026-07-09T00:00:00Z',
  }),
  violation(2, {
    combadd: '48 QUARRY ROAD',
    description: 'Roof',
    status: 1,
    unit_id: 4,
    created_at: '2026-07-01T10:00:00Z',
    deadline_date: '2026-07-02T00:00:00Z',
  }),
  violation(3, { address_id: 9, description: 'Ébénisterie', status: 3 }),
]

function filled(): ListIndex {
  const index = new ListIndex(listTables.violations, facts)
  index.put(rows)
  return index
}

const found = (search: Partial<ListSearch>, listed: readonly number[] = [3, 2, 1]) =>
  filled().find(listed, { ...open, ...search }, null)

test('words are found in any column, in any order and case, also words that a cell looks up', () => {
  expect(found({})).toEqual([3, 2, 1])
  expect(found({ text: 'WEEDS elm' })).toEqual([1])
  expect(found({ text: 'weeds quarry' })).toEqual([])
  expect(found({ text: '2b resolved' })).toEqual([2])
  expect(found({ text: 'lost lane' })).toEqual([3])
  expect(found({ text: 'ébén' })).toEqual([3])
  expect(found({ text: '  ' })).toEqual([3, 2, 1])
})

test('person, section of the code and days of the town narrow, and a row without any is left out by them', () => {
  expect(found({ person: 'Ona Sutter' })).toEqual([1])
  expect(found({ code: '8.04.010' })).toEqual([1])
  // Half past eleven in the evening of June 30 in the town is July 1 elsewhere.
  expect(found({ from: '2026-06-30', to: '2026-06-30' })).toEqual([1])
  expect(found({ from: '2026-07-01' })).toEqual([2])
  expect(found({ to: '2026-12-31' })).toEqual([2, 1])
})

test('only rows of the listing are found, in its order; a column orders them with empty ones last both ways', () => {
  const index = filled()
  expect(index.find([1, 2], open, null)).toEqual([1, 2])
  expect(index.find([1, 2, 3, 77], open, { by: 'Deadline', isDescending: false })).toEqual([2, 1, 3])
  expect(index.find([1, 2, 3], open, { by: 'Deadline', isDescending: true })).toEqual([1, 2, 3])
  expect(index.find([1, 2, 3], open, { by: 'Status', isDescending: true })).toEqual([3, 2, 1])
  expect(index.find([3, 1, 2], open, { by: 'No such column', isDescending: true })).toEqual([3, 1, 2])
})

test('a row that changed is found by its new words, one that went is not, and the order follows', () => {
  const index = filled()
  const listed = [1, 2, 3]
  const byDeadline = { by: 'Deadline', isDescending: false }
  expect(index.find(listed, open, byDeadline)).toEqual([2, 1, 3])
  index.put([violation(2, { description: 'Fence', deadline_date: '2026-08-01T00:00:00Z' })])
  expect(index.find(listed, { ...open, text: 'roof' }, null)).toEqual([])
  expect(index.find(listed, { ...open, text: 'fence' }, null)).toEqual([2])
  expect(index.find(listed, open, byDeadline)).toEqual([1, 2, 3])
  index.remove(2, 3)
  expect(index.find(listed, open, null)).toEqual([1])
})

test('the choices count the rows of the listing, and the cells are those of the columns asked for', () => {
  const index = filled()
  expect(index.choices([1, 2, 3])).toEqual({ people: [['Ona Sutter', 1]], codes: [['8.04.010', 1]] })
  expect(index.choices([2])).toEqual({ people: [], codes: [] })
  expect(index.cells([2, 1], ['Violation', 'Address'])).toEqual([
    [2, '48 QUARRY ROAD'],
    [1, '12 ELM STREET'],
  ])
})

test('IL-02 appointments are sorted by the town’s clock, whether they are stored as wall time or as a moment', () => {
  const index = new ListIndex(listTables.inspections, facts)
  index.put([
    { id: 1, scheduled_datetime: '2026-06-01T10:00' } as never,
    { id: 2, scheduled_datetime: '2026-06-01T13:30:00Z' } as never,
    { id: 3, scheduled_datetime: null } as never,
  ])
  expect(index.find([1, 2, 3], open, { by: 'Scheduled Date', isDescending: false })).toEqual([2, 1, 3])
})

test('CT-01 LC-01 a list’s own text filter works beside the search', () => {
  const index = new ListIndex(listTables.citations, facts)
  index.put([{ id: 1, citationid: 'A-100' } as never, { id: 2, citationid: 'B-100' } as never])
  expect(index.find([1, 2], { ...open, narrow: 'a-1' }, null)).toEqual([1])
  const licenses = new ListIndex(listTables.licenses, facts)
  licenses.put([{ id: 5, combadd: '12 ELM STREET', address_id: 31 } as never, { id: 31, combadd: 'X' } as never])
  expect(licenses.find([5, 31], { ...open, narrow: '31' }, null)).toEqual([5, 31])
  expect(licenses.find([5, 31], { ...open, narrow: 'elm' }, null)).toEqual([5])
})

test('P22 one index asked again and again finds what a fresh one finds, whatever was asked and changed before', () => {
  const words = fc.constantFrom('', 'w', 'we', 'wee', 'weeds', 'weeds 4', 'weeds 48', 'q', 'roof', 'roof ', 'Éb', 'éb9')
  const act = fc.record({
    text: words,
    code: fc.constantFrom('', '', '8.04.010'),
    sort: fc.constantFrom(null, { by: 'Description', isDescending: false }, { by: 'Description', isDescending: true }),
    /** A row that changes first, or goes. */
    puts: fc.option(fc.record({ id: fc.integer({ min: 1, max: 6 }), description: words }), { freq: 3 }),
    removes: fc.option(fc.integer({ min: 1, max: 6 }), { freq: 5 }),
  })
  const listed = [1, 2, 3, 4, 5, 6]
  fc.assert(
    fc.property(fc.array(act, { maxLength: 12 }), (acts) => {
      const index = filled()
      const held = new Map(rows.map((it) => [it.id, it]))
      for (const { text, code, sort, puts, removes } of acts) {
        if (puts) held.set(puts.id, violation(puts.id, { description: puts.description }))
        if (puts) index.put([held.get(puts.id)!])
        if (removes) held.delete(removes)
        if (removes) index.remove(removes, removes)
        const fresh = new ListIndex(listTables.violations, facts)
        fresh.put([...held.values()])
        const search = { ...open, text, code }
        expect(index.find(listed, search, sort)).toEqual(fresh.find(listed, search, sort))
      }
    }),
  )
})

test('a record that only this device has is a word in a file, not its number here, and comes last by number', () => {
  const index = new ListIndex(listTables.violations, facts)
  index.put([...rows, violation(-7, {})])
  expect(index.cells([1, -7], ['Violation'])).toEqual([[1], ['Not sent yet']])
  expect(index.find([1, 2, 3, -7], open, { by: 'Violation', isDescending: false })).toEqual([1, 2, 3, -7])
})

test('words find a day as the list shows it and as a file has it', () => {
  const found = (text: string) => filled().find([1, 2, 3], { ...open, text }, null)
  expect([found('6/30/2026'), found('2026-06-30'), found('30/6/2026')]).toEqual([[1], [1], []])
})
