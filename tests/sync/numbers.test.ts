import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { addObservation, flagObservation } from '../../src/records/observation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { discard } from '../../src/sync/reconcile/resolve-entry.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { count, freshTown } from '../harness/town.ts'

/* The number of an entry is the local id of its record for ever. None may be assigned twice, even if others store entries. */

let town: Office
let phone: TestDevice
let inspectionId: number
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  inspectionId = (await freshTown(town)).inspectionId
  phone = await testDevice(town, town.people.ons)
  phone.signal.off()
})

const area = (device: TestDevice, name: string, extra = {}) =>
  perform(device, addArea, { inspectionId }, { name }, extra)
const observe = (device: TestDevice, areaId: number, extra = {}) =>
  perform(device, addObservation, { areaId }, { content: 'Wet', potentialvio: false, user_id: 1, codes: [] }, extra)

/** Another tab of the same phone. */
const otherTab = () =>
  testDevice(town, town.people.ons, { storage: phone.storage, signal: phone.signal, clock: phone.clock })

/** Each record made here has the number of its entry, and no record has another number. */
async function everyRowHasItsEntry({ db }: TestDevice): Promise<void> {
  const entries = await db.outbox.toArray()
  const made = entries.filter((it) => it.id !== 0)
  for (const { id, seq, touches, command } of made) {
    expect(id).toBe(-seq)
    expect(touches).toContain(`${command.includes('/areas/') ? 'observation' : 'area'}:${id}`)
  }
  const rows = [...(await db.rows('area').toArray()), ...(await db.rows('observation').toArray())]
  const locals = rows.map((it) => it.id).filter((it) => it < 0)
  expect(locals.sort()).toEqual(made.map((it) => it.id).sort())
}

test('I12 two tabs that save in turn give every record a number of its own', async () => {
  const other = await otherTab()
  const ids: number[] = []
  for (let n = 0; n < 4; n++) {
    ids.push(await area(phone, `Here ${n}`))
    ids.push(await area(other, `There ${n}`), await area(other, `There too ${n}`))
  }
  expect(new Set(ids).size).toBe(12)
  await everyRowHasItsEntry(phone)
  const named = (await phone.db.rows('area').toArray()).map((it) => it.name)
  expect(new Set(named).size).toBe(12)
})

test('I12 saves of one page that overlap get numbers of their own', async () => {
  const ids = await Promise.all([1, 2, 3, 4, 5].map((n) => area(phone, `Room ${n}`)))
  expect(new Set(ids).size).toBe(5)
  await everyRowHasItsEntry(phone)
})

test('I12 a number is not given again once its entry is sent, replaced or discarded, also after a restart', async () => {
  const first = await area(phone, 'Kitchen')
  phone.signal.on()
  await phone.drain()
  phone.signal.off()
  const second = await area(phone, 'Bath')
  await discard(phone, (await phone.db.outbox.toArray())[0]!.key)
  phone = await phone.restart()
  const third = await area(phone, 'Hall')
  const observationId = await observe(phone, third)
  await perform(phone, flagObservation, { observationId }, { potentialvio: true })
  await perform(phone, flagObservation, { observationId }, { potentialvio: false })
  const last = await area(phone, 'Cellar')
  const ids = [first, second, third, observationId, last]
  expect(new Set(ids).size).toBe(5)
  expect(last).toBeLessThan(observationId - 2)
  await everyRowHasItsEntry(phone)
})

test('I12 I20 entries that an older app stored and removed have used their numbers up', async () => {
  await area(phone, 'Kitchen')
  const [entry] = await phone.db.outbox.toArray()
  const { seq: _, ...row } = entry!
  // As every version before this one does: the row first, which gets the number, and later the receipt in its place.
  const given = await phone.db.outbox.add({ ...row, key: 'of-an-older-tab', id: 0, touches: [] })
  await phone.db.outbox.delete(given)
  const id = await area(phone, 'Bath')
  expect(id).toBe(-given - 1)
  await everyRowHasItsEntry(phone)
})

test('I12 work that comes back under its old number, and higher ones, leaves the next free', async () => {
  await area(phone, 'Kitchen')
  const [entry] = await phone.db.outbox.toArray()
  // As sealed or lost work comes back.
  const seq = entry!.seq + 7
  await phone.db.outbox.put({ ...entry!, key: 'came-back', seq, id: 0, touches: [] })
  expect(await area(phone, 'Bath')).toBe(-seq - 1)
  expect(await area(phone, 'Hall')).toBe(-seq - 2)
  await everyRowHasItsEntry(phone)
})

test('I8 I12 a wrong guess leaves nothing behind: row, photos, draft and call bear the true number', async () => {
  const other = await otherTab()
  const areaId = await area(phone, 'Kitchen')
  const photos = [await takenIn(phone, 1), await takenIn(phone, 2)]
  await phone.db.drafts.put({ form: `observation/area:${areaId}`, values: {}, savedAt: 1 })
  await area(other, 'Bath')
  const id = await observe(phone, areaId, { photos, form: `observation/area:${areaId}` })
  const owners = (await phone.db.photos.toArray()).map((it) => [it.ownerType, it.ownerId])
  expect(owners).toEqual([
    ['observation', id],
    ['observation', id],
  ])
  const carriers = (await phone.db.outbox.toArray()).filter((it) => it.photo !== null)
  expect(carriers.map((it) => it.params)).toEqual([{ observationId: id }, { observationId: id }])
  expect(await phone.db.drafts.count()).toBe(0)
  await everyRowHasItsEntry(phone)
  phone.signal.on()
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await Promise.all(['areas', 'observations', 'attachments'].map((it) => count(town, it)))).toEqual([2, 1, 2])
})
