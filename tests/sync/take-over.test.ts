import { afterAll, beforeAll, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { Runner } from '../../src/sync/schedule/runner.ts'
import { memoryLocks, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import type { Signal } from '../harness/signal.ts'
import { smallTown } from '../harness/town.ts'

let town: Office
let inspectionId: number
beforeAll(async () => {
  town = await office()
  inspectionId = (await smallTown(town)).inspectionId
})
afterAll(() => town.close())

/** Locks that report when a page waits for one: only that request can be called off. */
function watchedLocks() {
  const locks = memoryLocks()
  let tell = () => {}
  const standsInLine = new Promise<void>((resolve) => (tell = resolve))
  const request: typeof locks.request = (name, options, body) => {
    if (options.signal) tell()
    return locks.request(name, options, body)
  }
  return { locks: { request }, standsInLine }
}

test('I15 while another tab sends, a page waits for the lock: it continues the moment the other dies', async () => {
  const { locks, standsInLine } = watchedLocks()
  const phone = await testDevice(town, town.people.ons, { locks })
  let dies = () => {}
  const name = `codesoft-drain-${phone.db.name}`
  const other = locks.request(name, {}, () => new Promise<void>((resolve) => (dies = resolve)))
  await perform(phone, addArea, { inspectionId }, { name: 'Kitchen' })
  await phone.db.setFact('heartbeat', phone.clock.now)
  const runner = new Runner(phone)
  runner.schedule()
  await standsInLine
  expect(await phone.db.outbox.count()).toBe(1)
  dies()
  await other
  // Not at the next look: at once.
  expect(await locks.request(name, { ifAvailable: true }, async (lock) => lock === null)).toBe(true)
  await expect.poll(() => phone.db.outbox.count(), { timeout: 10_000 }).toBe(0)
  runner.end()
})

test('a page that is closed leaves the line: it sends nothing any more', async () => {
  const { locks, standsInLine } = watchedLocks()
  const phone = await testDevice(town, town.people.ons, { locks })
  let ends = () => {}
  const name = `codesoft-drain-${phone.db.name}`
  const other = locks.request(name, {}, () => new Promise<void>((resolve) => (ends = resolve)))
  await perform(phone, addArea, { inspectionId }, { name: 'Porch' })
  await phone.db.setFact('heartbeat', phone.clock.now)
  const runner = new Runner(phone)
  runner.schedule()
  await standsInLine
  runner.end()
  ends()
  await other
  expect(await locks.request(name, { ifAvailable: true }, async (lock) => lock !== null)).toBe(true)
  expect(await phone.db.outbox.count()).toBe(1)
})

/** The next request that changes something waits until it is let go, and then fails or goes on. */
function heldWrite(signal: Signal) {
  let arrive = () => {}
  let go = (_fails: boolean) => {}
  const arrived = new Promise<void>((resolve) => (arrive = resolve))
  const isToFail = new Promise<boolean>((resolve) => (go = resolve))
  signal.before(async ({ method }) => {
    if (method === 'GET') return
    arrive()
    if (await isToFail) throw new TypeError('Failed to fetch')
  })
  return { arrived, go }
}

test('I15 a page whose lock was stolen while its request was under way writes nothing when that ends', async () => {
  const locks = memoryLocks()
  const frozen = await testDevice(town, town.people.ons, { locks })
  await perform(frozen, addArea, { inspectionId }, { name: 'Cellar' })
  const late = heldWrite(frozen.signal)
  const frozenRun = frozen.drain()
  await late.arrived
  frozen.clock.pass(100_000)
  const { storage, clock, session } = frozen
  const thief = await testDevice(town, town.people.ons, { storage, clock, locks, session })
  const current = heldWrite(thief.signal)
  const thiefRun = thief.drain()
  await current.arrived
  const before = await thief.db.outbox.toArray()
  expect(before).toMatchObject([{ state: 'sending' }])
  late.go(true)
  await frozenRun
  expect(await thief.db.outbox.toArray()).toEqual(before)
  current.go(false)
  await thiefRun
  expect(await thief.db.outbox.count()).toBe(0)
  const { rows } = await town.pool.query("select id from areas where name = 'Cellar'")
  expect(rows).toHaveLength(1)
})
