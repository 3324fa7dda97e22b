import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { linkAddressContact, unlinkAddressContact } from '../../src/records/contact-link.ts'
import { renameUnit, unitById } from '../../src/records/unit.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { choose, discard, repair, retry, takeTheirs } from '../../src/sync/reconcile/resolve-entry.ts'
import { lostIn, openedAt } from '../../src/sync/session/found-at-opening.ts'
import { mirrorUnsent, unsentOf } from '../../src/sync/session/unsent-mirror.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { memoryStorage } from '../harness/page.ts'
import { freshTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
let place: Awaited<ReturnType<typeof freshTown>>
beforeAll(async () => {
  vi.stubGlobal('localStorage', memoryStorage())
  town = await office()
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await town.close()
})
beforeEach(async () => {
  place = await freshTown(town)
  phone = await testDevice(town, town.people.ons)
  phone.signal.off()
})

const mirror = async () => mirrorUnsent(phone.db.name, await unsentOf(phone.db))
/** The app dies before it writes the mirror again, and is opened. */
async function lost(): Promise<number> {
  const device = await phone.restart()
  const { found } = await openedAt(device, null, (error) => {
    throw error
  })
  return lostIn(device.db, found)
}
const keys = async () => (await phone.db.outbox.orderBy('seq').toArray()).map((it) => it.key)
const saveArea = (name: string) => perform(phone, addArea, { inspectionId: place.inspectionId }, { name })

test('I1 I17 work that was discarded is not reported as lost, though the app died before it wrote the mirror again', async () => {
  await saveArea('Cellar')
  await saveArea('Porch')
  await mirror()
  for (const key of await keys()) await discard(phone, key)
  expect(await lost()).toBe(0)
})

test('I1 I17 work that was taken back by its opposite is not reported as lost', async () => {
  const [made] = (await town.pool.query<{ id: string }>("insert into contacts (name) values ('Ann Lee') returning id"))
    .rows
  const contactId = Number(made?.id)
  await perform(phone, linkAddressContact, { addressId: place.addressId }, { contact_id: contactId })
  await mirror()
  await perform(phone, unlinkAddressContact, { addressId: place.addressId, contactId }, {})
  expect(await keys()).toEqual([])
  expect(await lost()).toBe(0)
})

async function refusedNumber(): Promise<string> {
  await town.pool.query("insert into units (number, address_id) values ('1', $1), ('2', $1)", [place.addressId])
  phone.signal.on()
  await pull(phone, unitById(1))
  await perform(phone, renameUnit, { unitId: 1 }, { number: '2' })
  await phone.drain()
  await mirror()
  return (await keys())[0] ?? ''
}

test('I1 I17 work that was repaired and sent under its new key is not reported as lost', async () => {
  await repair(phone, await refusedNumber(), { number: '3' })
  await phone.drain()
  expect(await keys()).toEqual([])
  expect(await lost()).toBe(0)
})

test.each([
  ['discarded for the office’s version', (key: string) => takeTheirs(phone, key)],
  ['kept over the office’s version, and sent', (key: string) => choose(phone, key, [])],
])('I1 I17 work that ended in a conflict and was %s is not reported as lost', async (_, decide) => {
  const key = await refusedNumber()
  await phone.db.outbox
    .where('key')
    .equals(key)
    .modify({
      state: 'conflict',
      body: { number: '4' },
      problem: { kind: 'conflict', detail: '', fields: [{ name: 'number', mine: '4', theirs: '1' }] },
    })
  await decide(key)
  await phone.drain()
  expect(await keys()).toEqual([])
  expect(await lost()).toBe(0)
})

test('I1 work that the storage lost is reported, also beside work that was discarded', async () => {
  for (const name of ['Cellar', 'Porch', 'Attic']) await saveArea(name)
  await mirror()
  const [first = ''] = await keys()
  await discard(phone, first)
  await phone.db.outbox.clear()
  expect(await lost()).toBe(2)
  await phone.db.delete()
  await phone.db.open()
  expect(await lost()).toBe(3)
})

test('I1 work that was only sent again by hand and then lost by the storage is reported', async () => {
  const key = await refusedNumber()
  phone.signal.off()
  await retry(phone, key)
  await phone.db.outbox.clear()
  expect(await lost()).toBe(1)
})
