import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dashboard } from '../../../src/contract/dashboard.ts'
import { complaints, inspections } from '../../../src/contract/inspection.ts'
import { merges } from '../../../src/contract/merge.ts'
import { sir } from '../../../src/contract/sir.ts'
import { statistics } from '../../../src/contract/statistics.ts'
import { townZone } from '../../../src/rules/dates.ts'
import { statisticsOf } from '../../../src/rules/statistics.ts'
import { lastVisitDay } from '../../../src/rules/visited-at.ts'
import { type Office, office } from '../../harness/office.ts'
import { addAddress, addInspection, ask } from './ask.ts'

// A phone without signal: the visit is made on Tuesday of one week and reaches the office on Wednesday of the next.
const planned = new Date('2026-10-26T14:00:00Z')
const made = '2026-10-27T15:00:00.000Z'
const arrived = new Date('2026-11-04T15:00:00Z')
const weekOfVisit = { start_date: '2026-10-25', end_date: '2026-10-31' }
const weekOfArrival = { start_date: '2026-11-01', end_date: '2026-11-07' }

let town: Office
let addressId: number
let now = arrived
beforeAll(async () => {
  town = await office({ clock: () => now })
})
afterAll(() => town.close())
beforeEach(async () => {
  await town.pool.query('truncate addresses, inspections cascade')
  now = planned
  addressId = (await addAddress(town)).id
})

const arrive = async (source: string, status: string) => {
  now = planned
  const { id } = await addInspection(town, addressId, source)
  now = arrived
  return ask(town, inspections.setStatus, { params: { inspectionId: id }, body: { status, observed_at: made } })
}

test('G-18 G-08 a visit sent days later keeps its day, and its last change is its arrival', async () => {
  const inspection = await arrive('Business License', 'Completed')
  expect(inspection).toMatchObject({ status_at: made, updated_at: arrived.toISOString() })
  expect(lastVisitDay([inspection], townZone)).toBe('2026-10-27')
  // A later change of something else is no visit.
  now = new Date('2026-11-04T16:00:00Z')
  const params = { inspectionId: inspection.id }
  const assigned = await ask(town, inspections.assign, { params, body: { inspector_id: null }, as: town.people.admin })
  expect(assigned).toMatchObject({ status_at: made, updated_at: now.toISOString() })
  const reviewed = await ask(town, inspections.setStatus, { params, body: { status: 'Under Review' } })
  expect(reviewed.status_at).toBe(now.toISOString())
})

test('DB-13 G-18 G-22 a visit sent days later counts in the week in which it was completed', async () => {
  await arrive('Business License', 'Completed')
  const counts = await ask(town, dashboard.counts, {
    params: { userId: town.people.ons.id },
    search: { start_day: 'sun' },
  })
  expect(counts).toMatchObject({ inspections_this_workweek_count: 0, inspections_last_workweek_count: 1 })
})

test('ST-03 G-18 G-22 SIR counts an approval and a response on their day, and the change at the office too', async () => {
  await arrive('Business License', 'Completed')
  await arrive('Complaint', 'Completed')
  expect(await ask(town, sir.stats, { search: weekOfVisit })).toMatchObject({
    ...{ complaint_responses: 1, bl_inspection_updated: 1, bl_inspection_approved: 1 },
  })
  expect(await ask(town, sir.stats, { search: weekOfArrival })).toMatchObject({
    ...{ complaint_responses: 0, bl_inspection_updated: 1, bl_inspection_approved: 0 },
  })
})

test('G-18 X82 a response sent days later takes the days until it was given, on the server as on the device', async () => {
  await arrive('Complaint', 'Completed')
  const rows = { inspections: await ask(town, complaints.list), violations: [], citations: [], services: [] }
  for (const [{ start_date: from, end_date: to }, count] of [[weekOfVisit, 1] as const, [weekOfArrival, 0] as const]) {
    const counted = await ask(town, statistics.of, { search: { from, to } })
    expect(counted).toEqual(statisticsOf(rows, { from, to }, { now, zone: townZone }))
    expect(counted.response).toMatchObject({ count, median: count ? 1 : null })
  }
})

test('G-18 X82 a complaint that was made and answered without signal took the days between, not a negative time', async () => {
  now = arrived
  const body = { source: 'Complaint', address_id: addressId, observed_at: '2026-10-26T14:00:00.000Z' }
  const { id } = await ask(town, inspections.add, { body })
  now = new Date(arrived.getTime() + 1000)
  await ask(town, inspections.setStatus, {
    params: { inspectionId: id },
    body: { status: 'Completed', observed_at: made },
  })
  const { response } = await ask(town, statistics.of, { search: { from: '2026-10-25', to: '2026-10-31' } })
  expect(response).toMatchObject({ count: 1, median: 1 })
})

test('X97 G-18 an inspection waits for review since it was handed in, not since it arrived', async () => {
  const { id } = await arrive('Business License', 'Under Review')
  expect(await ask(town, merges.underReview, { as: town.people.oas })).toMatchObject([
    { inspection_id: id, since: made },
  ])
})
