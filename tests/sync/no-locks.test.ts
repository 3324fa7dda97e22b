import { afterAll, beforeAll, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { runUnderLease } from '../../src/sync/schedule/lease.ts'
import { Runner } from '../../src/sync/schedule/runner.ts'
import { memoryLocks, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { count, smallTown } from '../harness/town.ts'

let town: Office
let inspectionId: number
beforeAll(async () => {
  town = await office()
  inspectionId = (await smallTown(town)).inspectionId
})
afterAll(() => town.close())

test('I15 without locks nothing is sent, by a tap or in turn, and all of it leaves once there are some', async () => {
  const phone = await testDevice(town, town.people.ons)
  const before = phone.signal.sent.length
  phone.locks = null
  await perform(phone, addArea, { inspectionId }, { name: 'Kitchen' })
  const runner = new Runner(phone)
  let runs = 0
  runner.onRan = () => runs++
  runner.schedule(true)
  expect(await runUnderLease(phone, true)).toBe('busy')
  // Longer than the time after which a lock is taken from a tab that shows no sign of sending.
  phone.clock.pass(10 * 60_000)
  expect(await runUnderLease(phone, true)).toBe('busy')
  runner.end()
  expect(runs).toBe(0)
  expect(phone.signal.sent.length).toBe(before)
  expect(await phone.db.outbox.count()).toBe(1)
  expect(await phone.db.fact('steals', 0)).toBe(0)

  phone.locks = memoryLocks()
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await count(town, 'areas')).toBe(1)
})
