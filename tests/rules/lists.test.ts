import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chaptersOf, codeLabel, codeMatches, inCodeOrder, isInChapter } from '../../src/rules/code-search.ts'
import { isInCitationFilter, isInInspectionFilter, isInLicenseFilter } from '../../src/rules/list-filter.ts'
import { jumpedPage, pageOf, photosPerPage, rowsPerPage } from '../../src/rules/pages.ts'

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

test('C-37 AR-09 codes stand by chapter and section, and read as a chip', () => {
  const codes = [code, { chapter: '24', section: '24-9' }, { chapter: '3', section: '3-1' }, { chapter: ' ' }]
  expect(inCodeOrder(codes).map(({ section }) => section)).toEqual(['3-1', '24-9', '24-10', undefined])
  expect(chaptersOf(codes)).toEqual(['3', '24'])
  expect([codeLabel(code), codeLabel({ name: 'Trash' }), codeLabel({ section: '3-1' })]).toEqual([
    '24, 24-10: Trash',
    'Trash',
    '3-1',
  ])
})

const open = { source: '', status: '', from: '', to: '' }

test('IL-01 inspections are filtered by source and status, Pending meaning a missing one too', () => {
  const row = { source: 'Complaint', status: null }
  expect(isInInspectionFilter(row, open)).toBe(true)
  expect(isInInspectionFilter(row, { ...open, source: 'Business License' })).toBe(false)
  expect(isInInspectionFilter(row, { ...open, status: 'Pending' })).toBe(true)
  expect(isInInspectionFilter({ ...row, status: 'canceled' }, { ...open, status: 'Cancelled' })).toBe(true)
})

test('IL-01 scheduled-from counts from 00:00:00, scheduled-to up to 23:59:59', () => {
  const isIn = (scheduled_datetime: string | null) =>
    isInInspectionFilter({ scheduled_datetime }, { ...open, from: '2026-11-20', to: '2026-11-21' })
  expect(['2026-11-20T00:00:00', '2026-11-21T23:59:59'].every(isIn)).toBe(true)
  expect(['2026-11-19T23:59:59', '2026-11-22T00:00:00', null].some(isIn)).toBe(false)
})

test('CT-01 citations are filtered by part of their id, by status and by past due', () => {
  const now = new Date('2026-11-20T15:00:00Z')
  const row = { citationid: 'AB-17', status: 0, deadline: '2026-11-01' }
  const isIn = (filter: object) => isInCitationFilter(row, { idText: '', status: null, due: '', ...filter }, now)
  expect([{}, { idText: 'b-1' }, { status: 0 }, { due: 'Past Due' }].every(isIn)).toBe(true)
  expect([{ idText: '18' }, { status: 1 }, { due: 'Not Past Due' }].some(isIn)).toBe(false)
  expect(isInCitationFilter({ ...row, status: 1 }, { idText: '', status: null, due: 'Not Past Due' }, now)).toBe(true)
})

test('LC-01 licences are filtered by paid, sent and address text or id', () => {
  const row = { id: 3, paid: true, sent: null, combadd: '12 Mill Rd', address_id: 7 }
  const isIn = (filter: object) => isInLicenseFilter(row, { paid: null, sent: null, address: '', ...filter })
  expect(
    [{}, { paid: true }, { sent: false }, { address: 'MILL' }, { address: '7' }, { address: ' 3 ' }].every(isIn),
  ).toBe(true)
  expect([{ paid: false }, { sent: true }, { address: 'elm' }, { address: '8' }].some(isIn)).toBe(false)
})
