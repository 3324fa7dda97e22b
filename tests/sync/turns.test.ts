import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { addObservation } from '../../src/records/observation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { turnsOf } from '../../src/sync/deliver/turns.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { held } from '../harness/held.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { requestsOf } from '../harness/requests.ts'
import { freshTown } from '../harness/town.ts'

// The turns of the requests to a server without keys: two are in flight, others are prepared or settled meanwhile.

let town: Office
let phone: TestDevice
let areaId: number
beforeAll(async () => {
  town = await office({ profile: 'documented' })
})
afterAll(() => town.close())
beforeEach(async () => {
  const place = await freshTown(town)
  phone = await testDevice(town, town.people.ons)
  await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
  await phone.drain()
  areaId = (await phone.db.rows('area').toArray())[0]!.id
})

const observe = (content: string, photos: string[] = []) =>
  perform(phone, addObservation, { areaId }, { content, potentialvio: false, user_id: 1, codes: [] }, { photos })

/** Starts `phone.drain()`; how many matching calls there were, and how many were in flight together at most. */
function drainAnd(matching: RegExp, during: (call: { line: string; n: number }) => Promise<void> | undefined) {
  const seen = { calls: 0, most: 0 }
  let now = 0
  const fetched = phone.fetch
  phone.fetch = async (request) => {
    const line = `${request.method} ${new URL(request.url).pathname}`
    const isOne = matching.test(line)
    if (isOne) seen.calls++
    if (isOne) seen.most = Math.max(seen.most, ++now)
    try {
      await during({ line, n: seen.calls })
      return await fetched(request)
    } finally {
      if (isOne) now--
    }
  }
  const done = phone.drain().finally(() => {
    phone.fetch = fetched
  })
  return { seen, done }
}

test('P8 I2 the next file leaves while the one before is looked up in its list; never more than two are in flight', async () => {
  phone.signal.off()
  const photos = [await takenIn(phone, 1), await takenIn(phone, 2), await takenIn(phone, 3), await takenIn(phone, 4)]
  await observe('Loose wire', photos)
  phone.signal.on()
  const lists = held()
  const { seen, done } = drainAnd(/^POST .*\/photos$/, ({ line, n }) => {
    if (n >= 3) lists.end()
    // The list shows which files are stored.
    return line.startsWith('GET') && n > 0 ? lists.work() : undefined
  })
  await done
  expect(seen).toEqual({ calls: 4, most: 2 })
  expect(await phone.db.outbox.count()).toBe(0)
  expect((await town.pool.query('select id from attachments')).rowCount).toBe(4)
})

test('P7 I1 I2 of twelve observations two are in flight at a time, and each arrives once', async () => {
  phone.signal.off()
  for (let n = 0; n < 12; n++) await observe(`Seen ${n}`)
  phone.signal.on()
  let lists = 0
  const { seen, done } = drainAnd(/^POST .*\/observations$/, ({ line }) => {
    if (line.startsWith('GET') && line.endsWith('/observations')) lists++
    return undefined
  })
  const { transactions } = await requestsOf(() => done)
  // Once before the first and once after the last, whether a list shows twelve new records or one.
  expect(lists).toBe(2)
  // The look for second records is one transaction for its list, not one for each record.
  expect(transactions).toBeLessThanOrEqual(90)
  expect(seen).toEqual({ calls: 12, most: 2 })
  expect((await town.pool.query('select id from observations')).rowCount).toBe(12)
})

test('I18 an entry that waits for its turn is not sent once the server asks for a pause', async () => {
  phone.signal.off()
  for (let n = 0; n < 6; n++) await observe(`Seen ${n}`)
  phone.signal.on()
  phone.signal.answerWith(
    2,
    () => new Response('', { status: 503, headers: { 'Retry-After': '60' } }),
    ({ method }) => method === 'POST',
  )
  const both = held()
  const { seen, done } = drainAnd(/^POST .*\/observations$/, ({ line, n }) => {
    if (n === 2) both.end()
    return line.startsWith('POST') ? both.work() : undefined
  })
  await done
  expect(seen.calls).toBe(2)
  expect((await phone.db.outbox.toArray()).map((it) => it.state)).toEqual([
    'inDoubt',
    'inDoubt',
    ...Array(4).fill('waiting'),
  ])
})

test('a turn is given in order, ends once, and is not needed again by the one who has it', async () => {
  const turns = turnsOf(() => 1)
  const [first, second, third] = [turns.open(), turns.open(), turns.open()]
  const came: string[] = []
  await first.take()
  await first.take()
  const others = [second.take().then(() => came.push('second')), third.take().then(() => came.push('third'))]
  await Promise.resolve()
  expect(came).toEqual([])
  void first.end()
  void first.end()
  await others[0]
  expect(came).toEqual(['second'])
  void second.end()
  await others[1]
  expect(came).toEqual(['second', 'third'])
})

test('the end of a turn waits until the next one has left, or has ended without leaving, and for nobody else', async () => {
  const turns = turnsOf(() => 1)
  const [first, second, third] = [turns.open(), turns.open(), turns.open()]
  await first.take()
  const others = [second.take(), third.take()]
  let isOver = false
  const ended = first.end().then(() => {
    isOver = true
  })
  await others[0]
  await new Promise((resolve) => setTimeout(resolve))
  expect(isOver).toBe(false)
  second.left()
  await ended
  const next = second.end()
  await others[1]
  void third.end()
  await next
  await turns.open().end()
})
