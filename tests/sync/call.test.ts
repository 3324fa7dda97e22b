import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { licenses } from '../../src/contract/license.ts'
import { prompts, rooms } from '../../src/contract/room.ts'
import { allRooms } from '../../src/records/room.ts'
import { dayMs } from '../../src/rules/dates.ts'
import { callNow, type Leaves } from '../../src/sync/online/call.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { count, smallTown } from '../harness/town.ts'

let town: Office
let desk: TestDevice
let keys: Map<string, string>
beforeAll(async () => {
  town = await office()
  await smallTown(town)
})
afterAll(() => town.close())
beforeEach(async () => {
  desk = await testDevice(town, town.people.admin)
  keys = new Map()
})

const made: Leaves = { keeps: 'room', words: 'Room created' }
const add = (name: string) => callNow(desk, rooms.add, {}, { name }, made, keys)

test('a direct call is sent at once, never queued; its answer is the device’s row and is listed as sent', async () => {
  const answer = await add('  Kitchen ')
  const row = answer.kind === 'done' ? answer.reply : null
  expect(row).toMatchObject({ name: 'Kitchen' })
  expect(await desk.db.rows('room').toArray()).toEqual([row])
  expect(await desk.db.outbox.count()).toBe(0)
  expect(await desk.db.receipts.toArray()).toMatchObject([{ words: 'Room created', touches: [`room:${row?.id}`] }])
})

test('without signal it fails in words, keeps nothing and sends nothing afterwards', async () => {
  const before = await count(town, 'rooms')
  desk.signal.off()
  const failed = { kind: 'failed', problem: { kind: 'noSignal' } }
  // The first question of the session has no answer, so the call does not leave.
  expect(await add('Cellar')).toEqual({ ...failed, mayHaveArrived: false })
  expect(await desk.db.fact('connection', 'unknown')).toBe('noSignal')
  // A server that keeps no keys is sent the call, and nobody knows what became of it.
  desk.keyed = false
  expect(await add('Cellar')).toEqual({ ...failed, mayHaveArrived: true })
  desk.keyed = null
  desk.signal.on()
  await desk.drain()
  expect(await count(town, 'rooms')).toBe(before)
  expect(await desk.db.rows('room').count()).toBe(0)
})

test('a lost answer, asked again by hand, makes one record on a server that knows keys, and says so of one that does not', async () => {
  const before = await count(town, 'rooms')
  desk.keyed = true
  desk.signal.loseAnswers(1)
  expect(await add('Attic')).toMatchObject({ kind: 'failed', mayHaveArrived: false })
  expect(await add('Attic')).toMatchObject({ kind: 'done' })
  expect(await count(town, 'rooms')).toBe(before + 1)
  desk.keyed = false
  desk.signal.loseAnswers(1)
  expect(await add('Loft')).toMatchObject({ kind: 'failed', mayHaveArrived: true })
})

test('a refusal keeps the words of the server; a lost session is reported as such; the next try is a new entry', async () => {
  const guest = await testDevice(town, town.people.guest)
  expect(await callNow(guest, rooms.add, {}, { name: 'Porch' }, made, keys)).toMatchObject({
    problem: { kind: 'refused', status: 403 },
  })
  guest.session.token = 'no longer valid'
  expect(await callNow(guest, rooms.add, {}, { name: 'Porch' }, made, keys)).toMatchObject({
    problem: { kind: 'signedOut' },
  })
  expect(guest.session.token).toBe(null)
  expect(new Set(guest.signal.sent.map((it) => it.key)).size).toBe(2)
})

test('a removed row is gone, and a list that was asked for before does not bring it back', async () => {
  const answer = await add('Shed')
  if (answer.kind !== 'done') throw new Error('not made')
  const { id } = answer.reply
  const line = await callNow(
    desk,
    rooms.addPrompt,
    { roomId: id },
    { content: 'Roof' },
    { keeps: 'prompt', words: 'Prompt added' },
    keys,
  )
  if (line.kind !== 'done') throw new Error('not made')
  await callNow(
    desk,
    prompts.remove,
    { promptId: line.reply.id },
    undefined,
    { removes: [{ type: 'prompt', id: line.reply.id }], words: 'Prompt deleted' },
    keys,
  )
  expect(await desk.db.rows('prompt').count()).toBe(0)
  // The list leaves before the room is deleted, and arrives after it.
  const { fetch } = desk
  desk.fetch = async (request) => {
    const answer = await fetch(request)
    if (request.method === 'GET') {
      desk.fetch = fetch
      await callNow(
        desk,
        rooms.remove,
        { roomId: id },
        undefined,
        { removes: [{ type: 'room', id }], words: 'Room deleted' },
        keys,
      )
    }
    return answer
  }
  await pull(desk, allRooms())
  expect(await desk.db.rows('room').get(id)).toBe(undefined)
})

test('a call that names a record made here does not wait: it says that the record is unsent, and works afterwards', async () => {
  await desk.db.ids.put({ type: 'business', local: -99, server: 12345 })
  const license = { license_type: 1 as const, paid: false, sent: false, business_id: -98 }
  const leaves: Leaves = { keeps: 'license', words: 'License created' }
  expect(await callNow(desk, licenses.add, {}, license, leaves, keys)).toEqual({
    kind: 'failed',
    problem: { kind: 'unsent' },
    mayHaveArrived: false,
  })
  expect(desk.signal.sent).toEqual([])
  await callNow(desk, licenses.add, {}, { ...license, business_id: -99 }, leaves, keys)
  expect(JSON.parse(desk.signal.sent[0]?.body ?? '')).toMatchObject({ business_id: 12345 })
})

test('a text that is too long is refused in words before anything is sent', async () => {
  const sent = desk.signal.sent.length
  expect(await add('x'.repeat(256))).toEqual({
    kind: 'failed',
    problem: { kind: 'refused', status: 422, detail: 'name: Too long: 256 characters, at most 255 can be kept' },
    mayHaveArrived: false,
  })
  expect(desk.signal.sent).toHaveLength(sent)
})

test('what the office has done is not called a failure when this device cannot keep the answer, so nobody does it twice', async () => {
  for (const [name, aborts, kept] of [
    ['Hall', 1, 1],
    ['Stairs', 99, 0],
  ] as const) {
    const phone = await testDevice(town, town.people.admin)
    let left: number = aborts
    phone.db.receipts.hook('creating', () => {
      if (left-- > 0) throw new DOMException('The transaction was aborted', 'AbortError')
    })
    expect(await callNow(phone, rooms.add, {}, { name }, made, keys)).toMatchObject({ kind: 'done', reply: { name } })
    expect(await phone.db.rows('room').count()).toBe(kept)
    expect(left).toBe(aborts === 1 ? -1 : 96)
  }
})

/** Sends the words of one license; `keys` is the page's memory, of which a reload leaves nothing. */
const addLicense = (fiscal_year: string, keys: Map<string, string> = new Map()) =>
  callNow(
    desk,
    licenses.add,
    {},
    {
      license_type: 2,
      address_id: 1,
      license_number: '',
      fiscal_year,
      paid: false,
      sent: false,
      date_issued: '',
      expiration_date: '2031-06-30',
    },
    { keeps: 'license', words: 'License created' },
    keys,
  )

test('LC-04 a call without an answer keeps its key over a reload of the page: sent again, it makes one record', async () => {
  desk.keyed = true
  const before = await count(town, 'licenses')
  desk.signal.loseAnswers(1)
  expect(await addLicense('2030-2031', keys)).toMatchObject({ kind: 'failed' })
  expect(await addLicense('2030-2031')).toMatchObject({ kind: 'done' })
  expect(await count(town, 'licenses')).toBe(before + 1)
  // Answered, it is over: the same call is another license.
  expect(await addLicense('2030-2031')).toMatchObject({ kind: 'done' })
  expect(await count(town, 'licenses')).toBe(before + 2)
})

test.each([
  ['within two weeks it is a repeat', '2051-2052', 13, 1],
  ['weeks later it is another record', '2052-2053', 15, 2],
  ['a clock that jumped ahead by ten years ends nothing', '2053-2054', 3_650, 1],
])('LC-04 I22 the same words as of a call whose answer was lost: %s', async (_, year, days, made) => {
  desk.keyed = true
  const before = await count(town, 'licenses')
  desk.signal.loseAnswers(1)
  expect(await addLicense(year)).toMatchObject({ kind: 'failed' })
  desk.clock.pass(days * dayMs)
  expect(await addLicense(year)).toMatchObject({ kind: 'done' })
  expect(await count(town, 'licenses')).toBe(before + made)
})

test('I2 a key stored by an earlier version, which noted no time, still marks a repeat', async () => {
  desk.keyed = true
  const before = await count(town, 'licenses')
  desk.signal.loseAnswers(1)
  expect(await addLicense('2040-2041')).toMatchObject({ kind: 'failed' })
  const held = await desk.db.meta.where('name').startsWith('calling:').toArray()
  expect(held).toHaveLength(1)
  for (const { name, value } of held) await desk.db.setFact(name, Reflect.get(Object(value), 'key'))
  expect(await addLicense('2040-2041')).toMatchObject({ kind: 'done' })
  expect(await count(town, 'licenses')).toBe(before + 1)
})
