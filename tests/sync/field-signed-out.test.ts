import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addInspectionPhoto } from '../../src/records/inspection.ts'
import { addFiles } from '../../src/sync/capture/perform.ts'
import { pictureCaches } from '../../src/sync/device/forget-photos.ts'
import { AddressSearch } from '../../src/sync/online/address-search.ts'
import { prepareField } from '../../src/sync/online/field.ts'
import { leaveUnsent } from '../../src/sync/session/leave.ts'
import { markSignIn } from '../../src/sync/session/sign-in-mark.ts'
import { CallError } from '../../src/sync/transport/problem.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { fakeCaches } from '../harness/fake-caches.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { smallTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
let shelf: ReturnType<typeof fakeCaches>
beforeAll(async () => {
  town = await office()
  const { inspectionId } = await smallTown(town)
  const other = await testDevice(town, town.people.ons)
  await addFiles(other, addInspectionPhoto, { inspectionId }, [await takenIn(other, 1), await takenIn(other, 2)])
  for (let n = 0; n < 5; n++) await other.drain()
})
afterAll(() => town.close())
beforeEach(async () => {
  shelf = fakeCaches()
  vi.stubGlobal('caches', shelf)
  phone = await testDevice(town, town.people.ons)
  await markSignIn(phone.db)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const emptyCaches = () => {
  for (const name of pictureCaches) shelf.kept(name).clear()
}

/** Prepares while another tab does `leave` at the first request for `path`. Returns how it ended. */
async function preparedWhile(path: string, leave: () => Promise<void>): Promise<unknown> {
  const { fetch } = phone
  let hasLeft = false
  phone.fetch = async (request) => {
    const answer = await fetch(request)
    if (!hasLeft && request.url.includes(path)) {
      hasLeft = true
      phone.session.token = null
      emptyCaches()
      await leave()
    }
    return answer
  }
  const ended = await prepareField(phone, new AddressSearch(phone), () => undefined).catch((error: unknown) => error)
  expect(hasLeft).toBe(true)
  // What was still under way has ended as well.
  await new Promise((resolve) => setTimeout(resolve, 300))
  return ended
}

const pictures = () => pictureCaches.flatMap((name) => [...shelf.kept(name).keys()])

test('a sign-out in another tab during a preparation leaves no pictures, no address book and no parts behind', async () => {
  for (const path of ['/api/files/', '/api/addresses/?skip=0', '/api/rooms/']) {
    phone = await testDevice(town, town.people.ons)
    const ended = await preparedWhile(path, async () => void (await leaveUnsent(phone.db)))
    expect(pictures(), path).toEqual([])
    const { addressChunks, packs } = phone.db
    expect([await addressChunks.count(), await packs.count()], path).toEqual([0, 0])
    expect(ended, path).toBeInstanceOf(CallError)
  }
})

test('the same if the page has closed the database, or if the person’s whole database is gone', async () => {
  const ended = await preparedWhile('/api/files/', async () => phone.db.close())
  expect(pictures()).toEqual([])
  expect(ended).toBeInstanceOf(CallError)
  phone = await testDevice(town, town.people.ons)
  await markSignIn(phone.db)
  await preparedWhile('/api/files/', async () => void (await Promise.all(phone.db.tables.map((it) => it.clear()))))
  expect(pictures()).toEqual([])
  expect(await phone.db.packs.count()).toBe(0)
})

test('two addresses of one name are two parts, and the one that failed is said', async () => {
  const { rows } = await town.pool.query<{ id: string }>(
    "insert into addresses (combadd) values ('5 ASH STREET'), ('5 ASH STREET') returning id",
  )
  for (const { id } of rows)
    await town.pool.query(
      "insert into violations (address_id, user_id, deadline, violation_type) values ($1, $2, 'Immediate', 'doorhanger')",
      [id, town.people.ons.id],
    )
  phone.signal.answerWith(
    99,
    () => new Response('', { status: 500 }),
    (it) => it.url.includes(`/violations/address/${rows[0]?.id}`),
  )
  await prepareField(phone, new AddressSearch(phone), () => undefined)
  const packs = await phone.db.packs.where('name').startsWith('Violations at ').toArray()
  expect(packs.map((it) => it.ready).sort()).toEqual([false, true])
  expect(packs.map((it) => it.title)).toEqual(['Violations at 5 ASH STREET', 'Violations at 5 ASH STREET'])
})
