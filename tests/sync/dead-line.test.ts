import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { inspectionById } from '../../src/records/inspection.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { runUnderLease } from '../../src/sync/schedule/lease.ts'
import { askForSignal } from '../../src/sync/transport/ask-signal.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { count, smallTown } from '../harness/town.ts'

let town: Office
let inspectionId: number
let phone: TestDevice
/** Calls on their way over a dead line; each ends when it is given up. */
let hanging: { isGivenUp: boolean; giveUp(): void }[]
/** So many changes leave over a line that swallows them: nothing arrives, and nothing breaks. */
let swallowed = 0

beforeAll(async () => {
  town = await office()
  inspectionId = (await smallTown(town)).inspectionId
})
afterAll(() => town.close())

beforeEach(async () => {
  phone = await testDevice(town, town.people.ons)
  hanging = []
  swallowed = 0
  overDeadLine(phone)
})

function overDeadLine(device: TestDevice) {
  const answering = device.fetch
  device.fetch = (request) => {
    if (request.method === 'GET' || hanging.length >= swallowed) return answering(request)
    return new Promise((_, reject) => {
      const call = {
        isGivenUp: false,
        giveUp: () => reject(new DOMException('The user aborted a request.', 'AbortError')),
      }
      request.signal.addEventListener('abort', () => {
        call.isGivenUp = true
        call.giveUp()
      })
      hanging.push(call)
    })
  }
}

/** Work leaves over a dead line. Answers what ends when the run does. */
async function sendOverDeadLine(name: string, times = 1) {
  swallowed = 0
  await phone.drain()
  swallowed = times
  await perform(phone, addArea, { inspectionId }, { name })
  const running = runUnderLease(phone)
  await vi.waitFor(() => expect(hanging).toHaveLength(1))
  return { running }
}

/** The signal goes, which a question learns, and comes back, which the next one learns. */
async function signalGoesAndReturns() {
  phone.signal.off()
  await askForSignal(phone)
  phone.signal.on()
  await askForSignal(phone)
}

test('I2 I18 a request on a dead line is given up once another line answers a question, and is sent at once', async () => {
  const before = await count(town, 'areas')
  const { running } = await sendOverDeadLine('Dead line')
  await signalGoesAndReturns()
  await running
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await count(town, 'areas')).toBe(before + 1)
})

test('a slow call is left alone where every question is answered', async () => {
  const { running } = await sendOverDeadLine('Slow')
  await askForSignal(phone)
  await askForSignal(phone)
  expect(hanging[0]?.isGivenUp).toBe(false)
  hanging[0]?.giveUp()
  await running
})

test('I2 a server that keeps no keys is given its whole time: the request may have arrived', async () => {
  await phone.drain()
  phone.keyed = false
  const { running } = await sendOverDeadLine('No keys')
  await signalGoesAndReturns()
  expect(hanging[0]?.isGivenUp).toBe(false)
  hanging[0]?.giveUp()
  await running
  expect((await phone.db.outbox.toArray()).map((it) => it.state)).toEqual(['inDoubt'])
})

test('I2 a request repeated on another dead connection is given up too, though questions are answered', async () => {
  const { running } = await sendOverDeadLine('Dead connections', 2)
  await signalGoesAndReturns()
  await vi.waitFor(() => expect(hanging).toHaveLength(2))
  await askForSignal(phone)
  expect(hanging[1]?.isGivenUp).toBe(false)
  phone.clock.pass(2_500)
  await askForSignal(phone)
  await running
  expect(await phone.db.outbox.count()).toBe(0)
})

test('I18 where only questions are answered, calls are given up early three times, and again after an answer', async () => {
  const { running } = await sendOverDeadLine('Swallowed', 4)
  for (let times = 2; times <= 4; times++) {
    await signalGoesAndReturns()
    await vi.waitFor(() => expect(hanging).toHaveLength(times))
  }
  await signalGoesAndReturns()
  expect(hanging.map((it) => it.isGivenUp)).toEqual([true, true, true, false])
  hanging[3]?.giveUp()
  await running
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  hanging = []
  const next = await sendOverDeadLine('After an answer')
  await signalGoesAndReturns()
  await next.running
  expect(hanging.map((it) => it.isGivenUp)).toEqual([true])
  expect(await phone.db.outbox.count()).toBe(0)
})

test('while a call hangs, it is asked by itself whether the line still carries', async () => {
  const { running } = await sendOverDeadLine('Quiet')
  const questions = () => phone.signal.seen.filter((it) => it === 'GET /api/sync/info').length
  const before = questions()
  phone.clock.pass(1_000)
  await vi.waitFor(() => expect(questions()).toBe(before + 1), { timeout: 5_000 })
  hanging[0]?.giveUp()
  await running
})

test('a read on a dead line is repeated once a question is answered, and nobody notices', async () => {
  await phone.drain()
  const answering = phone.fetch
  let left = 0
  phone.fetch = (request) => {
    if (!request.url.endsWith(`/inspections/${inspectionId}`) || left++ > 0) return answering(request)
    return new Promise((_, reject) => {
      request.signal.addEventListener('abort', () => reject(request.signal.reason))
    })
  }
  const reading = pull(phone, inspectionById(inspectionId))
  await vi.waitFor(() => expect(left).toBe(1))
  await signalGoesAndReturns()
  await reading
  expect(left).toBe(2)
  expect(await phone.db.fact('connection', '')).toBe('online')
})

test('hanging lists leave a connection free for sending and for a question', async () => {
  await phone.drain()
  const answering = phone.fetch
  let hangs = 0
  const line = new AbortController()
  phone.fetch = (request) => {
    if (line.signal.aborted || !/\/inspections\/\d+$/.test(request.url)) return answering(request)
    hangs++
    return new Promise((_, reject) => {
      line.signal.addEventListener('abort', () => reject(new TypeError('The line is cut')))
    })
  }
  const reading = Promise.allSettled(Array.from({ length: 8 }, (_, n) => pull(phone, inspectionById(n + 1))))
  await vi.waitFor(() => expect(hangs).toBe(4))
  await perform(phone, addArea, { inspectionId }, { name: 'Beside lists' })
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  expect(hangs).toBe(4)
  // A call left open would fail minutes later, in the middle of another test.
  line.abort()
  await reading
})
