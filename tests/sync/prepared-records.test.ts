import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { AddressSearch } from '../../src/sync/online/address-search.ts'
import { prepareField } from '../../src/sync/online/field.ts'
import { forgetOldRecords } from '../../src/sync/session/old-records.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'

let town: Office
beforeAll(async () => {
  town = await office()
  await smallTown(town)
  await town.pool.query("insert into contacts (name, email) values ('Ann Owner', 'ann@example.com')")
})
afterAll(() => town.close())

const day = 24 * 3_600_000
const prepare = (phone: TestDevice) => prepareField(phone, new AddressSearch(phone), () => undefined)
const contactsOn = async ({ db }: TestDevice) => [await db.rows('contact').count(), await db.packs.get('Contacts')]

/** A phone that was prepared 61 days ago and again today, with an address that nobody has looked at since then. */
async function preparedAgain(): Promise<TestDevice> {
  const phone = await testDevice(town, town.people.ons)
  await prepare(phone)
  const [address] = await phone.db.rows('address').toArray()
  await phone.db.rows('address').put({ ...address!, id: 777 })
  await forgetOldRecords(phone.db, phone.now(), 60)
  phone.clock.pass(61 * day)
  return phone
}

test('contacts prepared for the field today stay; when that preparation is old, they go, and so does its "Ready"', async () => {
  const phone = await preparedAgain()
  await prepare(phone)
  expect(await forgetOldRecords(phone.db, phone.now(), 60)).toBe(1)
  expect(await contactsOn(phone)).toMatchObject([1, { ready: true }])
  phone.clock.pass(60 * day)
  expect(await forgetOldRecords(phone.db, phone.now(), 60)).toBe(3)
  expect(await contactsOn(phone)).toEqual([0, undefined])
  expect(await phone.db.packs.toArray()).toEqual([])
})

test('I22 contacts prepared today stay although this device’s clock is 70 days behind', async () => {
  const phone = await preparedAgain()
  await prepare(phone)
  await phone.db.setFact('clockOffsetMs', 70 * day)
  await phone.db.packs.toCollection().modify((it) => {
    it.at -= 70 * day
  })
  expect(await forgetOldRecords(phone.db, phone.now(), 60)).toBe(1)
  expect(await contactsOn(phone)).toMatchObject([1, { ready: true }])
})

test('contacts that are prepared while old records are searched stay', async () => {
  const phone = await preparedAgain()
  // All looks are read then, and nothing is deleted yet.
  const pack = { name: 'Contacts', ready: true, at: phone.now(), problem: null }
  vi.spyOn(phone.db.ids, 'toArray').mockImplementationOnce(() => phone.db.packs.put(pack).then(() => []))
  expect(await forgetOldRecords(phone.db, phone.now(), 60)).toBeGreaterThan(0)
  expect(await contactsOn(phone)).toMatchObject([1, { ready: true }])
})
