import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { addObservation, flagObservation } from '../../src/records/observation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { held } from '../harness/held.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { type Asked, requestsOf } from '../harness/requests.ts'
import { freshTown } from '../harness/town.ts'

/*
 * The limits of requests to the device's database for a save and a sending. Each request costs, and each round of them
 * waits for the one before, so a change that asks more must say so here.
 */

let town: Office
let phone: TestDevice
let areaId: number
let codeId: number
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  const place = await freshTown(town)
  codeId = place.codeId
  phone = await testDevice(town, town.people.ons)
  await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
  await phone.drain()
  areaId = (await phone.db.rows('area').toArray())[0]!.id
})

const observe = (content: string, more: { form?: string; photos?: string[] } = {}) =>
  perform(phone, addObservation, { areaId }, { content, potentialvio: false, user_id: 1, codes: [codeId] }, more)

/** How many requests of a kind there were, on all stores: 'put'. */
const ofKind = ({ kinds }: Asked, kind: string) =>
  Object.entries(kinds).reduce((sum, [name, times]) => sum + (name.endsWith(`.${kind}`) ? times : 0), 0)

test('P4 an observation is saved in one transaction over the tables concerned: a round that reads, a round that writes', async () => {
  phone.signal.off()
  await observe('The first of this page asks for its number')
  const asked = await requestsOf(() => observe('Loose wire', { form: `observation/area:${areaId}` }))
  expect(asked).toMatchObject({ transactions: 1, rounds: 2 })
  expect(asked.stores).toBeLessThanOrEqual(8)
  // One of them asks whether the record of the form was merged: then its draft stands under another number.
  expect(asked.requests).toBeLessThanOrEqual(8)
  // The entry once, the row once, nothing else but the end of the draft.
  expect(asked.kinds).toMatchObject({ 'outbox.add': 1, 'observation.put': 1, 'drafts.delete': 1 })
  expect(ofKind(asked, 'add') + ofKind(asked, 'put') + ofKind(asked, 'delete')).toBe(3)
})

test('P4 its three photos add a few rounds, not some for each', async () => {
  phone.signal.off()
  await observe('The first of this page asks for its number')
  const photos = [await takenIn(phone, 1), await takenIn(phone, 2), await takenIn(phone, 3)]
  const asked = await requestsOf(() => observe('Loose wire', { photos }))
  expect(asked).toMatchObject({ transactions: 1 })
  expect(asked.rounds).toBeLessThanOrEqual(7)
  expect(asked.requests).toBeLessThanOrEqual(20)
  expect(asked.kinds).toMatchObject({ 'outbox.add': 4, 'photos.put': 3, 'observation.put': 1 })
})

test('P4 a flag on it is stored once as well', async () => {
  phone.signal.off()
  const observationId = await observe('Loose wire')
  const asked = await requestsOf(() => perform(phone, flagObservation, { observationId }, { potentialvio: true }))
  expect(asked).toMatchObject({ transactions: 1 })
  expect(asked.rounds).toBeLessThanOrEqual(4)
  expect(asked.kinds).toMatchObject({ 'outbox.add': 1 })
  expect(asked.kinds['outbox.put']).toBeUndefined()
})

test('P7 a batch of 25 is settled as a whole: in rounds for the batch, not for each entry', async () => {
  phone.signal.off()
  const last = (await phone.db.receipts.toArray()).length
  for (let n = 0; n < 25; n++) await observe(`Seen ${n}`)
  phone.signal.on()
  const asked = await requestsOf(() => phone.drain())
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await phone.db.receipts.count()).toBe(last + 25)
  // Each entry: marked as sending and taken out, its id, its row for ours, its receipt, what a restored town needs, a
  // line. The batch: whether its numbers have an older local id, which forms have photos, as those follow a number, how
  // far the changes were read when it left and now, the clock's error, whether a sign-in was waited for, and whether
  // something was kept until the server takes it.
  expect(asked.requests).toBeLessThanOrEqual(25 * 10 + 8)
  expect(asked.rounds).toBeLessThanOrEqual(37)
  expect(asked.kinds).toMatchObject({
    'outbox.put': 25,
    'outbox.delete': 25,
    'observation.put': 25,
    'receipts.put': 25,
  })
  expect(asked.kinds['shadows.put']).toBeUndefined()
})

/** Two batches that go on only once both have reached the office. */
async function twoBatchesAtOnce(): Promise<{ batches: number }> {
  const seen = { batches: 0 }
  const both = held()
  phone.batchSize = 20
  phone.signal.off()
  for (let n = 0; n < 30; n++) await observe(`Seen ${n}`)
  phone.signal.on()
  phone.signal.before(async ({ url }) => {
    if (!url.endsWith('/sync/batch')) return
    if (++seen.batches === 2) both.end()
    await both.work()
  })
  await phone.drain()
  phone.signal.before(null)
  return seen
}
const contents = async () => (await town.pool.query('select content from observations')).rows.map((it) => it.content)

test('P7 two batches are in flight at once: the second is sent before the first is answered', async () => {
  expect(await twoBatchesAtOnce()).toEqual({ batches: 3 })
  expect(await phone.db.outbox.count()).toBe(0)
})

test('I1 I2 of two batches in flight one loses its answer: its calls go again under their keys, and none is doubled', async () => {
  phone.signal.loseAnswers(1, ({ url }) => url.endsWith('/sync/batch'))
  await twoBatchesAtOnce()
  const left = await phone.db.outbox.toArray()
  expect([5, 10, 20, 25]).toContain(left.length)
  expect(new Set(left.map((it) => it.state))).toEqual(new Set(['waiting']))
  phone.clock.pass(120_000)
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  const made = await contents()
  expect(made).toHaveLength(30)
  expect(new Set(made).size).toBe(30)
})
