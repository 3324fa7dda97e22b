import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chaptersOf, codeLabel, codeMatches, inCodeOrder, isInChapter } from '../../src/rules/code-search.ts'
import { citationMatches, licenseMatches } from '../../src/rules/list-filter.ts'
import { jumpedPage, pageIn, pageOf, photosPerPage, rowsPerPage } from '../../src/rules/pages.ts'

const rows = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

test('LS-02 a list has 10 rows a page and says "Page X of Y"', () => {
  const page = pageOf(rows(25), 3)
  expect(page).toMatchObject({ rows: [21, 22, 23, 24, 25], text: 'Page 3 of 3', hasPrevious: true, hasNext: false })
  expect([rowsPerPage, photosPerPage]).toEqual([10, 6])
})

test('DB-33 Previous and Next are there only above 10 rows', () => {
  expect([0, 1, 10, 11].map((count) => pageOf(rows(count), 1).hasPager)).toEqual([false, false, false, true])
  expect(pageOf([], 1).text).toBe('Page 1 of 1')
})

test('LS-02 every row is on exactly one page, and a page that is no longer there becomes the nearest', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.integer({ min: 1, max: 12 }), (count, size) => {
      const { pages } = pageOf(rows(count), 1, size)
      expect(rows(pages).flatMap((page) => pageOf(rows(count), page, size).rows)).toEqual(rows(count))
      expect(pageOf(rows(count), pages + 5, size).page).toBe(pages)
      expect(pageOf(rows(count), Number.NaN, size).page).toBe(1)
    }),
  )
})

test('LS-02 a page number in a URL is a small whole number, or 1', () => {
  expect(['3', '999999', '1000000', '1e309', '1.5', '-2', '0', '', 'last'].map(pageIn)).toEqual([
    3, 999_999, 1, 1, 1, 1, 1, 1, 1,
  ])
})

test('AD-17 the page-jump takes digits only, within 1 to the last page', () => {
  expect(['1', ' 7 ', '0', '8', '-1', '1.5', '2e0', '', '٣'].map((typed) => jumpedPage(typed, 7))).toEqual([
    1,
    7,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
  ])
})

const code = { chapter: '24', section: '24-10', name: 'Trash', description: 'Keep it covered' }

test('CF-41 CD-02 codes are found in chapter, section, name or description, whatever the case', () => {
  for (const typed of ['24', '24-1', 'TRASH', 'cover', '']) expect(codeMatches(code, typed)).toBe(true)
  expect(codeMatches(code, 'fence')).toBe(false)
  expect([isInChapter(code, ''), isInChapter(code, '24 '), isInChapter(code, '2')]).toEqual([true, true, false])
})

test('C-37 AR-09 codes are sorted by chapter and section, and read as a chip', () => {
  const codes = [code, { chapter: '24', section: '24-9' }, { chapter: '3', section: '3-1' }, { chapter: ' ' }]
  expect(inCodeOrder(codes).map(({ section }) => section)).toEqual(['3-1', '24-9', '24-10', undefined])
  expect(chaptersOf(codes)).toEqual(['3', '24'])
  expect([codeLabel(code), codeLabel({ name: 'Trash' }), codeLabel({ section: '3-1' })]).toEqual([
    '24, 24-10: Trash',
    'Trash',
    '3-1',
  ])
})

test('CT-01 citations are searched by part of their id, in any case', () => {
  const row = { citationid: 'AB-17' }
  expect([citationMatches(row, 'b-1'), citationMatches(row, '')]).toEqual([true, true])
  expect([citationMatches(row, '18'), citationMatches({ citationid: null }, '1')]).toEqual([false, false])
})

test('LC-01 licences are searched by address text or id', () => {
  const row = { id: 3, combadd: '12 Mill Rd', address_id: 7 }
  expect(['', 'MILL', '7', ' 3 '].every((typed) => licenseMatches(row, typed))).toBe(true)
  expect(['elm', '8'].some((typed) => licenseMatches(row, typed))).toBe(false)
})
