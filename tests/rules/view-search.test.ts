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

test('X86 a view of the map has no address, though a list may have a filter of that name', () => {
  expect(viewSearch({ address: '12', status: 'all' }, 'address')).toBe('status=all')
  expect(viewSearch({ address: 'elm' })).toBe('address=elm')
})

test('the text of a view gives its values back', () => {
  const search = { q: 'ä + 5%', columns: 'Address|Days left' }
  expect(searchOfView(viewSearch(search))).toEqual(search)
  expect(searchOfView('')).toEqual({})
})
