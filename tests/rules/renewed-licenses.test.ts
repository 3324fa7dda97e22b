import { expect, test } from 'vitest'
import { renewedLicenses } from '../../src/rules/renewed-licenses.ts'

type Renewable = Parameters<typeof renewedLicenses>[0][number]

const thisYear = { license_type: 2, address_id: 1, fiscal_year: '2026-2027', expiration_date: '2027-06-30' }
const nextYear = { license_type: 2, address_id: 1, fiscal_year: '2027-2028', expiration_date: '2028-06-30' }

const renewed = (...licenses: Renewable[]) => [...renewedLicenses(licenses, 'America/New_York')].sort((a, b) => a - b)

test('a later license of the same kind at the same address renews an earlier one, whatever its number', () => {
  expect(renewed({ id: 1, ...thisYear, license_number: 'L-1' }, { id: 2, ...nextYear, license_number: 'L-2' })).toEqual(
    [1],
  )
  const yearAfter = { id: 3, ...nextYear, fiscal_year: '2028-2029', expiration_date: '2029-06-30' }
  expect(renewed({ id: 1, ...thisYear }, { id: 2, ...nextYear }, yearAfter)).toEqual([1, 2])
})

test('one later license does not renew all that an address holds beside each other; as many later ones do', () => {
  const beside = [
    { id: 1, ...thisYear },
    { id: 2, ...thisYear },
  ]
  const later = { id: 3, ...nextYear }
  expect(renewed(...beside, later)).toEqual([])
  expect(renewed(...beside, later, { id: 4, ...nextYear })).toEqual([1, 2])
  // One renewed for each of two years says nothing of the other.
  const yearAfter = { id: 4, ...nextYear, fiscal_year: '2028-2029', expiration_date: '2029-06-30' }
  expect(renewed(...beside, later, yearAfter)).toEqual([3])
})

test('the unit says which license is renewed, and a license of another unit renews none', () => {
  const beside = [
    { id: 1, ...thisYear, unit_id: 7 },
    { id: 2, ...thisYear, unit_id: 8 },
  ]
  expect(renewed(...beside, { id: 3, ...nextYear, unit_id: 8 })).toEqual([2])
  expect(renewed({ id: 1, ...thisYear, unit_id: 7 }, { id: 3, ...nextYear, unit_id: 8 })).toEqual([])
  // A license made by hand has no unit: it is for the one that is left.
  expect(renewed(...beside, { id: 3, ...nextYear, unit_id: 8 }, { id: 4, ...nextYear })).toEqual([1, 2])
  expect(renewed({ id: 1, ...thisYear, unit_id: 7 }, { id: 4, ...nextYear })).toEqual([1])
})

test('the same number says which license is renewed, and that one is not counted for another', () => {
  const beside = [
    { id: 1, ...thisYear, license_number: 'SF-1' },
    { id: 2, ...thisYear, license_number: 'SF-2' },
  ]
  expect(renewed(...beside, { id: 3, ...nextYear, license_number: ' sf-2 ' })).toEqual([2])
})

test('two businesses at one address hold their own licenses', () => {
  const business = { license_type: 1, address_id: 1 }
  expect(
    renewed(
      { id: 1, ...thisYear, ...business, business_id: 5 },
      // 0 is a business license too (LC-03).
      { id: 2, ...thisYear, ...business, license_type: 0, business_id: 6 },
      { id: 3, ...nextYear, ...business, business_id: 6 },
    ),
  ).toEqual([2])
})

test('C-03 a license of the same fiscal year that ends a day later renews none; nor one revoked or without an end', () => {
  const edited = { ...thisYear, expiration_date: '2027-06-29' }
  expect(renewed({ id: 1, ...edited }, { id: 2, ...thisYear })).toEqual([])
  expect(renewed({ id: 1, ...thisYear }, { id: 2, ...nextYear, revoked: true })).toEqual([])
  expect(renewed({ id: 1, ...thisYear }, { id: 2, ...nextYear, expiration_date: null })).toEqual([])
  expect(renewed({ id: 1, ...thisYear }, { id: 2, ...nextYear, license_type: 3 })).toEqual([])
  expect(renewed({ id: 1, ...thisYear, address_id: null }, { id: 2, ...nextYear, address_id: null })).toEqual([])
})
