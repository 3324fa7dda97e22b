import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { complaints, inspections } from '../../../src/contract/inspection.ts'
import { sir } from '../../../src/contract/sir.ts'
import { type Office, office } from '../../harness/office.ts'
import { addAddress, addInspection, ask, refusal } from './ask.ts'

let town: Office
let addressId: number
let now = new Date('2026-11-04T15:00:00Z')
beforeAll(async () => {
  town = await office({ clock: () => now })
  addressId = (await addAddress(town)).id
})
afterAll(() => town.close())
beforeEach(() => town.pool.query('truncate inspections cascade'))

const later = () => {
  now = new Date(now.getTime() + 60_000)
}
const responses = async () => (await ask(town, sir.stats)).complaint_responses

test('B83 CF-22 an Admin assigns a single complaint, as any inspection; others are refused, and nothing else changes', async () => {
  const complaint = await addInspection(town, addressId, 'Complaint')
  const params = { inspectionId: complaint.id }
  later()
  const inspector_id = town.people.otherOns.id
  const assigned = await ask(town, inspections.assign, { params, body: { inspector_id }, as: town.people.admin })
  expect(assigned).toEqual({
    ...complaint,
    inspector_id,
    inspector: expect.objectContaining({ id: inspector_id, email: 'ons2@town.example' }),
    updated_at: now.toISOString(),
    status_message: null,
  })
  expect((await ask(town, complaints.ofAddress, { params: { addressId } })).map((it) => it.inspector_id)).toEqual([
    inspector_id,
  ])
  for (const as of [town.people.ons, town.people.oas, town.people.guest])
    expect(await refusal(town, inspections.assign, { params, body: { inspector_id: null }, as })).toMatch(/^403/)
})

test('ST-03 G-22 assigning a complaint is no response, a status is one, and no later change makes it two', async () => {
  const params = { inspectionId: (await addInspection(town, addressId, 'Complaint')).id }
  const as = town.people.admin
  const assign = (inspector_id: number) => ask(town, inspections.assign, { params, body: { inspector_id }, as })
  later()
  await assign(town.people.otherOns.id)
  expect(await responses()).toBe(0)
  later()
  await ask(town, inspections.setStatus, { params, body: { status: 'No Violation' } })
  expect(await responses()).toBe(1)
  later()
  await assign(town.people.ons.id)
  expect(await responses()).toBe(1)
})
