import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addArea, addUnitArea, areasOfInspection } from '../../src/records/area.ts'
import { addInspectionPhoto, inspectionById, setInspectionStatus } from '../../src/records/inspection.ts'
import { addObservation } from '../../src/records/observation.ts'
import { rowsOf } from '../../src/records/query.ts'
import { addUnit, renameUnit, unitById } from '../../src/records/unit.ts'
import { addFiles, perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { dependentsOf, discard, keepMine, repair, retry, takeTheirs } from '../../src/sync/reconcile/resolve-entry.ts'
import { statusOf } from '../../src/sync/schedule/status.ts'
import { rescueCopy, takeRescueCopy } from '../../src/sync/session/rescue.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { count, freshTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
let place: Awaited<ReturnType<typeof freshTown>>
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  place = await freshTown(town)
  phone = await testDevice(town, town.people.ons)
})

const observation = { content: 'Rotten step', potentialvio: true, user_id: 1, codes: [] }
const only = async () => (await phone.db.outbox.orderBy('seq').toArray())[0]!

test('UN-04 a refused number is repaired by hand and is sent as a new entry', async () => {
  await town.pool.query("insert into units (number, address_id) values ('1', $1), ('2', $1)", [place.addressId])
  await pull(phone, unitById(1))
  await perform(phone, renameUnit, { unitId: 1 }, { number: '2' })
  await phone.drain()
  const refused = await only()
  expect(refused).toMatchObject({
    state: 'refused',
    problem: { detail: 'Unit number already exists for this address.' },
  })
  expect((await statusOf(phone.db)).needsYou).toBe(1)
  await repair(phone, refused.key, { number: '3' })
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await rowsOf(phone.db, unitById(1))).toMatchObject([{ number: '3' }])
})

test('a text saved before there was a limit is refused by the office in words; nothing of it is cut, and it can be mended', async () => {
  phone.signal.off()
  const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
  await perform(phone, addObservation, { areaId }, observation)
  // As an app of before the limits left it.
  const content = 'Rotten step, and more. '.repeat(500)
  await phone.db.outbox
    .orderBy('seq')
    .last()
    .then((entry) => phone.db.outbox.update(entry!.seq, { body: { ...Object(entry!.body), content } }))
  phone.signal.on()
  await phone.drain()
  const refused = await only()
  expect(refused).toMatchObject({
    state: 'refused',
    problem: { detail: 'content: Too long: 11,499 characters, at most 10,000 can be kept' },
    body: { content },
  })
  await repair(phone, refused.key, { ...Object(refused.body), content: content.slice(0, 5_000) })
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await count(town, 'observations')).toBe(1)
})

test('a text that is too long is not saved at all, with signal or without: the form keeps it', async () => {
  phone.signal.off()
  const long = perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'x'.repeat(256) })
  await expect(long).rejects.toThrow('Too long')
  expect(await phone.db.outbox.count()).toBe(0)
})

/** Without signal: a unit with an area, an observation and its photo that depend on it; and another area. */
async function unitWithWork(): Promise<void> {
  phone.signal.off()
  const unitId = await perform(phone, addUnit, { addressId: place.addressId }, { number: '7' })
  const areaId = await perform(phone, addUnitArea, { inspectionId: place.inspectionId, unitId }, { name: 'Kitchen' })
  await perform(phone, addObservation, { areaId }, observation, { photos: [await takenIn(phone, 1)] })
  await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Porch' })
}

test('discarding an entry discards what depends on it, and nothing else', async () => {
  await unitWithWork()
  const first = await only()
  expect((await dependentsOf(phone, first)).map((it) => it.command)).toHaveLength(3)
  await discard(phone, first.key)
  expect((await phone.db.outbox.toArray()).map((it) => it.body)).toMatchObject([{ name: 'Porch' }])
  expect(await phone.db.rows('unit').count()).toBe(0)
  expect(await phone.db.rows('observation').count()).toBe(0)
  expect(await phone.db.photos.count()).toBe(0)
  expect((await rowsOf(phone.db, areasOfInspection(place.inspectionId))).map((it) => it.name)).toEqual(['Porch'])
})

test('discarding says whether it was done: not once the work has reached the office, or is on its way there', async () => {
  phone.signal.off()
  await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Porch' })
  const { key, seq } = await only()
  await phone.db.outbox.update(seq, { state: 'sending' })
  expect(await discard(phone, key)).toBe(false)
  await phone.db.outbox.update(seq, { state: 'waiting' })
  phone.signal.on()
  await phone.drain()
  expect(await discard(phone, key)).toBe(false)
  expect(await count(town, 'areas')).toBe(1)

  phone.signal.off()
  await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Yard' })
  expect(await discard(phone, (await only()).key)).toBe(true)
})

test('discarding finds what depends on an entry, though an update of the app no longer knows its command', async () => {
  await unitWithWork()
  const [first, second] = await phone.db.outbox.orderBy('seq').toArray()
  for (const it of [first, second]) await phone.db.outbox.update(it?.seq ?? 0, { command: 'A command of before' })
  const known = await phone.db.outbox.get(first?.seq ?? 0)
  if (!known) throw new Error('The entry is gone')
  expect(await dependentsOf(phone, known)).toHaveLength(3)
  await discard(phone, known.key)
  expect((await phone.db.outbox.toArray()).map((it) => it.body)).toMatchObject([{ name: 'Porch' }])
  expect(await phone.db.photos.count()).toBe(0)
})

test('of two versions of a status the user keeps one: mine is sent over theirs, theirs takes mine back', async () => {
  const { inspectionId } = place
  await pull(phone, inspectionById(inspectionId))
  for (const [choice, end] of [
    [keepMine, 'In Progress'],
    [takeTheirs, 'Cancelled'],
  ] as const) {
    phone.signal.off()
    await perform(phone, setInspectionStatus, { inspectionId }, { status: 'In Progress' })
    await town.pool.query("update inspections set status = 'Cancelled', updated_at = now() where id = $1", [
      inspectionId,
    ])
    phone.signal.on()
    await phone.drain()
    expect(await only()).toMatchObject({ state: 'conflict' })
    await choice(phone, (await only()).key)
    await phone.drain()
    await pull(phone, inspectionById(inspectionId))
    expect(await rowsOf(phone.db, inspectionById(inspectionId))).toMatchObject([{ status: end }])
    expect(await phone.db.outbox.count()).toBe(0)
    await town.pool.query('update inspections set status = null where id = $1', [inspectionId])
    await pull(phone, inspectionById(inspectionId))
  }
})

test('a refused entry is sent again unchanged when the cause is gone', async () => {
  const areaId = await perform(phone, addArea, { inspectionId: 777 }, { name: 'Early' })
  await phone.drain()
  expect(await only()).toMatchObject({ state: 'refused' })
  await town.pool.query("insert into inspections (id, source) overriding system value values (777, 'Complaint')")
  await retry(phone, (await only()).key)
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  expect(areaId).toBeLessThan(0)
})

test('I21 a rescue copy taken in on another phone drains to the same records, once, photos with it', async () => {
  phone.signal.off()
  const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Cellar' })
  await perform(phone, addObservation, { areaId }, observation, { photos: [await takenIn(phone, 9)] })
  const copy = await rescueCopy(phone)
  const other = await testDevice(town, town.people.ons)
  expect(await takeRescueCopy(other, copy)).toEqual({ kind: 'taken', entries: 3, known: 0 })
  expect(await takeRescueCopy(other, copy)).toEqual({ kind: 'taken', entries: 0, known: 3 })
  await other.drain()
  expect(await other.db.outbox.toArray()).toEqual([])
  phone.signal.on()
  await phone.drain()
  expect([await count(town, 'areas'), await count(town, 'observations'), await count(town, 'attachments')]).toEqual([
    1, 1, 1,
  ])
})

test('I4 I21 a later copy of the same phone follows the records of the first one, which got other ids here', async () => {
  const other = await testDevice(town, town.people.ons)
  // The other device has work of its own, whose local ids are the same.
  await perform(other, addArea, { inspectionId: place.inspectionId }, { name: 'Garage' })
  await other.drain()
  phone.signal.off()
  const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Cellar' })
  await takeRescueCopy(other, await rescueCopy(phone))
  await perform(phone, addObservation, { areaId }, observation)
  // One copy is taken in while the area still waits there, the next when it has arrived.
  await takeRescueCopy(other, await rescueCopy(phone))
  await other.drain()
  const photos = [await takenIn(phone, 9)]
  await perform(phone, addObservation, { areaId }, { ...observation, content: 'Damp wall' }, { photos })
  expect(await takeRescueCopy(other, await rescueCopy(phone))).toEqual({ kind: 'taken', entries: 2, known: 2 })
  await other.drain()
  expect(await other.db.outbox.toArray()).toEqual([])
  const found = await town.pool.query(
    'select name, content from observations join areas on area_id = areas.id order by observations.id',
  )
  expect(found.rows).toEqual([
    { name: 'Cellar', content: 'Rotten step' },
    { name: 'Cellar', content: 'Damp wall' },
  ])
  expect(await count(town, 'attachments')).toBe(1)
})

test('I2 a change that left before and is kept in a conflict is a new request, which no stored answer replies to', async () => {
  await town.pool.query("insert into units (number, address_id) values ('1', $1)", [place.addressId])
  await pull(phone, unitById(1))
  phone.signal.off()
  await perform(phone, renameUnit, { unitId: 1 }, { number: '2' })
  const entry = await only()
  const wire = { method: 'PATCH', url: '/units/1', encoding: 'json', text: '{"number":"2"}' } as const
  const fields = [{ name: 'number', seen: '1', mine: '2', theirs: '9' }]
  const problem = { kind: 'conflict', detail: 'Changed', fields } as const
  await phone.db.outbox.update(entry.seq, { state: 'conflict', attempts: 1, wire, problem })
  await keepMine(phone, entry.key)
  const kept = await only()
  expect(kept).toMatchObject({ state: 'waiting', wire: null, attempts: 0, before: { number: '9' } })
  expect(kept.key).not.toBe(entry.key)
})

test('a rescue copy that is cut, foreign or somebody else’s is reported and changes nothing', async () => {
  phone.signal.off()
  await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Cellar' })
  const copy = await rescueCopy(phone)
  const admin = await testDevice(town, town.people.admin)
  expect(await takeRescueCopy(admin, copy)).toEqual({ kind: 'otherPerson' })
  expect(await takeRescueCopy(phone, copy.slice(0, copy.size - 5))).toEqual({ kind: 'damaged' })
  expect(await takeRescueCopy(phone, new Blob(['holiday.jpg']))).toEqual({ kind: 'notOurs' })
  expect(await phone.db.outbox.count()).toBe(1)
})

test('I7 I21 a copy in which work that is known here is damaged is still taken in', async () => {
  phone.signal.off()
  await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Cellar' })
  const copy = await altered(await rescueCopy(phone), (entry) => Reflect.deleteProperty(entry, 'touches'))
  expect(await takeRescueCopy(phone, copy)).toEqual({ kind: 'taken', entries: 0, known: 1 })
})

/** A rescue copy whose entries were changed on the way. */
async function altered(copy: Blob, change: (entry: Record<string, unknown>) => void): Promise<Blob> {
  const [mark = '', size = ''] = (await copy.text()).split('\n')
  const start = `${mark}\n${size}\n`.length
  const files = copy.slice(start + Number(size))
  const head = await copy.slice(start, start + Number(size)).text()
  const manifest: { entries: Record<string, unknown>[] } = JSON.parse(head)
  for (const entry of manifest.entries) change(entry)
  const bytes = new TextEncoder().encode(JSON.stringify(manifest))
  return new Blob([`${mark}\n${bytes.byteLength}\n`, bytes, files])
}

test('I7 I16 I21 of a rescue copy the file of a damaged entry is taken in, though the entry has lost its name', async () => {
  phone.signal.off()
  const photo = await takenIn(phone, 9)
  await addFiles(phone, addInspectionPhoto, { inspectionId: place.inspectionId }, [photo])
  const copy = await altered(await rescueCopy(phone), (entry) => Object.assign(entry, { photo: 5, touches: 'x' }))
  const other = await testDevice(town, town.people.ons)
  expect(await takeRescueCopy(other, copy)).toEqual({ kind: 'taken', entries: 1, known: 0 })
  expect(await other.db.photos.get(photo)).toMatchObject({ state: 'waiting' })
  expect(await other.db.blobs.where('photo').equals(photo).count()).toBe(1)
})

test('I21 of a rescue copy a damaged entry is held, and one that is no entry at all spoils the file', async () => {
  phone.signal.off()
  await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Cellar' })
  const copy = await rescueCopy(phone)
  const other = await testDevice(town, town.people.ons)
  const noEntry = await altered(copy, (entry) => Reflect.deleteProperty(entry, 'command'))
  expect(await takeRescueCopy(other, noEntry)).toEqual({ kind: 'damaged' })
  const bad = await altered(copy, (entry) => Object.assign(entry, { params: { inspectionId: 1.5 }, barrier: 'x' }))
  expect(await takeRescueCopy(other, bad)).toEqual({ kind: 'taken', entries: 1, known: 0 })
  const [held] = await other.db.outbox.toArray()
  expect(held).toMatchObject({ state: 'held', params: {}, problem: { kind: 'damaged' } })
  expect(held?.problem?.detail).toContain('(params, barrier)')
})
