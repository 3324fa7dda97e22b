import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Query } from '../../src/records/query.ts'
import { rowsOf } from '../../src/records/query.ts'
import { allViolations, violationById } from '../../src/records/violation.ts'
import { catchUp, refresh } from '../../src/sync/pull/changes.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { held } from '../harness/held.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  const { addressId } = await freshTown(town)
  for (let n = 0; n < 2; n++)
    await town.pool.query(
      "insert into violations (address_id, user_id, deadline, violation_type) values ($1, $2, '7 days', 'doorhanger')",
      [addressId, town.people.ons.id],
    )
  phone = await testDevice(town, town.people.ons)
  await catchUp(phone)
})

const say = (content: string) =>
  town.pool.query('insert into violation_comments (violation_id, user_id, content) values (1, $1, $2)', [
    town.people.oas.id,
    content,
  ])
const thread = async () =>
  (await rowsOf(phone.db, violationById(1))).flatMap((it) => it.violation_comments ?? []).map((it) => it.content)

/** The calls when these are read again a little later. */
const readAgain = async (...queries: Query[]) => {
  phone.clock.pass(10_000)
  phone.signal.seen.length = 0
  for (const query of queries) await refresh(phone, query)
  return phone.signal.seen
}
const first = violationById(1) as unknown as Query
const others = [violationById(2), allViolations()] as unknown as Query[]

test('a colleague’s comment on a violation is shown at the next look, and no other list is read for it', async () => {
  await readAgain(first, ...others)
  await say('Gate is shut')
  expect(await readAgain(first, ...others)).toEqual(['GET /api/sync/changes', 'GET /api/violation/1'])
  expect(await thread()).toEqual(['Gate is shut'])
  expect(await readAgain(first, ...others)).toEqual(['GET /api/sync/changes'])
})

test('a comment that comes with a change of its violation is shown too', async () => {
  await readAgain(first)
  await say('Gate is shut')
  await town.pool.query('update violations set extend = 3 where id = 1')
  await readAgain(first)
  expect(await thread()).toEqual(['Gate is shut'])
})

/** The violation is read, and what happens at the office meanwhile is told before its answer arrives. */
async function overtaken(byWhat: () => Promise<unknown>): Promise<void> {
  const { fetch } = phone
  const isHere = held()
  const way = held()
  phone.fetch = async (request) => {
    const answer = await fetch(request)
    if (!request.url.endsWith('/violation/1')) return answer
    phone.fetch = fetch
    isHere.end()
    await way.work()
    return answer
  }
  const reading = refresh(phone, first)
  await isHere.work()
  await byWhat()
  phone.clock.pass(10_000)
  await catchUp(phone)
  way.end()
  await reading
}

test('a violation that was on its way while its comment was told is read again', async () => {
  await readAgain(...others)
  await overtaken(() => say('Gate is shut'))
  await readAgain(first)
  expect(await thread()).toEqual(['Gate is shut'])
})

test('a violation that the office changes while it is opened shows its comments, and the change', async () => {
  await say('Gate is shut')
  await readAgain(allViolations() as unknown as Query)
  await overtaken(() => town.pool.query('update violations set extend = 3 where id = 1'))
  expect(await thread()).toEqual(['Gate is shut'])
  expect((await rowsOf(phone.db, violationById(1))).map((it) => it.extend)).toEqual([3])
})
