import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rooms } from '../../src/contract/room.ts'
import { addArea } from '../../src/records/area.ts'
import { addAddressComment } from '../../src/records/comment.ts'
import { addObservation } from '../../src/records/observation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { AddressSearch } from '../../src/sync/online/address-search.ts'
import { callNow } from '../../src/sync/online/call.ts'
import { prepareField } from '../../src/sync/online/field.ts'
import { discard, hasArrived } from '../../src/sync/reconcile/resolve-entry.ts'
import { leaveUnsent } from '../../src/sync/session/leave.ts'
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

/** Answers the nth request to this path itself, once; the others reach the server. */
function answering(device: TestDevice, path: string, nth: number, answer: () => Response): void {
  const { fetch } = device
  let asked = 0
  device.fetch = async (request) => {
    if (!new URL(request.url).pathname.endsWith(path)) return fetch(request)
    asked += 1
    return asked === nth ? answer() : fetch(request)
  }
}

/** An admin at a server that is known to keep keys, and how a room is added. */
async function desk() {
  const device = await testDevice(town, town.people.admin)
  device.keyed = true
  const keys = new Map<string, string>()
  return { device, add: () => callNow(device, rooms.add, {}, { name: 'Den' }, null, keys) }
}

test('a call whose answer was lost is made once, also if the session ended before it was asked again', async () => {
  const before = await count(town, 'rooms')
  const { device, add } = await desk()
  device.signal.loseAnswers(1)
  expect((await add()).kind).toBe('failed')
  const { token } = device.session
  device.session.token = 'ended meanwhile'
  expect(await add()).toMatchObject({ problem: { kind: 'signedOut' } })
  device.session.token = token
  expect((await add()).kind).toBe('done')
  expect(await count(town, 'rooms')).toBe(before + 1)
})

test('a call whose answer was lost is made once, also if it was still under way when it was asked again', async () => {
  const before = await count(town, 'rooms')
  const { device, add } = await desk()
  answering(device, '/rooms/', 2, () =>
    Response.json({ detail: 'The same request is still under way' }, { status: 409, headers: { 'Retry-After': '5' } }),
  )
  device.signal.loseAnswers(1)
  expect((await add()).kind).toBe('failed')
  expect((await add()).kind).toBe('failed')
  expect((await add()).kind).toBe('done')
  expect(await count(town, 'rooms')).toBe(before + 1)
})

test('I19 a server that gave up waiting once is asked again which kind it is', async () => {
  answering(phone, '/sync/info', 1, () => new Response('<html>408</html>', { status: 408 }))
  await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
  await phone.drain()
  phone.clock.pass(600_000)
  await phone.drain()
  expect(phone.keyed).toBe(true)
  expect(await count(town, 'areas')).toBeGreaterThan(0)
})

test('a preparation asks which kind of server it is before it calls a day ready', async () => {
  await town.pool.query('update inspections set inspector_id = $1', [town.people.ons.id])
  phone.keyed = null
  const { fetch } = phone
  const asked: string[] = []
  phone.fetch = (request) => {
    asked.push(request.url)
    return fetch(request)
  }
  const packs = await prepareField(phone, new AddressSearch(phone), () => undefined)
  expect(packs.every((it) => it.ready)).toBe(true)
  expect(asked.filter((it) => /alert|answers|phrases|synonyms|services/.test(it))).toHaveLength(5)
})

test('I4 a rescue copy opened after a sign-out: what hangs on a record that was sent is sent too', async () => {
  phone.signal.off()
  const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
  const observation = { content: 'Rotten step', potentialvio: true, user_id: 1, codes: [] }
  await perform(phone, addObservation, { areaId }, observation)
  const copy = await rescueCopy(phone)
  const [, second] = await phone.db.outbox.orderBy('seq').toArray()
  if (!second) throw new Error('nothing waits')
  await discard(phone, second.key)
  phone.signal.on()
  await phone.drain()
  await leaveUnsent(phone.db)
  await takeRescueCopy(phone, copy)
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await count(town, 'observations')).toBe(1)
})

test('what has arrived by the user’s word leaves no files that wait', async () => {
  phone.signal.off()
  const photos = [await takenIn(phone, 1)]
  const body = { content: 'The step', user_id: phone.userId }
  await perform(phone, addAddressComment, { addressId: place.addressId }, body, { photos })
  const [entry] = await phone.db.outbox.toArray()
  if (!entry) throw new Error('nothing waits')
  await phone.db.outbox.update(entry.seq, { state: 'conflict' })
  await hasArrived(phone, entry.key)
  expect(await phone.db.photos.toArray()).toEqual([])
  expect(await phone.db.blobs.count()).toBe(0)
})
