import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { violations } from '../../src/contract/violation.ts'
import { addAddressComment, commentsOfAddress } from '../../src/records/comment.ts'
import { addContact, allContacts } from '../../src/records/contact.ts'
import type { Query } from '../../src/records/query.ts'
import { addViolation, allViolations, extendDeadline } from '../../src/records/violation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { catchUp, refresh } from '../../src/sync/pull/changes.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'
import { ask, mergePair } from '../server/routes/ask.ts'

/*
 * A slow answer, or the kept answer to a call that is repeated, may be older than a change of the office that this
 * device has read since. The changes never repeat that change, so the older answer must not replace it.
 */

let town: Office
let phone: TestDevice
let place: Awaited<ReturnType<typeof freshTown>>
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  await town.pool.query('truncate merges, merge_moves, merged_records cascade')
  place = await freshTown(town)
  await town.pool.query(`insert into addresses (combadd) values ('12 Elm St')`)
  await town.pool.query(`insert into contacts (name, phone) values ('Rose', '4105550101')`)
  phone = await testDevice(town, town.people.ons)
  await catchUp(phone)
  await read()
})

const lists = () =>
  [allViolations(), allContacts(), commentsOfAddress(1), commentsOfAddress(2)] as unknown as readonly Query[]

/** Reads the changes and every list, later. */
async function read(): Promise<void> {
  phone.clock.pass(10_000)
  await catchUp(phone)
  for (const query of lists()) await refresh(phone, query)
}

/** The waiting call is repeated and answered, and everything is read again. */
async function repeated(): Promise<void> {
  phone.clock.pass(60_000)
  await phone.drain()
  await read()
  expect(await phone.db.outbox.count()).toBe(0)
}

const violationMade = () =>
  perform(
    phone,
    addViolation,
    {},
    {
      address_id: 1,
      unit_id: null,
      business_id: null,
      inspection_id: null,
      user_id: town.people.ons.id,
      codes: [place.codeId],
      deadline: '7 days',
      violation_type: 'doorhanger',
      description: null,
    },
  )

const comment = (addressId: number) =>
  perform(phone, addAddressComment, { addressId }, { content: 'Dog', user_id: 1, unit_id: null })

const abated = () => ask(town, violations.abate, { params: { violationId: 1 }, as: town.people.oas })

const shown = async () => (await phone.db.rows('violation').toArray()).map((it) => [it.id, it.status, it.extend])

test('I10 a record whose answer was lost, and that the office has changed since, is shown as the office has it', async () => {
  phone.signal.loseAnswers(1)
  await violationMade()
  await phone.drain(false)
  await abated()
  await read()
  await repeated()
  expect(await shown()).toEqual([[1, 1, 0]])
})

test('I10 a change whose answer was lost does not undo what the office has changed since', async () => {
  await violationMade()
  await phone.drain()
  await read()
  phone.signal.loseAnswers(1)
  await perform(phone, extendDeadline, { violationId: 1 }, { extend: 7 })
  await phone.drain(false)
  await abated()
  await read()
  await repeated()
  expect(await shown()).toEqual([[1, 1, 7]])
})

test('I10 a slow answer does not undo what the office has changed since', async () => {
  await violationMade()
  await phone.drain()
  await read()
  const { fetch } = phone
  let isFirst = true
  phone.fetch = async (request) => {
    const answer = await fetch(request)
    if (request.method === 'GET' || !isFirst) return answer
    isFirst = false
    await abated()
    await read()
    return answer
  }
  await perform(phone, extendDeadline, { violationId: 1 }, { extend: 7 })
  await phone.drain()
  await read()
  expect(await shown()).toEqual([[1, 1, 7]])
})

test('I10 a comment whose answer was lost stands at the address with which its own was merged', async () => {
  phone.signal.loseAnswers(1)
  await comment(2)
  await phone.drain(false)
  await mergePair(town, 'address', [1, 2])
  await read()
  await repeated()
  expect((await phone.db.rows('comment').toArray()).map((it) => [it.id, it.address_id])).toEqual([[1, 1]])
})

test('I10 a contact whose answer was lost, and that the office has merged since, does not come back', async () => {
  phone.signal.loseAnswers(1)
  await perform(phone, addContact, {}, { name: 'Rosa', email: '', phone: '4105550102' })
  await phone.drain(false)
  await mergePair(town, 'contact', [1, 2])
  await read()
  await repeated()
  expect((await phone.db.rows('contact').toArray()).map((it) => it.name)).toEqual(['Rose'])
})

test('a record whose answer was lost is shown once while its repeat waits', async () => {
  phone.signal.loseAnswers(1)
  await comment(1)
  await phone.drain(false)
  await read()
  expect((await phone.db.outbox.toArray()).map((it) => it.state)).toEqual(['waiting'])
  expect((await phone.db.rows('comment').toArray()).map((it) => it.content)).toEqual(['Dog'])
  await repeated()
  expect((await phone.db.rows('comment').toArray()).map((it) => it.id)).toEqual([1])
})
