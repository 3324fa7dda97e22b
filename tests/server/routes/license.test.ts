import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { businesses } from '../../../src/contract/business.ts'
import { inspections } from '../../../src/contract/inspection.ts'
import { licenses } from '../../../src/contract/license.ts'
import { permits } from '../../../src/contract/permit.ts'
import { inspections as inspectionTable } from '../../../src/server/store/visit-tables.ts'
import { type Office, office } from '../../harness/office.ts'
import { addAddress, addInspection, ask, atOnce, refusal } from './ask.ts'

let town: Office
let addressId: number
let businessId: number
beforeAll(async () => {
  town = await office({ clock: () => new Date('2026-11-20T17:00:00Z') })
  addressId = (await addAddress(town)).id
  businessId = (await ask(town, businesses.add, { body: { name: 'Bean Bar', address_id: addressId } })).id
})
afterAll(() => town.close())

const add = (body: object) => ask(town, licenses.add, { body: { paid: false, ...body } })
const refused = (body: object) => refusal(town, licenses.add, { body: { paid: false, ...body } })

describe('a new licence', () => {
  test('C-31 a business licence keeps the address of its business, and makes no inspection', async () => {
    const before = await town.db.$count(inspectionTable)
    const made = await add({ license_type: 1, business_id: businessId, license_number: ' B-1 ', paid: true })
    expect(made).toMatchObject({
      license_type: 1,
      license_number: 'B-1',
      address_id: addressId,
      combadd: '12 ELM STREET',
    })
    expect(made).toMatchObject({ inspection_id: null, paid: true, sent: false, revoked: false })
    expect(await town.db.$count(inspectionTable)).toBe(before)
    expect(await ask(town, licenses.one, { params: { licenseId: made.id } })).toEqual(made)
  })

  test('LC-08 LC-09 C-03 issued today in the fiscal year of that day, until June 30, by default', async () => {
    const usual = await add({ license_type: 2, address_id: addressId })
    expect(usual).toMatchObject({ date_issued: '2026-11-20', fiscal_year: '2026-2027', expiration_date: '2027-06-30' })
    const spring = await add({ license_type: 3, address_id: addressId, date_issued: '2026-03-01' })
    expect(spring).toMatchObject({ date_issued: '2026-03-01', fiscal_year: '2025-2026', expiration_date: '2026-06-30' })
    const said = { fiscal_year: '2030-2031', expiration_date: '2031-06-29', date_issued: '2030-07-01' }
    expect(await add({ license_type: 3, address_id: addressId, ...said })).toMatchObject(said)
    expect(await refused({ license_type: 3, address_id: addressId, fiscal_year: '2026-2031' })).toMatch(
      /^422 Enter a fiscal year/,
    )
  })

  test('LC-05 LC-06 type 1 needs a business, types 2 and 3 an address, and there are no other types', async () => {
    expect(await refused({ license_type: 1, address_id: addressId })).toBe(
      '422 Please select a business for this license.',
    )
    expect(await refused({ license_type: 2, business_id: businessId })).toBe(
      '422 Please select an address for this license.',
    )
    expect(await refused({ license_type: 4, address_id: addressId })).toMatch(/^422/)
    expect(await refused({ license_type: 2, address_id: 999_999 })).toBe('404 Address not found')
  })

  test('LC-04 a number is unique, however it is written; two without number are two', async () => {
    await add({ license_type: 2, address_id: addressId, license_number: 'Sf-9' })
    expect(await refused({ license_type: 3, address_id: addressId, license_number: ' SF-9' })).toBe(
      '409 License number already exists',
    )
    const [one, two] = [
      await add({ license_type: 2, address_id: addressId }),
      await add({ license_type: 2, address_id: addressId }),
    ]
    expect(one.id).not.toBe(two.id)
  })

  test('G-02 the licence of an inspection that has one is that one', async () => {
    const inspection = await addInspection(town, addressId, 'Single Family License')
    const first = await add({ license_type: 2, inspection_id: inspection.id })
    expect(first.address_id).toBe(addressId)
    expect((await add({ license_type: 2, inspection_id: inspection.id })).id).toBe(first.id)
    expect((await ask(town, licenses.list, { search: { inspection_id: inspection.id } })).map(({ id }) => id)).toEqual([
      first.id,
    ])
  })
})

test('LC-02 AD-30 the lists are newest first by creation, then issue; of an address by path and by query', async () => {
  const other = await addAddress(town, '13 ELM STREET')
  const make = (date_issued: string) => add({ license_type: 2, address_id: other.id, date_issued })
  const [late, early] = [await make('2026-05-01'), await make('2026-02-01')]
  const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
  expect(ids(await ask(town, licenses.ofAddress, { params: { addressId: other.id } }))).toEqual([late.id, early.id])
  expect(ids(await ask(town, licenses.list, { search: { address_id: other.id } }))).toEqual([late.id, early.id])
  expect((await ask(town, licenses.list)).length).toBeGreaterThan(2)
})

test('LC-11 LC-12 a change touches only what it names', async () => {
  const made = await add({ license_type: 2, address_id: addressId, license_number: 'SF-20' })
  const params = { licenseId: made.id }
  const save = (body: object) => ask(town, licenses.save, { params, body })
  expect(await save({ fiscal_year: '2028-2029', expiration_date: '2029-06-29' })).toMatchObject({
    ...{ fiscal_year: '2028-2029', expiration_date: '2029-06-29', license_number: 'SF-20', date_issued: '2026-11-20' },
  })
  expect(await save({ paid: true, sent: true, license_number: '' })).toMatchObject({
    paid: true,
    sent: true,
    license_number: null,
  })
  await add({ license_type: 2, address_id: addressId, license_number: 'SF-21' })
  expect(await refusal(town, licenses.save, { params, body: { license_number: 'sf-21' } })).toBe(
    '409 License number already exists',
  )
  expect(await save({ license_number: 'SF-20' })).toMatchObject({ license_number: 'SF-20' })
  expect(await refusal(town, licenses.save, { params: { licenseId: 999_999 }, body: {} })).toBe('404 License not found')
})

test('PM-02 PM-03 EN-16 a permit is one per inspection, at the inspection’s address', async () => {
  const source = 'Building/Dumpster/POD permit'
  const inspection = await ask(town, inspections.add, { body: { source, address_id: addressId } })
  const body = { inspection_id: inspection.id, permit_number: 'P-1', conditions: 'Daylight only' }
  const made = await ask(town, permits.add, { body })
  const again = await atOnce(town, 3, () => ask(town, permits.add, { body: { ...body, permit_number: 'P-2' } }))
  for (const outcome of again) expect(outcome).toEqual({ status: 'fulfilled', value: made })
  expect(made).toMatchObject({ permit_type: source, permit_number: 'P-1', conditions: 'Daylight only', paid: false })
  expect(made).toMatchObject({ address_id: addressId, combadd: '12 ELM STREET' })
  expect(await ask(town, permits.one, { params: { permitId: made.id } })).toEqual(made)
  const searches: Record<string, number>[] = [{ address_id: addressId }, { inspection_id: inspection.id }]
  for (const search of searches) expect(await ask(town, permits.list, { search })).toEqual([made])
  expect(await ask(town, permits.ofAddress, { params: { addressId } })).toEqual([made])
  for (const inspection_id of [undefined, null, 0])
    expect(await refusal(town, permits.add, { body: { inspection_id } })).toBe('422 Inspection ID is required.')
  expect(await refusal(town, permits.add, { body: { inspection_id: 999_999 } })).toBe('404 Inspection not found')
})
