import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { addObservation } from '../../src/records/observation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { hasArrived, repair, retry } from '../../src/sync/reconcile/resolve-entry.ts'
import { runUnderLease } from '../../src/sync/schedule/lease.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'

/*
 * A firewall answers one entry with a page five times, so the user is asked, who repairs it. The town may have carried it
 * out behind the firewall.
 */

let town: Office
let phone: TestDevice
let areaId: number
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  const { inspectionId } = await freshTown(town)
  phone = await testDevice(town, town.people.ons)
  await perform(phone, addArea, { inspectionId }, { name: 'Stairs' })
  await phone.drain()
  areaId = (await phone.db.rows('area').toArray())[0]?.id ?? 0
})

const observation = { content: 'Rotten step', potentialvio: true, user_id: 1, codes: [] }
const only = async () => (await phone.db.outbox.toArray())[0]!
const contents = async () =>
  (await town.pool.query('select content from observations order by id')).rows.map((it) => it.content)
const pageInstead = () =>
  new Response('<html>Request rejected</html>', { status: 403, headers: { 'Content-Type': 'text/html' } })

/** The pages of a firewall instead of the town's. `carriesOut`: the call reaches the town all the same. */
function firewall({ carriesOut }: { carriesOut: boolean }): () => void {
  const { fetch } = phone
  phone.fetch = async (request) => {
    if (request.method === 'GET') return fetch(request)
    if (carriesOut) await (await fetch(request)).arrayBuffer()
    return pageInstead()
  }
  return () => {
    phone.fetch = fetch
  }
}

/** Runs the engine whenever it is due. */
async function untilRefused(): Promise<void> {
  for (let minute = 0; minute < 120 && (await only()).state !== 'refused'; minute++) {
    await runUnderLease(phone)
    phone.clock.pass(60_000)
  }
}

/** The entry is refused after five failures, while the town answers questions. */
async function refusedByFirewall(how: { carriesOut: boolean }) {
  const end = firewall(how)
  await perform(phone, addObservation, { areaId }, observation)
  await untilRefused()
  expect(await only()).toMatchObject({ state: 'refused', problem: { kind: 'serverDown' } })
  end()
  return (await only()).key
}

const repaired = { ...observation, content: 'Rotten step and rail' }

test('I2 a text that was carried out and then repaired is not made twice, and the user is told', async () => {
  const key = await refusedByFirewall({ carriesOut: true })
  expect(await repair(phone, key, repaired)).toBe(true)
  await phone.drain()
  expect(await contents()).toEqual(['Rotten step'])
  expect(await only()).toMatchObject({ state: 'refused', body: repaired, problem: { kind: 'keyUsed' } })
  expect((await only()).problem?.detail).toContain('as it was before your repair')

  await retry(phone, key)
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await contents()).toEqual(['Rotten step'])
  expect((await phone.db.rows('observation').toArray()).map((it) => it.content)).toEqual(['Rotten step'])
})

test('I2 of two texts that were repaired in turn the one that the office has is found', async () => {
  const key = await refusedByFirewall({ carriesOut: false })
  const end = firewall({ carriesOut: true })
  await repair(phone, key, repaired)
  await untilRefused()
  end()
  await repair(phone, key, { ...observation, content: 'Rotten stair' })
  await phone.drain()
  for (let tap = 0; tap < 3 && (await phone.db.outbox.count()) > 0; tap++) {
    expect(await only()).toMatchObject({ state: 'refused', problem: { kind: 'keyUsed' } })
    await retry(phone, key)
    await phone.drain()
  }
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await contents()).toEqual(['Rotten step and rail'])
})

test('I2 a repaired text that the office does not have yet arrives, and the earlier one is not carried out after it', async () => {
  const key = await refusedByFirewall({ carriesOut: false })
  const late = (await only()).wire
  await repair(phone, key, repaired)
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await contents()).toEqual(['Rotten step and rail'])
  const answer = await fetch(`${town.url}/api${late?.url}`, {
    method: 'POST',
    body: late?.text ?? '',
    headers: {
      Authorization: `Bearer ${town.people.ons.token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': `"${key}"`,
    },
  })
  expect(answer.status).toBe(422)
  expect(await contents()).toEqual(['Rotten step and rail'])
})

test('I2 a repaired text does not leave without its key: first the earlier one is looked for', async () => {
  const key = await refusedByFirewall({ carriesOut: true })
  await repair(phone, key, repaired)
  phone.keyed = false
  const { fetch } = phone
  phone.fetch = async (request) => {
    const answer = await fetch(request)
    const { status } = answer
    const headers = new Headers(answer.headers)
    headers.delete('Idempotency-Key')
    headers.set('Date', new Date(phone.clock.now).toUTCString())
    return new Response(await answer.arrayBuffer(), { status, headers })
  }
  await phone.drain()
  expect(await contents()).toEqual(['Rotten step'])
  expect(await only()).toMatchObject({ state: 'refused', body: repaired, problem: { kind: 'keyUsed' } })
  await retry(phone, key)
  for (let minute = 0; minute < 10; minute++) {
    await phone.drain()
    phone.clock.pass(60_000)
  }
  // The ids of before the first sending are not known, so the user is asked.
  expect(await only()).toMatchObject({
    state: 'conflict',
    body: { content: 'Rotten step' },
    problem: { kind: 'doubt' },
  })
  await hasArrived(phone, key)
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await contents()).toEqual(['Rotten step'])
})
