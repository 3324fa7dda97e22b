import { afterAll, beforeAll, expect, test } from 'vitest'
import { pendingInspections } from '../../src/records/inspection.ts'
import { rowsOf } from '../../src/records/query.ts'
import { AddressSearch } from '../../src/sync/online/address-search.ts'
import { prepareField } from '../../src/sync/online/field.ts'
import { refresh } from '../../src/sync/pull/changes.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
let inspectionId: number
beforeAll(async () => {
  town = await office()
  inspectionId = (await freshTown(town)).inspectionId
  phone = await testDevice(town, town.people.ons)
})
afterAll(() => town.close())

test('G-03 an inspection that the office completes after a preparation leaves the list with the next answer', async () => {
  const work = pendingInspections(town.people.ons.id)
  const shown = async () => (await rowsOf(phone.db, work)).map((it) => it.id)
  await prepareField(phone, new AddressSearch(phone), () => undefined)
  expect(await shown()).toEqual([inspectionId])
  await town.pool.query("update inspections set status = 'Completed' where id = $1", [inspectionId])
  phone.clock.pass(60_000)
  await refresh(phone, work)
  expect(await shown()).toEqual([])
})
