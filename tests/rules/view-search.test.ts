import { expect, test } from 'vitest'
import { searchOfView, viewSearch } from '../../src/rules/view-search.ts'

test('a view keeps filters, order and columns, in one order, and no page', () => {
  expect(
    viewSearch({ status: '0', q: 'oak & elm', page: '3', open: '7', sort: '-Deadline', mine: undefined, code: '' }),
  ).toBe('q=oak+%26+elm&sort=-Deadline&status=0')
  expect(viewSearch({ page: '2' })).toBe('')
  expect(viewSearch({ 'overdue-page': '3', person: 'Ona' })).toBe('person=Ona')
  expect(viewSearch({ b: '1', a: '2' })).toBe(viewSearch({ a: '2', b: '1' }))
})

test('the text of a view gives its values back', () => {
  const search = { q: 'ä + 5%', columns: 'Address|Days left' }
  expect(searchOfView(viewSearch(search))).toEqual(search)
  expect(searchOfView('')).toEqual({})
})
