import { Dexie } from 'dexie'
import { IDBDatabase } from 'fake-indexeddb'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { linkAddressContact, unlinkAddressContact } from '../../src/records/contact-link.ts'
import { addObservation } from '../../src/records/observation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { photoProgressOf, photoProgressOfInspection } from '../../src/sync/capture/photo-progress.ts'
import { keepReserve, releaseReserve, withRoom } from '../../src/sync/capture/reserve.ts'
import { takeIn } from '../../src/sync/capture/take-in.ts'
import { rescueCopy, takeRescueCopy } from '../../src/sync/session/rescue.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { picture, takenIn } from '../harness/pictures.ts'
import { smallTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
let inspectionId: number
beforeAll(async () => {
  town = await office()
  inspectionId = (await smallTown(town)).inspectionId
})
afterAll(() => town.close())
beforeEach(async () => {
  phone = await testDevice(town, town.people.ons)
})

async function observe(content: string, seeds: readonly number[], areaId?: number): Promise<number> {
  const area = areaId ?? (await perform(phone, addArea, { inspectionId }, { name: `Area of ${content}` }))
  const photos: string[] = []
  for (const seed of seeds) photos.push(await takenIn(phone, seed))
  const body = { content, potentialvio: false, user_id: town.people.ons.id, codes: [] }
  await perform(phone, addObservation, { areaId: area }, body, { photos })
  return area
}

test('I17 the count of stored photos survives kills and days until all are stored; the next photo begins a new one', async () => {
  expect(await photoProgressOf(phone.db)).toBeNull()
  phone.signal.off()
  const area = await observe('Three pictures', [1, 2, 3])
  expect(await photoProgressOf(phone.db)).toEqual({ stored: 0, of: 3 })
  phone.signal.on()
  phone.signal.answerWith(
    2,
    () => new Response('busy', { status: 503 }),
    (it) => it.url.endsWith('/photos'),
  )
  await phone.drain()
  expect(await photoProgressOf(phone.db)).toEqual({ stored: 1, of: 3 })

  phone.clock.pass(3 * 24 * 3_600_000)
  phone = await phone.restart()
  expect(await photoProgressOf(phone.db)).toEqual({ stored: 1, of: 3 })
  expect(await photoProgressOfInspection(phone.db, inspectionId)).toEqual({ stored: 1, of: 3 })
  await phone.drain()
  expect(await photoProgressOf(phone.db)).toEqual({ stored: 3, of: 3 })

  phone.signal.off()
  await observe('One more', [4], area)
  expect(await photoProgressOf(phone.db)).toEqual({ stored: 0, of: 1 })
  expect(await photoProgressOfInspection(phone.db, inspectionId)).toEqual({ stored: 3, of: 4 })
})

/** A device that has room only while the reserve is gone. */
const fullUntilReleased = async (): Promise<string> => {
  if (await phone.db.meta.get('reserve')) throw new DOMException('No room', 'QuotaExceededError')
  return 'written'
}

const unchanged = async () => ({ kind: 'unchanged', why: 'notAPicture' }) as const

/** What the browser does to the next writes. */
let misdeeds: ('abort' | 'deny')[] = []
const { transaction } = IDBDatabase.prototype
// Dexie takes the function when it opens a database.
IDBDatabase.prototype.transaction = function (...args) {
  const made = transaction.apply(this, args)
  const misdeed = made.mode === 'readwrite' ? misdeeds.shift() : undefined
  if (misdeed === 'abort') queueMicrotask(() => made.abort())
  if (misdeed === 'deny')
    // As when the process of the databases ends: the page hears of an abort, and the disk has the data.
    made.addEventListener('complete', (event) => {
      event.stopImmediatePropagation()
      Object.defineProperty(made, 'error', { value: new DOMException('The databases are gone', 'UnknownError') })
      made.onabort?.(event)
    })
  return made
}

test('I8 a save that the browser aborts is done again, one that it has stored is not, and both reach the office once', async () => {
  const area = await observe('Before', [])
  for (const [content, misdeed] of [
    ['Aborted', 'abort'],
    ['Denied', 'deny'],
  ] as const) {
    const photo = await takenIn(phone, content.length)
    misdeeds = [misdeed]
    const body = { content, potentialvio: false, user_id: town.people.ons.id, codes: [] }
    const id = await perform(phone, addObservation, { areaId: area }, body, { photos: [photo] })
    expect(misdeeds).toEqual([])
    expect(await phone.db.rows('observation').get(id)).toMatchObject({ content })
  }
  await phone.drain()
  const { rows } = await town.pool.query(
    "select content, count(sha256)::int as files from observations left join attachments on owner_type = 'observation' and owner_id = observations.id where content in ('Aborted', 'Denied') group by observations.id, content order by content",
  )
  expect(rows).toEqual([
    { content: 'Aborted', files: 1 },
    { content: 'Denied', files: 1 },
  ])
})

test('I8 I17 taking back what was not sent is done once, although the browser calls it aborted: nothing is left to send', async () => {
  const link = { addressId: 1, contactId: 1 }
  for (const misdeed of ['abort', 'deny'] as const) {
    phone.signal.off()
    await perform(phone, linkAddressContact, { addressId: link.addressId }, { contact_id: link.contactId })
    misdeeds = [misdeed]
    await perform(phone, unlinkAddressContact, link, undefined)
    expect(misdeeds).toEqual([])
    expect(await phone.db.outbox.toArray()).toEqual([])
    phone.signal.on()
  }
})

test('I8 a save that the browser aborts every time fails, and stores nothing', async () => {
  misdeeds = Array(100).fill('abort')
  const save = perform(phone, addArea, { inspectionId }, { name: 'Never' })
  await expect(save).rejects.toMatchObject({ name: 'QuotaExceededError' })
  misdeeds = []
  expect(await phone.db.outbox.count()).toBe(0)
})

test('I16 a storage that is broken, and not full, is not called full, and frees nothing', async () => {
  await keepReserve(phone.db)
  const broken = vi
    .spyOn(phone.db, 'setFact')
    .mockRejectedValue(new DOMException('An internal error was encountered', 'UnknownError'))
  const save = withRoom(phone.db, () => phone.db.setFact('work', 1))
  await expect(save).rejects.toMatchObject({ name: 'UnknownError' })
  broken.mockRestore()
  expect(await phone.db.meta.get('reserve')).toBeDefined()
})

test('AR-10 a photo whose write the browser aborts is stored all the same, or is called stored and is', async () => {
  for (const misdeed of ['abort', 'deny'] as const) {
    const file = new File([await picture(misdeed.length)], `${misdeed}.jpg`, { type: 'image/jpeg' })
    misdeeds = [misdeed]
    const photo = await takeIn(phone.db, file, { form: 'a form' }, { keepReserve, shrink: unchanged })
    expect(misdeeds).toEqual([])
    expect(await phone.db.photos.get(photo)).toMatchObject({ name: `${misdeed}.jpg`, state: 'draft' })
    expect(await phone.db.blobs.get([photo, 'original'])).toBeDefined()
  }
})

test('I16 on a full device the reserve makes way for text, and is restored before the next photo', async () => {
  expect(await keepReserve(phone.db)).toBe(true)
  expect(await withRoom(phone.db, fullUntilReleased)).toBe('written')
  expect(await phone.db.meta.get('reserve')).toBeUndefined()
  expect(await releaseReserve(phone.db)).toBe(false)

  const file = new File([await picture(5)], 'sink.jpg', { type: 'image/jpeg' })
  const none = takeIn(phone.db, file, { form: 'a form' }, { keepReserve: async () => false })
  await expect(none).rejects.toThrow(/sink\.jpg was not saved: this device is full\. Your text is kept\./)
  expect(await phone.db.photos.count()).toBe(0)
  await takeIn(phone.db, file, { form: 'a form' }, { keepReserve, shrink: unchanged })
  expect(await phone.db.meta.get('reserve')).toBeDefined()
})

test('I16 a write of many rows that finds no room is known as that too', async () => {
  await keepReserve(phone.db)
  const fullInBulk = async (): Promise<string> => {
    const full = new DOMException('No room', 'QuotaExceededError')
    if (await phone.db.meta.get('reserve'))
      throw new Dexie.BulkError('photos.bulkPut(): 1 of 1 operations failed', [full])
    return 'written'
  }
  expect(await withRoom(phone.db, fullInBulk)).toBe('written')
})

test('I16 if not even the reserve helps, the writer is warned', async () => {
  const never = async () => {
    throw new DOMException('No room', 'QuotaExceededError')
  }
  await keepReserve(phone.db)
  await expect(withRoom(phone.db, never)).rejects.toMatchObject({ name: 'QuotaExceededError' })
})

test('I16 I21 a full device makes its rescue copy; another opens it whole or not at all, and once, whatever is aborted', async () => {
  phone.signal.off()
  await observe('On the broken phone', [5])
  const unsent = await phone.db.outbox.count()
  phone.db.journal.hook('creating', () => {
    throw new DOMException('No room', 'QuotaExceededError')
  })
  const copy = await rescueCopy(phone)

  const other = await testDevice(town, town.people.ons)
  other.signal.off()
  let isFull = true
  other.db.blobs.hook('creating', () => {
    if (isFull) throw new DOMException('No room', 'QuotaExceededError')
  })
  expect(await takeRescueCopy(other, copy)).toEqual({ kind: 'noRoom' })
  expect([await other.db.outbox.count(), await other.db.photos.count()]).toEqual([0, 0])
  isFull = false
  misdeeds = ['abort']
  expect(await takeRescueCopy(other, copy)).toEqual({ kind: 'taken', entries: unsent, known: 0 })

  const third = await testDevice(town, town.people.ons)
  third.signal.off()
  misdeeds = ['deny']
  expect(await takeRescueCopy(third, copy)).toMatchObject({ kind: 'taken' })
  for (const { db } of [other, third]) expect([await db.outbox.count(), await db.photos.count()]).toEqual([unsent, 1])
})
