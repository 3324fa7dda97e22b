import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sync } from '../../src/contract/sync.ts'
import { addArea } from '../../src/records/area.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { tellOffice } from '../../src/sync/schedule/heartbeat.ts'
import { readySealKey } from '../../src/sync/session/seal/arrive.ts'
import { keepCopy, sealedCopies } from '../../src/sync/session/seal/pieces.ts'
import { seal } from '../../src/sync/session/seal/seal.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'
import { ask } from '../server/routes/ask.ts'

let town: Office
let phone: TestDevice
let inspectionId: number
beforeAll(async () => {
  town = await office()
  inspectionId = (await smallTown(town)).inspectionId
})
afterAll(() => town.close())
beforeEach(async () => {
  await town.pool.query('delete from device_heartbeats')
  phone = await testDevice(town, town.people.ons)
})

const heard = () => ask(town, sync.devices, { as: town.people.oas })
const save = (name: string) => perform(phone, addArea, { inspectionId }, { name })

test('X3 X8 the office hears what a phone holds: who, which, how much, since when; and once nothing waits, that at once', async () => {
  await phone.drain()
  await save('Kitchen')
  await save('Hall')
  await tellOffice(phone)
  const [first] = await heard()
  expect(first).toMatchObject({ waiting: 2, photosWaiting: 0, needsYou: 0, user: { id: town.people.ons.id } })
  expect(first?.device).toMatch(/^\w[\w ]* [0-9A-F]{4}$/)
  expect(Date.parse(first?.oldestAt ?? '')).toBeGreaterThan(0)
  await phone.drain()
  await tellOffice(phone)
  expect(await heard()).toMatchObject([{ device: first?.device, waiting: 0, oldestAt: null }])
})

test('X3 I17 work that is still sealed is held by the phone, and the office hears of it', async () => {
  await phone.drain()
  await readySealKey(phone, 'a long pass phrase')
  await save('Cellar')
  expect(await seal(phone.db, phone.userId, phone.now())).toBe('sealed')
  await tellOffice(phone)
  expect((await heard())[0]).toMatchObject({ waiting: 1, photosWaiting: 0 })
})

test('X3 X8 the oldest unsent work is as old as it was before it was sealed, also beside newer work', async () => {
  await phone.drain()
  await readySealKey(phone, 'a long pass phrase')
  const savedAt = phone.clock.now
  await save('Cellar')
  phone.clock.pass(3_600_000)
  await save('Attic')
  expect(await seal(phone.db, phone.userId, phone.now())).toBe('sealed')
  phone.clock.pass(3_600_000)
  await tellOffice(phone)
  expect((await heard())[0]).toMatchObject({ waiting: 2, oldestAt: new Date(savedAt).toISOString() })
  await save('Porch')
  phone.clock.pass(3_600_000)
  await tellOffice(phone)
  expect((await heard())[0]).toMatchObject({ waiting: 3, oldestAt: new Date(savedAt).toISOString() })
  // A copy sealed by an earlier version does not say how old its work is, only when it was sealed.
  const [copy] = await sealedCopies(phone.db)
  const { oldestAt: _, ...earlier } = copy!
  await keepCopy(phone.db, earlier)
  phone.clock.pass(3_600_000)
  await tellOffice(phone)
  expect((await heard())[0]).toMatchObject({ waiting: 3, oldestAt: new Date(savedAt + 3_600_000).toISOString() })
})

test('X3 it is sent once, and again only if it has changed or is old', async () => {
  await phone.drain()
  await tellOffice(phone)
  const before = (await heard())[0]?.receivedAt
  await tellOffice(phone)
  expect((await heard())[0]?.receivedAt).toBe(before)
  await save('Porch')
  await tellOffice(phone)
  expect((await heard())[0]?.waiting).toBe(0)
  phone.clock.pass(61_000)
  await tellOffice(phone)
  expect((await heard())[0]?.waiting).toBe(1)
})

test('X3 I2 no signal, no session, or a server that keeps no keys: nothing is sent, and the work is unchanged', async () => {
  await phone.drain()
  await save('Stairs')
  phone.signal.off()
  await tellOffice(phone)
  phone.signal.on()
  const kept = phone.keyed
  phone.keyed = false
  await tellOffice(phone)
  phone.keyed = kept
  expect(await heard()).toEqual([])
  expect(await phone.db.outbox.count()).toBe(1)
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
})

test('I3 a lone entry on which the server always fails waits for the user, though nothing else is asked', async () => {
  await phone.drain()
  await save('Cellar')
  const fails = () => new Response('{"detail":"No"}', { status: 500, headers: { 'content-type': 'application/json' } })
  phone.signal.answerWith(24, fails, (it) => it.url.endsWith('/areas'))
  for (let hours = 0; hours < 12; hours++) {
    phone.clock.pass(3_600_000)
    await phone.drain()
    await tellOffice(phone)
  }
  expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'refused', problem: { kind: 'serverDown' } }])
})
