import { afterAll, beforeAll, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { inspectionById } from '../../src/records/inspection.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { runUnderLease } from '../../src/sync/schedule/lease.ts'
import { askForSignal } from '../../src/sync/transport/ask-signal.ts'
import { CallError } from '../../src/sync/transport/problem.ts'
import { testDevice } from '../harness/device.ts'
import { held } from '../harness/held.ts'
import { type Office, office } from '../harness/office.ts'
import { count, smallTown } from '../harness/town.ts'

let town: Office
let inspectionId: number
beforeAll(async () => {
  town = await office()
  inspectionId = (await smallTown(town)).inspectionId
})
afterAll(() => town.close())

/** Lets ten minutes pass, a run whenever one is due, as the page's runner does. */
async function tenMinutes(phone: Awaited<ReturnType<typeof testDevice>>) {
  const end = phone.clock.now + 600_000
  while (phone.clock.now < end) {
    const ran = await runUnderLease(phone)
    const next = ran === 'busy' ? phone.clock.now + 2_000 : (ran.nextAt ?? end)
    phone.clock.now = Math.min(end, Math.max(next, phone.clock.now + 250))
  }
}

test('I18 in steady failure at most 2 requests a minute leave', async () => {
  const phone = await testDevice(town, town.people.ons)
  await perform(phone, addArea, { inspectionId }, { name: 'Far out' })
  let asked = 0
  phone.fetch = async () => {
    asked++
    throw new TypeError('Failed to fetch')
  }
  await tenMinutes(phone)
  asked = 0
  await tenMinutes(phone)
  expect(asked).toBeGreaterThan(5)
  expect(asked).toBeLessThanOrEqual(20)
})

test('I18 no request leaves before the moment that Retry-After names, not even by a tap', async () => {
  const phone = await testDevice(town, town.people.ons)
  await perform(phone, addArea, { inspectionId }, { name: 'Asked to wait' })
  const wait = () =>
    new Response('{"detail":"Too many"}', {
      status: 429,
      headers: { 'Retry-After': '300', 'Content-Type': 'application/json' },
    })
  phone.signal.answerWith(1, wait, (it) => it.method === 'POST')
  await phone.drain()
  const before = phone.signal.seen.length
  await phone.drain()
  phone.clock.pass(299_000)
  await phone.drain()
  expect(phone.signal.seen.length).toBe(before)
  phone.clock.pass(2_000)
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
})

test('I22 a clock that jumps ten years either way neither holds work nor sends it twice', async () => {
  for (const years of [10, -10]) {
    const phone = await testDevice(town, town.people.ons)
    const before = await count(town, 'areas')
    await perform(phone, addArea, { inspectionId }, { name: `Jump ${years}` })
    phone.signal.off()
    await phone.drain()
    phone.clock.pass(years * 365 * 24 * 3600 * 1000)
    phone.signal.on()
    await phone.drain(false)
    await phone.drain()
    expect(await phone.db.outbox.count()).toBe(0)
    expect(await count(town, 'areas')).toBe(before + 1)
  }
})

test('I15 two runners of one device never send the same entry: the second finds the lock taken', async () => {
  const phone = await testDevice(town, town.people.ons)
  for (let at = 0; at < 10; at++) await perform(phone, addArea, { inspectionId }, { name: `Shared ${at}` })
  const before = await count(town, 'areas')
  const results = await Promise.all([runUnderLease(phone), runUnderLease(phone), runUnderLease(phone)])
  expect(results.filter((it) => it === 'busy')).toHaveLength(2)
  expect(await count(town, 'areas')).toBe(before + 10)
})

test('I15 a runner silent for long loses its lock, and can write nothing afterwards', async () => {
  const phone = await testDevice(town, town.people.ons)
  await perform(phone, addArea, { inspectionId }, { name: 'Slow runner' })
  const stuck = held()
  let first = true
  phone.signal.before(async (request) => {
    if (request.method !== 'POST' || !first) return
    first = false
    await stuck.work()
  })
  const slow = runUnderLease(phone)
  while (first) await new Promise((resolve) => setTimeout(resolve, 5))
  phone.clock.pass(100_000)
  const before = await count(town, 'areas')
  // Another page on the same phone: one alone would wait for what it has in the air.
  await runUnderLease({ ...phone })
  expect(await phone.db.outbox.count()).toBe(0)
  stuck.end()
  await slow
  expect(await phone.db.receipts.count()).toBe(1)
  expect(await count(town, 'areas')).toBe(before + 1)
})

/** Work waits, and the back-off of several failures holds it. */
async function stuckPhone(name: string) {
  const phone = await testDevice(town, town.people.ons)
  let woken = 0
  phone.wake = () => {
    woken++
  }
  await perform(phone, addArea, { inspectionId }, { name })
  phone.signal.off()
  for (let at = 0; at < 6; at++) await phone.drain()
  return { phone, woken: () => woken - 1 }
}

test.each([
  [
    'a screen reads a record',
    (phone: Awaited<ReturnType<typeof testDevice>>) => pull(phone, inspectionById(inspectionId)),
  ],
  ['it is asked whether there is signal', askForSignal],
] as const)(
  'I18 when signal returns and %s, the answer ends the back-off and the work leaves at once',
  async (_, ask) => {
    const { phone, woken } = await stuckPhone('Back in sight')
    await runUnderLease(phone)
    phone.signal.on()
    await runUnderLease(phone)
    expect(await phone.db.outbox.count()).toBe(1)
    await ask(phone)
    expect(woken()).toBe(1)
    await runUnderLease(phone)
    expect(await phone.db.outbox.count()).toBe(0)
  },
)

test('I18 without signal a question changes nothing, and the back-off stays', async () => {
  const { phone, woken } = await stuckPhone('Still out of sight')
  const until = await phone.db.fact('holdUntil', 0)
  await askForSignal(phone)
  await expect(pull(phone, inspectionById(inspectionId))).rejects.toBeInstanceOf(CallError)
  expect(await phone.db.fact('holdUntil', 0)).toBe(until)
  expect(woken()).toBe(0)
})

test('I18 an answered question passes over no moment that Retry-After names, and none is asked before it', async () => {
  const { phone } = await stuckPhone('Asked to wait')
  phone.signal.on()
  const wait = () => new Response('{}', { status: 429, headers: { 'Retry-After': '300' } })
  phone.signal.answerWith(1, wait, (it) => it.method === 'POST')
  await phone.drain()
  const before = phone.signal.seen.length
  await askForSignal(phone)
  expect(phone.signal.seen.length).toBe(before)
  await pull(phone, inspectionById(inspectionId))
  await runUnderLease(phone)
  expect(phone.signal.seen.filter((it) => it.startsWith('POST'))).toEqual([])
  phone.clock.pass(301_000)
  await askForSignal(phone)
  await runUnderLease(phone)
  expect(await phone.db.outbox.count()).toBe(0)
})

test('I18 where questions are answered and sendings fail, at most 2 sendings a minute leave', async () => {
  const { phone } = await stuckPhone('Swallowed')
  phone.signal.on()
  const sent: number[] = []
  phone.signal.answerWith(
    Number.POSITIVE_INFINITY,
    () => {
      sent.push(phone.clock.now)
      throw new TypeError('Failed to fetch')
    },
    (it) => it.method === 'POST',
  )
  for (let second = 0; second < 660; second += 6) {
    await askForSignal(phone)
    await runUnderLease(phone)
    phone.clock.pass(6_000)
  }
  const from = phone.clock.now - 600_000
  const late = sent.filter((at) => at > from)
  expect(late.length).toBeGreaterThan(5)
  expect(late.length).toBeLessThanOrEqual(20)
})

test('I18 each return of the signal after it was really gone is believed at once', async () => {
  const { phone } = await stuckPhone('Flapping')
  for (let at = 0; at < 3; at++) {
    phone.signal.on()
    phone.signal.answerWith(
      1,
      () => {
        throw new TypeError('Failed to fetch')
      },
      (it) => it.method === 'POST',
    )
    await askForSignal(phone)
    await runUnderLease(phone)
    phone.signal.off()
    await askForSignal(phone)
    phone.clock.pass(1_000)
  }
  phone.signal.on()
  await askForSignal(phone)
  await runUnderLease(phone)
  expect(await phone.db.outbox.count()).toBe(0)
})
