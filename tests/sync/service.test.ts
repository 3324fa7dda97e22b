import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rowsOf } from '../../src/records/query.ts'
import { addService, servicesOfAddress, servicesOfViolation, voidService } from '../../src/records/service.ts'
import { addViolation } from '../../src/records/violation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { freshTown } from '../harness/town.ts'

let town: Office
let place: Awaited<ReturnType<typeof freshTown>>
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  place = await freshTown(town)
})

const atOffice = async (sql: string) => (await town.pool.query(sql)).rows

test('I6 I8 a notice is served before the office knows the violation: service and photo reach it once, in order', async () => {
  const phone = await testDevice(town, town.people.ons)
  phone.signal.off()
  const made = { address_id: place.addressId, user_id: phone.userId, codes: [place.codeId] }
  const violationId = await perform(phone, addViolation, {}, made)
  const photos = [await takenIn(phone, 1)]
  const body = { how: 'handed' as const, served_to: 'Rose', lat: 39.1, lng: -75.5, accuracy: 8 }
  const serviceId = await perform(phone, addService, { violationId }, body, { photos })
  expect(await rowsOf(phone.db, servicesOfViolation(violationId))).toMatchObject([
    { id: serviceId, how: 'handed', served_to: 'Rose', address_id: place.addressId, user_id: phone.userId },
  ])
  await perform(phone, voidService, { serviceId }, { reason: 'The wrong door' })
  phone.signal.on()
  await phone.drain()
  expect(await phone.db.outbox.toArray()).toEqual([])
  expect(await atOffice('select how, served_to, lat, void_reason from notice_services')).toEqual([
    { how: 'handed', served_to: 'Rose', lat: 39.1, void_reason: 'The wrong door' },
  ])
  expect(await atOffice("select count(*)::int as n from attachments where owner_type = 'service'")).toEqual([{ n: 1 }])
  const [{ id }] = await atOffice('select id from violations')
  expect(await rowsOf(phone.db, servicesOfViolation(Number(id)))).toMatchObject([{ void_reason: 'The wrong door' }])
})

test('G-09 a service that is recorded on one phone is on the next one, with its violation and its address', async () => {
  const [phone, next] = [await testDevice(town, town.people.ons), await testDevice(town, town.people.admin)]
  const body = { address_id: place.addressId, user_id: phone.userId, codes: [] }
  await perform(phone, addViolation, {}, body)
  await phone.drain()
  const violationId = Number((await atOffice('select id from violations'))[0].id)
  await perform(phone, addService, { violationId }, { how: 'posted' })
  await phone.drain()
  await pull(next, servicesOfAddress(place.addressId))
  expect(await rowsOf(next.db, servicesOfViolation(violationId))).toMatchObject([{ how: 'posted' }])
})
