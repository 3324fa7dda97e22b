import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { addObservation, flagObservation } from '../../src/records/observation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { discard } from '../../src/sync/reconcile/resolve-entry.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'

/*
 * A server that keeps keys stores no refusal. The first sending of a change got no answer and is still on its way; the
 * later ones failed, and the person discards the change.
 */
let town: Office
let phone: TestDevice
let observationId: number
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  const { inspectionId } = await freshTown(town)
  phone = await testDevice(town, town.people.ons)
  const areaId = await perform(phone, addArea, { inspectionId }, { name: 'Hall' })
  const seen = { content: 'Rotten step', user_id: 1, codes: [], potentialvio: false }
  observationId = await perform(phone, addObservation, { areaId }, seen)
  await phone.drain()
})

const isFlag = (it: Request) => it.method === 'PATCH'
const flag = (potentialvio: boolean) => perform(phone, flagObservation, { observationId }, { potentialvio })
const isFlagged = async () => (await town.pool.query('select potentialvio from observations')).rows[0]?.potentialvio
const failing = (status: number) => () => Response.json({ detail: 'Not now' }, { status })

/** The next change does not reach the office now; `answer` is what comes instead. Call the result when it arrives. */
function delayed(answer: () => Response | Promise<Response>): () => Promise<Response> {
  const { fetch } = phone
  let late: Promise<Request> | undefined
  phone.fetch = async (request) => {
    if (!isFlag(request)) return fetch(request)
    phone.fetch = fetch
    const { url, method, headers } = request
    late = request.text().then((body) => new Request(url, { method, headers, body }))
    await late
    return answer()
  }
  return async () => fetch((await late) ?? new Request('http://nothing.example'))
}

/** The person discards the change and makes another. The first arrives, and then the wait of the other is over. */
async function discardAndFlagAgain(arrive: () => Promise<Response>): Promise<void> {
  const [entry] = await phone.db.outbox.toArray()
  await discard(phone, entry?.key ?? '')
  await flag(false)
  phone.clock.pass(31_000)
  await phone.drain()
  expect((await arrive()).status).toBe(200)
  phone.clock.pass(121_000)
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await isFlagged()).toBe(false)
}

test.each([
  ['was forbidden', 403, 1, 'refused'],
  ['was refused', 422, 1, 'refused'],
  ['failed five times', 500, 5, 'refused'],
  ['still waits', 429, 1, 'waiting'],
] as const)(
  'I5 a change that %s and is discarded undoes no newer one when its first sending arrives late',
  async (_, status, times, state) => {
    const arrive = delayed(() => Promise.reject(new TypeError('Failed to fetch')))
    await flag(true)
    await phone.drain()
    await phone.db.setFact('connection', 'online')
    phone.signal.answerWith(times, failing(status), isFlag)
    for (let time = 0; time < times; time++) await phone.drain()
    expect(await phone.db.outbox.toArray()).toMatchObject([{ state }])
    await discardAndFlagAgain(arrive)
  },
)

test('I5 a change on which the server failed five times undoes no newer one when its last sending arrives late', async () => {
  await flag(true)
  phone.signal.answerWith(4, failing(500), isFlag)
  for (let time = 0; time < 4; time++) {
    await phone.drain()
    phone.clock.pass(300_000)
  }
  const arrive = delayed(failing(500))
  await phone.drain()
  expect(await phone.db.outbox.toArray()).toMatchObject([{ state: 'refused' }])
  await discardAndFlagAgain(arrive)
})
