import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inspectionById, setInspectionStatus } from '../../src/records/inspection.ts'
import { dayMs, dayOf, townZone, wallTimeOf } from '../../src/rules/dates.ts'
import { lastVisitDay } from '../../src/rules/visited-at.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { discard } from '../../src/sync/reconcile/resolve-entry.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
let inspectionId: number
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  await town.pool.query('truncate addresses, codes, inspections restart identity cascade')
  inspectionId = (await smallTown(town)).inspectionId
  phone = await testDevice(town, town.people.ons)
})

const dayAfter = (days: number) => new Date(phone.clock.now + days * dayMs)
/** The office planned the visit two weeks ago, for so many days from now. */
const planned = async (days: number) => {
  await town.pool.query('update inspections set created_at = $1, updated_at = $1, scheduled_datetime = $2', [
    dayAfter(-14),
    `${wallTimeOf(dayAfter(days))}:00`,
  ])
  await pull(phone, inspectionById(inspectionId))
}
const lastVisit = async () => lastVisitDay(await phone.db.rows('inspection').toArray(), townZone)

test.each([
  ['days before its appointment', 7],
  ['on the day of its appointment', 0],
])('AD-31 a visit that was made without signal %s counts today, until it is discarded', async (_, days) => {
  await planned(days)
  phone.signal.off()
  expect(await lastVisit()).toBeNull()
  await perform(phone, setInspectionStatus, { inspectionId }, { status: 'Completed' })
  expect(await lastVisit()).toBe(dayOf(dayAfter(0)))
  const [entry] = await phone.db.outbox.toArray()
  await discard(phone, entry?.key ?? '')
  expect(await lastVisit()).toBeNull()
  expect((await phone.db.rows('inspection').get(inspectionId))?.updated_at).toBe(dayAfter(-14).toISOString())
})
