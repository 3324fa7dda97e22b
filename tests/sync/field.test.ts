import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { areasOfInspection } from '../../src/records/area.ts'
import { observationsOfArea } from '../../src/records/observation.ts'
import { rowsOf } from '../../src/records/query.ts'
import { AddressSearch } from '../../src/sync/address-search.ts'
import { prepareField } from '../../src/sync/field.ts'
import { graceMs, purge } from '../../src/sync/photos/purge.ts'
import { CallError } from '../../src/sync/problem.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { smallTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
let place: Awaited<ReturnType<typeof smallTown>>
beforeAll(async () => {
  town = await office()
  place = await smallTown(town)
  await town.pool.query(`
    insert into areas (name, inspection_id) values ('Hall', ${place.inspectionId});
    insert into observations (content, area_id, user_id, potentialvio) values ('Seen last year', 1, 1, true);
    insert into rooms (name) values ('Hall'); insert into prompts (content, room_id) values ('Door closes', 1);
    insert into addresses (combadd, ownername) select n || ' BIRCH LANE', 'Owner ' || n from generate_series(1, 1200) n;
  `)
})
afterAll(() => town.close())
beforeEach(async () => {
  phone = await testDevice(town, town.people.ons)
})

test('a day is ready only when all of it is on the device, and then every part opens without signal', async () => {
  const book = new AddressSearch(phone)
  const told: string[] = []
  const packs = await prepareField(phone, book, ({ ready, of }) => told.push(`${ready} of ${of}`))
  expect(packs.filter((it) => !it.ready)).toEqual([])
  expect(told.at(-1)).toBe('6 of 6')
  phone.signal.off()
  expect((await rowsOf(phone.db, areasOfInspection(place.inspectionId))).map((it) => it.name)).toEqual(['Hall'])
  expect((await rowsOf(phone.db, observationsOfArea(1))).map((it) => it.content)).toEqual(['Seen last year'])
  expect(await phone.db.rows('prompt').count()).toBe(1)
  const found = await book.find('elm', 10, new AbortController().signal)
  expect(found).toMatchObject({ local: true, results: [{ combadd: '12 ELM STREET' }] })
  expect((await book.find('owner 77', 10, new AbortController().signal)).results.length).toBe(10)
})

test('a part that fails says so, is not called ready, and the others go on', async () => {
  phone.signal.answerWith(
    99,
    () => new Response('Internal Server Error', { status: 500 }),
    (it) => it.url.endsWith('/codes/'),
  )
  const packs = await prepareField(phone, new AddressSearch(phone), () => undefined)
  expect(packs.filter((it) => !it.ready)).toMatchObject([
    { name: 'Code sections', problem: 'The server is not answering' },
  ])
  expect(await phone.db.packs.count()).toBe(6)
})

test('without signal nothing is prepared and nothing that was there is lost', async () => {
  await prepareField(phone, new AddressSearch(phone), () => undefined)
  phone.signal.off()
  await expect(prepareField(phone, new AddressSearch(phone), () => undefined)).rejects.toThrow(CallError)
  expect((await phone.db.packs.toArray()).every((it) => it.ready)).toBe(true)
})

test('I16 full bytes go only after the server was seen to hold them and the grace is over; unsent ones never', async () => {
  const [sent, waiting] = [await takenIn(phone, 1), await takenIn(phone, 2)]
  await phone.db.photos.update(sent, { state: 'verified', verifiedAt: phone.now(), form: '' })
  await phone.db.photos.update(waiting, { state: 'waiting', form: '' })
  expect(await purge(phone.db, phone.now() + graceMs / 2)).toBe(0)
  expect(await purge(phone.db, phone.now() + 3650 * graceMs)).toBe(0)
  expect(await purge(phone.db, phone.now() + graceMs * 2)).toBe(1)
  expect(await phone.db.blobs.where('photo').equals(sent).count()).toBe(0)
  expect(await phone.db.blobs.where('photo').equals(waiting).count()).toBe(1)
})
