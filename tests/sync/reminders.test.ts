import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pendingInspections } from '../../src/records/inspection.ts'
import type { Reminder } from '../../src/rules/reminder.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { dueNow, remindOnce, setReminders } from '../../src/sync/session/reminders.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'

const zone = 'America/New_York'

let town: Office
let phone: TestDevice
let shown: Reminder[]
beforeAll(async () => {
  town = await office()
  await smallTown(town)
  await town.pool.query(
    "update inspections set inspector_id = $1, status = null, scheduled_datetime = '2026-11-23T09:00'",
    [town.people.ons.id],
  )
})
afterAll(() => town.close())
beforeEach(async () => {
  phone = await testDevice(town, town.people.ons)
  await pull(phone, pendingInspections(phone.userId))
  phone.signal.off()
  shown = []
})

const at = (iso: string) => ({ db: phone.db, userId: phone.userId, zone, now: Date.parse(iso) })
const remind = (iso: string) =>
  remindOnce(at(iso), async (it) => {
    shown.push(it)
  })

test('due work is announced once a day, from 7 in the morning of the town, without signal', async () => {
  await setReminders(phone.db, true)
  await remind('2026-11-23T11:59:00Z')
  expect(shown).toEqual([])
  await remind('2026-11-23T12:00:00Z')
  await remind('2026-11-23T20:00:00Z')
  expect(shown.map((it) => it.title)).toEqual(['1 due today'])
  await remind('2026-11-24T13:00:00Z')
  expect(shown.map((it) => it.title)).toEqual(['1 due today', '1 overdue'])
})

test('people who did not ask for reminders get none, and no count on the badge', async () => {
  const noon = '2026-11-23T17:00:00Z'
  await remind(noon)
  expect([shown, await dueNow(at(noon))]).toEqual([[], 0])
  await setReminders(phone.db, true)
  expect(await dueNow(at(noon))).toBe(1)
  await setReminders(phone.db, false)
  expect(await dueNow(at(noon))).toBe(0)
})

test('a reminder that the platform did not show is tried again', async () => {
  await setReminders(phone.db, true)
  await expect(remindOnce(at('2026-11-23T13:00:00Z'), () => Promise.reject(new TypeError('no')))).rejects.toThrow('no')
  await remind('2026-11-23T14:00:00Z')
  expect(shown).toHaveLength(1)
})

test('G-16 the day is that of the server, also where the clock of the phone is wrong', async () => {
  await setReminders(phone.db, true)
  await phone.db.setFact('clockOffsetMs', 24 * 60 * 60 * 1000)
  await remind('2026-11-23T14:00:00Z')
  expect(shown.map((it) => it.title)).toEqual(['1 overdue'])
})
