import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Rows } from '../../src/db/rows.ts'
import { addressById } from '../../src/records/address.ts'
import { addArea, areasOfInspection } from '../../src/records/area.ts'
import { inspectionById } from '../../src/records/inspection.ts'
import { addObservation, observationsOfArea } from '../../src/records/observation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { leaveUnsent } from '../../src/sync/session/leave.ts'
import { forgetOldRecords } from '../../src/sync/session/old-records.ts'
import { rescueCopy, takeRescueCopy } from '../../src/sync/session/rescue.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { rowsRead } from '../harness/listed-rows.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { count, freshTown } from '../harness/town.ts'

let town: Office
let place: Awaited<ReturnType<typeof freshTown>>
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  place = await freshTown(town)
})

const day = 24 * 60 * 60 * 1000

/** Everything that a database holds, as text. */
const textOf = async ({ db }: TestDevice): Promise<string> =>
  JSON.stringify(await Promise.all(db.tables.map(async (table) => [table.name, await table.toArray()])))

const bytesOn = ({ db }: TestDevice): Promise<number> => db.blobs.count()

async function visit(phone: TestDevice): Promise<void> {
  await pull(phone, inspectionById(place.inspectionId))
  await pull(phone, addressById(place.addressId))
  await observe(phone, 'Broken handrail', 1)
}

async function observe(phone: TestDevice, content: string, seed: number): Promise<void> {
  const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: `Room of ${content}` })
  const body = { content, potentialvio: false, user_id: phone.userId, codes: [place.codeId] }
  await perform(phone, addObservation, { areaId }, body, { photos: [await takenIn(phone, seed)] })
}

test('G-20 I16 sign-out with nothing unsent: not a word and not a picture of any record stays', async () => {
  const phone = await testDevice(town, town.people.ons)
  await visit(phone)
  await phone.drain()
  expect(await textOf(phone)).toMatch(/ELM STREET/)
  expect(await textOf(phone)).toMatch(/handrail/)
  const left = await leaveUnsent(phone.db)
  expect(left).toEqual({ entries: 0, drafts: 0, seconds: 0 })
  expect(await textOf(phone)).not.toMatch(/ELM STREET|handrail|photo 1/)
  expect(await bytesOn(phone)).toBe(0)
})

test('G-05 I16 sign-out with unsent work: it stays with its photos and what it needs, all else goes, and it is sent once', async () => {
  const phone = await testDevice(town, town.people.ons)
  await visit(phone)
  await phone.drain()
  phone.signal.off()
  await observe(phone, 'Loose wire', 2)
  const before = await phone.db.outbox.toArray()
  await leaveUnsent(phone.db)
  expect(await phone.db.outbox.toArray()).toEqual(before)
  const text = await textOf(phone)
  expect(text).toMatch(/Loose wire/)
  expect(text).toMatch(/ELM STREET/)
  expect(text).not.toMatch(/handrail/)
  expect(await bytesOn(phone)).toBe(1)
  phone.signal.on()
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await count(town, 'observations')).toBe(2)
  expect(await count(town, 'attachments')).toBe(2)
})

test('I2 I21 a rescue copy from before a sign-out sends nothing again: the keys of sent work stay', async () => {
  const phone = await testDevice(town, town.people.ons)
  phone.signal.off()
  await observe(phone, 'Loose wire', 3)
  const copy = await rescueCopy(phone)
  phone.signal.on()
  await phone.drain()
  await leaveUnsent(phone.db)
  expect(await takeRescueCopy(phone, copy)).toEqual({ kind: 'taken', entries: 0, known: 3 })
  expect(await phone.db.outbox.count()).toBe(0)
})

test('I16 I21 of a rescue copy only the photos of work that waits here are taken in, none of work that was sent', async () => {
  const phone = await testDevice(town, town.people.ons)
  const other = await testDevice(town, town.people.ons)
  const photos = () => other.db.photos.toArray()
  phone.signal.off()
  await observe(phone, 'Loose wire', 3)
  const first = await rescueCopy(phone)
  await takeRescueCopy(other, first)
  await other.drain()
  await leaveUnsent(other.db)
  expect(await takeRescueCopy(other, first)).toEqual({ kind: 'taken', entries: 0, known: 3 })
  expect([await photos(), await bytesOn(other)]).toEqual([[], 0])

  // The next copy has the sent work and new work.
  await observe(phone, 'Broken handrail', 4)
  const both = await rescueCopy(phone)
  expect(await takeRescueCopy(other, both)).toEqual({ kind: 'taken', entries: 3, known: 3 })
  expect(await photos()).toMatchObject([{ name: 'photo 4.jpg', state: 'waiting' }])
  expect(await bytesOn(other)).toBe(1)
  // A file that this device has lost comes back, as long as its entry waits here.
  await other.db.photos.clear()
  await other.db.blobs.clear()
  expect(await takeRescueCopy(other, both)).toEqual({ kind: 'taken', entries: 0, known: 6 })
  await other.drain()
  expect(await other.db.outbox.toArray()).toEqual([])
  expect(await count(town, 'attachments')).toBe(2)
})

test('I15 an answer that comes in after the sign-out of another tab brings no record back', async () => {
  const phone = await testDevice(town, town.people.ons)
  const { fetch } = phone
  phone.fetch = async (request) => {
    const answer = await fetch(request)
    await leaveUnsent(phone.db)
    return answer
  }
  await pull(phone, inspectionById(place.inspectionId))
  expect(await phone.db.rows('inspection').count()).toBe(0)
})

test('records unread for 60 days are removed with their parts; read ones, and those that unsent work needs, stay', async () => {
  const phone = await testDevice(town, town.people.ons)
  await visit(phone)
  await phone.drain()
  const other = await town.pool.query(
    "with place as (insert into addresses (combadd) values ('7 OAK LANE') returning id) insert into inspections (source, address_id) select 'Multifamily License', id from place returning id, address_id",
  )
  const { id: otherId, address_id: otherAddress } = other.rows[0]
  await pull(phone, inspectionById(Number(otherId)))
  await pull(phone, addressById(Number(otherAddress)))
  const now = phone.now()
  expect(await forgetOldRecords(phone.db, now, 60)).toBe(0)
  expect(await forgetOldRecords(phone.db, now + 59 * day, 60)).toBe(0)

  // Looked at without signal: the page was opened all the same.
  phone.signal.off()
  phone.clock.pass(59 * day)
  await pull(phone, inspectionById(Number(otherId))).catch(() => undefined)
  const went = await forgetOldRecords(phone.db, now + 61 * day, 60)
  expect(went).toBeGreaterThan(3)
  const text = await textOf(phone)
  expect(text).toMatch(/OAK LANE/)
  expect(text).not.toMatch(/ELM STREET|handrail/)
  expect(await bytesOn(phone)).toBe(0)

  // It is whole after it was fetched again, and unsent work keeps it for ever.
  phone.signal.on()
  phone.clock.pass(-59 * day)
  await pull(phone, inspectionById(place.inspectionId))
  await pull(phone, areasOfInspection(place.inspectionId))
  const [area] = await phone.db.rows('area').toArray()
  await pull(phone, observationsOfArea(area?.id ?? 0))
  phone.signal.off()
  const body = { content: 'Loose wire', potentialvio: false, user_id: phone.userId, codes: [] }
  await perform(phone, addObservation, { areaId: area?.id ?? 0 }, body)
  await forgetOldRecords(phone.db, now + 400 * day, 60)
  expect(await phone.db.outbox.count()).toBe(1)
  expect((await phone.db.rows('area').toArray()).map((it) => it.name)).toEqual(['Room of Broken handrail'])
  expect(await phone.db.rows('inspection').get(place.inspectionId)).toBeDefined()
  expect(await phone.db.rows('observation').count()).toBe(1)
})

test('I22 a look written by a clock that was set ahead does not keep a record for ever', async () => {
  const phone = await testDevice(town, town.people.ons)
  phone.clock.pass(3650 * day)
  await phone.db.looks.put({ row: `inspection:${place.inspectionId}`, day: Math.floor(phone.now() / day) })
  phone.clock.pass(-3650 * day)
  await pull(phone, inspectionById(place.inspectionId))
  await forgetOldRecords(phone.db, phone.now(), 60)
  await forgetOldRecords(phone.db, phone.now() + 61 * day, 60)
  expect(await phone.db.rows('inspection').count()).toBe(0)
})

test('a look at a record while old ones are searched keeps it with its parts; the next search tries again', async () => {
  const phone = await testDevice(town, town.people.ons)
  await visit(phone)
  await phone.drain()
  await pull(phone, areasOfInspection(place.inspectionId))
  await forgetOldRecords(phone.db, phone.now(), 60)
  const rows = async () => [await phone.db.rows('inspection').count(), await phone.db.rows('area').count()]
  const later = phone.now() + 61 * day
  // All looks are read then, and nothing is deleted yet.
  const look = { row: `inspection:${place.inspectionId}`, day: Math.floor(later / day) } as const
  vi.spyOn(phone.db.ids, 'toArray').mockImplementationOnce(() => phone.db.looks.put(look).then(() => []))
  expect(await forgetOldRecords(phone.db, later, 60)).toBe(0)
  expect(await rows()).toEqual([1, 1])
  expect(await forgetOldRecords(phone.db, later, 60)).toBe(0)
  expect(await rows()).toEqual([1, 1])
  expect(await forgetOldRecords(phone.db, later + 61 * day, 60)).toBeGreaterThan(2)
  expect(await rows()).toEqual([0, 0])
})

test('thousands of records are searched in small steps, once a day', async () => {
  const phone = await testDevice(town, town.people.ons)
  const now = phone.now()
  const addresses = Array.from({ length: 1_300 }, (_, at) => ({ id: 1 + at, combadd: `${at} ELM STREET` }))
  await phone.db.rows('address').bulkPut(addresses as Rows['address'][])
  const { read } = await rowsRead(() => forgetOldRecords(phone.db, now, 60))
  expect(read).toBeGreaterThanOrEqual(1_300)
  const again = await rowsRead(() => forgetOldRecords(phone.db, now + 1, 60))
  expect(again.read).toBeLessThan(10)
  const [kept] = addresses
  await phone.db.looks.put({ row: `address:${kept?.id ?? 0}`, day: Math.floor(now / day) + 30 })
  expect(await forgetOldRecords(phone.db, now + 61 * day, 60)).toBe(1_299)
  expect((await phone.db.rows('address').toArray()).map((it) => it.id)).toEqual([kept?.id])
})
