import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { businesses } from '../../../src/contract/business.ts'
import { inspections } from '../../../src/contract/inspection.ts'
import { violations } from '../../../src/contract/violation.ts'
import { licenses, permits } from '../../../src/server/store/case-tables.ts'
import { type Office, office } from '../../harness/office.ts'
import { addAddress, addInspection, ask, atOnce } from './ask.ts'

let town: Office
beforeAll(async () => {
  town = await office({ clock: () => now })
})
afterAll(() => town.close())

/** In the town it is still the last evening of June. */
const now = new Date('2026-07-01T03:00:00Z')

const save = (inspectionId: number, status: string, observed_at?: string) =>
  ask(town, inspections.setStatus, { params: { inspectionId }, body: { status, observed_at } })
const licensesOf = (inspectionId: number) =>
  town.db.select().from(licenses).where(eq(licenses.inspection_id, inspectionId))
const permitsOf = (inspectionId: number) =>
  town.db.select().from(permits).where(eq(permits.inspection_id, inspectionId))

test('G-02 completion makes one licence of the source’s type, for the fiscal year of the town’s day, and says so', async () => {
  const address = await addAddress(town, '1 GRANT GROVE')
  for (const [source, type] of [
    ['Business License', 1],
    ['Single Family License', 2],
    ['Multifamily License', 3],
  ] as const) {
    const { id } = await ask(town, inspections.add, { body: { source, address_id: address.id, paid: 'true' } })
    const saved = await save(id, 'Completed')
    const [license, ...more] = await licensesOf(id)
    expect(more).toEqual([])
    expect(license).toMatchObject({
      license_type: type,
      address_id: address.id,
      paid: true,
      sent: false,
      revoked: false,
    })
    expect(license).toMatchObject({
      date_issued: '2026-06-30',
      fiscal_year: '2025-2026',
      expiration_date: '2026-06-30',
    })
    expect(saved.status_message).toBe(`License created (#${license?.id}). Expires 2026-06-30.`)
    expect(saved.status).toBe('Completed')
  }
})

test.each([
  // An evening in the town, already the next day in UTC.
  ['counts as of the day when it was observed', '2025-07-01T03:00:00Z', '2025-06-30', '2024-2025'],
  ['by a clock that is ahead counts as of its arrival', '2026-07-01T05:00:00Z', '2026-06-30', '2025-2026'],
  ['by a clock that is years behind counts as of its arrival', '2024-07-01T03:00:00Z', '2026-06-30', '2025-2026'],
])('G-02 G-18 a completion that was sent later %s', async (_, observedAt, date_issued, fiscal_year) => {
  const { id } = await addInspection(town, (await addAddress(town, `LATE ${observedAt}`)).id)
  const saved = await save(id, 'Completed', observedAt)
  const [license] = await licensesOf(id)
  const expiration_date = `${fiscal_year.slice(5)}-06-30`
  expect(license).toMatchObject({ date_issued, fiscal_year, expiration_date, created_at: now })
  expect(saved.status_message).toBe(`License created (#${license?.id}). Expires ${expiration_date}.`)
})

test('G-02 a second completion, also by another word or at the same moment, makes no second licence', async () => {
  const { id } = await addInspection(town, (await addAddress(town, '2 GRANT GROVE')).id)
  await save(id, 'Pending')
  const outcomes = await atOnce(town, 6, () => save(id, 'completed'))
  expect(outcomes.map(({ status }) => status)).toEqual(Array(6).fill('fulfilled'))
  const [license, ...more] = await licensesOf(id)
  expect(more).toEqual([])
  expect((await save(id, 'Satisfactory')).status_message).toBe(`License already exists (#${license?.id}).`)
  expect((await save(id, 'Cancelled')).status_message).toBeNull()
  expect(await licensesOf(id)).toHaveLength(1)
})

test('G-02 an open violation of the address withholds the licence, not the status; once it is abated there is one', async () => {
  const address = await addAddress(town, '3 GRANT GROVE')
  const { id } = await addInspection(town, address.id)
  const violation = await ask(town, violations.add, { body: { address_id: address.id, user_id: 1 } })
  const refused = await save(id, 'Completed')
  expect(refused.status).toBe('Completed')
  expect(refused.status_message).toBe('License not created: open violations exist at this address.')
  expect(await licensesOf(id)).toEqual([])
  await ask(town, violations.abate, { params: { violationId: violation.id } })
  expect((await save(id, 'Completed')).status_message).toMatch(/^License created/)
})

test('G-02 C-31 a business that has moved since is licensed where it is now, unless a violation is open at either address', async () => {
  const [before, after] = [await addAddress(town, '6 GRANT GROVE'), await addAddress(town, '7 GRANT GROVE')]
  const business = await ask(town, businesses.add, { body: { name: 'Moving Cakes', address_id: before.id } })
  const body = { source: 'Business License', address_id: before.id, business_id: business.id }
  const { id } = await ask(town, inspections.add, { body })
  await ask(town, businesses.save, { params: { businessId: business.id }, body: { address_id: after.id } })
  for (const { id: address_id } of [before, after]) {
    const violation = await ask(town, violations.add, { body: { address_id, user_id: 1 } })
    expect((await save(id, 'Completed')).status_message).toMatch(/^License not created/)
    await ask(town, violations.abate, { params: { violationId: violation.id }, body: {} })
  }
  await save(id, 'Completed')
  expect(await licensesOf(id)).toMatchObject([{ business_id: business.id, address_id: after.id }])
})

test('PM-02 completion of a permit inspection makes one permit of its source, open violations or not', async () => {
  const address = await addAddress(town, '4 GRANT GROVE')
  await ask(town, violations.add, { body: { address_id: address.id, user_id: 1 } })
  const { id } = await addInspection(town, address.id, 'Building/Dumpster/POD permit')
  const saved = await save(id, 'Satisfactory')
  const [permit] = await permitsOf(id)
  expect(permit).toMatchObject({ permit_type: 'Building/Dumpster/POD permit', paid: false })
  expect(saved.status_message).toBe(`Permit created (#${permit?.id}).`)
  expect((await save(id, 'Completed')).status_message).toBe(`Permit already exists (#${permit?.id}).`)
  expect(await permitsOf(id)).toHaveLength(1)
})

test('G-02 a complaint makes neither, and any other status makes nothing and says nothing', async () => {
  const address = await addAddress(town, '5 GRANT GROVE')
  const complaint = await addInspection(town, address.id, 'Complaint')
  expect((await save(complaint.id, 'Completed')).status_message).toBe(
    'Completed: source not eligible for license or permit creation.',
  )
  const inspection = await addInspection(town, address.id)
  for (const status of ['Pending', 'Unsatisfactory', 'Not completed', 'Cancelled'])
    expect(await save(inspection.id, status)).toMatchObject({ status, status_message: null })
  expect(await licensesOf(inspection.id)).toEqual([])
})
