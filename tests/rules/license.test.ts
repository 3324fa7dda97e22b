import { expect, test } from 'vitest'
import {
  expirationAtCreation,
  expirationInEdit,
  fiscalYearAtCreation,
  fiscalYearOf,
  fiscalYearOptions,
  fiscalYearPreview,
} from '../../src/rules/fiscal-year.ts'
import { licensesNeedingAction } from '../../src/rules/license-action.ts'
import { licenseBadge } from '../../src/rules/license-badge.ts'
import { licenseTypes, licenseTypeText, missingHolder } from '../../src/rules/license-type.ts'
import { licenseOrder, newestBy } from '../../src/rules/list-order.ts'

const now = new Date('2026-11-20T15:00:00Z')

test('LC-08 an issue month before July gives the year ending this year, from July on the next', () => {
  expect(fiscalYearOf('2026-06-30')).toBe('2025-2026')
  expect(fiscalYearOf('2026-07-01')).toBe('2026-2027')
  expect(fiscalYearAtCreation('2025-01-15', now)).toBe('2024-2025')
  expect(fiscalYearAtCreation(null, now)).toBe('2026-2027')
  // In the town it is still June 30.
  expect(fiscalYearAtCreation(null, new Date('2026-07-01T03:00:00Z'))).toBe('2025-2026')
})

test('LC-09 C-03 a licence made in a fiscal year ends on June 30; the preview says July 1 to June 30', () => {
  expect(expirationAtCreation('2026-2027')).toBe('2027-06-30')
  expect(fiscalYearPreview('2026-2027')).toBe('July 1, 2026 to June 30, 2027')
  expect(expirationAtCreation('2026-2029')).toBeNull()
  expect(fiscalYearPreview('')).toBe('')
})

test('LC-12 C-03 a fiscal year chosen in edit ends on June 29', () => {
  expect(expirationInEdit('2026-2027')).toBe('2027-06-29')
})

test('LC-13 fiscal years to choose run from 6 back to 3 ahead', () => {
  const options = fiscalYearOptions(now)
  expect([options.length, options[0], options[6], options.at(-1)]).toEqual([10, '2020-2021', '2026-2027', '2029-2030'])
})

test('LC-03 types 1, 2 and 3; 0 also reads as Business', () => {
  expect([0, 1, 2, 3].map(licenseTypeText)).toEqual([
    'Business License',
    'Business License',
    'Single Family License',
    'Multifamily License',
  ])
  expect(licenseTypeText(7)).toBe('Unknown')
  expect(licenseTypes.map(({ value }) => value)).toEqual([1, 2, 3])
})

test('LC-05 LC-06 type 1 needs a business, types 2 and 3 an address', () => {
  expect(missingHolder(1, null, 5)).toBe('Please select a business for this license.')
  expect(missingHolder(2, 5, null)).toBe('Please select an address for this license.')
  expect(missingHolder(3, null, null)).toBe('Please select an address for this license.')
  expect([missingHolder(1, 5, null), missingHolder(3, null, 5)]).toEqual([null, null])
})

test('AD-05 the badge is of the newest licence by created_at, then date_issued, then expiration_date', () => {
  const newest = (rows: object[]) => licenseBadge(rows, now)?.license
  const a = { created_at: '2026-01-01T00:00:00', expiration_date: '2020-06-30' }
  const b = { created_at: '2025-01-01T00:00:00', date_issued: '2026-09-01', expiration_date: '2030-06-30' }
  expect(newest([b, a])).toBe(a)
  const c = { date_issued: '2026-01-01' }
  const d = { date_issued: '2026-02-01' }
  expect(newest([c, d])).toBe(d)
  expect(newest([a, c])).toBe(a)
  const e = { expiration_date: '2027-06-30' }
  expect(newest([{ expiration_date: '2026-06-30' }, e])).toBe(e)
  expect(licenseBadge([], now)).toBeNull()
})

test('AD-06 a licence is expired when its last day is before today in the town, else active', () => {
  const state = (expiration_date: string | null) => licenseBadge([{ expiration_date }], now)
  expect(state('2026-11-19')).toMatchObject({ state: 'expired', until: '11/19/2026' })
  expect(state('2026-11-20')).toMatchObject({ state: 'active', until: '11/20/2026' })
  expect(state(null)).toMatchObject({ state: 'active', until: '' })
  expect(licenseBadge([{ expiration_date: '2026-11-20' }], new Date('2026-11-21T04:59:00Z'))?.state).toBe('active')
})

test('AD-06 a revoked licence is not active; once its last day is past it is expired as any other', () => {
  const state = (expiration_date: string | null) => licenseBadge([{ expiration_date, revoked: true }], now)?.state
  expect([state('2026-11-20'), state(null), state('2026-11-19')]).toEqual(['revoked', 'revoked', 'expired'])
  expect(licenseBadge([{ expiration_date: null, revoked: false }], now)?.state).toBe('active')
})

test('DB-47 each list of licences says its flag; a licence in both says both', () => {
  const [a, b, c] = [1, 2, 3].map((id) => ({ id, created_at: `2026-01-0${id}T00:00:00` }))
  const rows = licensesNeedingAction([a!, b!], [b!, c!])
  expect(rows.map(({ license, payment, delivery }) => [license.id, payment, delivery])).toEqual([
    [3, 'Paid', 'Not Sent'],
    [2, 'Payment Due', 'Not Sent'],
    [1, 'Payment Due', 'Sent'],
  ])
})

test('DB-48 licences needing action are merged by id, newest first, at most 10', () => {
  const many = Array.from({ length: 15 }, (_, at) => ({
    id: at + 1,
    created_at: new Date(2026, 0, at + 1).toISOString(),
  }))
  const ids = licensesNeedingAction(many, many).map(({ license }) => license.id)
  expect(ids).toEqual([15, 14, 13, 12, 11, 10, 9, 8, 7, 6])
})

test('LC-02 licences are sorted newest first by created_at, then date_issued, then id', () => {
  const rows = [
    { id: 1, created_at: '2026-01-01T00:00:00', date_issued: '2026-01-01' },
    { id: 2, created_at: '2026-01-01T00:00:00', date_issued: '2026-02-01' },
    { id: 3, created_at: '2026-01-01T00:00:00', date_issued: '2026-01-01' },
    { id: 4, created_at: '2026-03-01T00:00:00', date_issued: null },
    { id: 5, created_at: null, date_issued: null },
  ]
  expect(newestBy(rows, licenseOrder).map(({ id }) => id)).toEqual([4, 2, 3, 1, 5])
})
