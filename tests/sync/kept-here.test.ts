import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { alertsOfAddress, changeAlert } from '../../src/records/alert.ts'
import { addAddressComment } from '../../src/records/comment.ts'
import { alertTextDraft, keptAlertsOf, keptAlertTextDraft, keptAnswersOf } from '../../src/records/kept-here.ts'
import type { Query } from '../../src/records/query.ts'
import { violationsOfAddress } from '../../src/records/violation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { performedAs, performKept } from '../../src/sync/capture/perform-kept.ts'
import { takesOursIn } from '../../src/sync/entry/takes-ours.ts'
import { catchUp, refresh } from '../../src/sync/pull/changes.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'

let ours: Office
let documented: Office
beforeAll(async () => {
  ours = await office()
  documented = await office({ profile: 'documented' })
})
afterAll(async () => {
  await ours.close()
  await documented.close()
})
beforeEach(async () => {
  await freshTown(ours)
  await ours.pool.query(`insert into inspections (address_id, source) values (1, 'Routine')`)
  await ours.pool.query(`insert into areas (inspection_id, name) values (1, 'Kitchen')`)
  await freshTown(documented)
})

const alertsHere = alertsOfAddress(1) as unknown as Query
const readAList = async (phone: TestDevice) => {
  await refresh(phone, violationsOfAddress(1) as unknown as Query)
}

/** Only the questions whether the server takes our calls get no answer, as on a weak signal. */
const unheard = (phone: TestDevice) => {
  const fetch = phone.fetch
  let isUnheard = true
  phone.fetch = async (request) => {
    if (isUnheard && /\/sync\/(info|changes)/.test(request.url)) throw new TypeError('Failed to fetch')
    return fetch(request)
  }
  return () => {
    isUnheard = false
  }
}

test('a list that answers before the question whether the server takes our calls says nothing about it', async () => {
  const phone = await testDevice(ours, ours.people.ons)
  const hear = unheard(phone)
  await readAList(phone)
  expect(await phone.db.pulls.count()).toBe(1)
  expect(await takesOursIn(phone.db)).toBeNull()
  hear()
  phone.clock.pass(60_000)
  await catchUp(phone)
  expect(await takesOursIn(phone.db)).toBe(true)
})

test('a server of the documented calls says that it has no others, and the phone knows it without signal', async () => {
  const phone = await testDevice(documented, documented.people.ons)
  await readAList(phone)
  expect(await takesOursIn(phone.db)).toBe(false)
  const again = await phone.restart()
  expect(await takesOursIn(again.db)).toBe(false)
  await keepSome(again)
  await performKept(again)
  expect(await again.db.outbox.count()).toBe(0)
  expect(await forms(again)).toHaveLength(4)
})

const twoAlerts = [
  { id: 1, kind: 'dog', text: 'In the yard', by: 'Ons', at: '2026-03-02T09:00:00.000Z' },
  { id: 2, kind: 'gate', text: '', by: 'Ons', at: '2026-03-02T09:05:00.000Z' },
]
const keepSome = async (phone: TestDevice) => {
  const savedAt = Date.parse('2026-03-02T09:10:00.000Z')
  await phone.db.drafts.bulkPut([
    { form: keptAlertsOf(1), values: twoAlerts, savedAt },
    { form: keptAlertTextDraft('address:1', 2), values: { text: '1234#' }, savedAt },
    { form: keptAnswersOf(1), values: [{ prompt_id: 1, content: 'Sink drains', answer: 'ok' }], savedAt },
    { form: 'comment/address:1', values: { content: 'Half typed' }, savedAt },
  ])
}
const stored = async () => ({
  alerts: (await ours.pool.query('select kind, text, observed_at from premise_alerts order by id')).rows,
  answers: (await ours.pool.query('select area_id::int, prompt_id::int, content, answer from prompt_answers')).rows,
})
const atOffice = {
  alerts: twoAlerts.map(({ kind, text, at }) => ({ kind, text, observed_at: new Date(at) })),
  answers: [{ area_id: 1, prompt_id: 1, content: 'Sink drains', answer: 'ok' }],
}
const forms = async (phone: TestDevice) => (await phone.db.drafts.toArray()).map((it) => it.form).sort()

test('C-17 what was kept until the server said that it takes it is sent by the next run, once, at its own time', async () => {
  const phone = await testDevice(ours, ours.people.ons)
  const hear = unheard(phone)
  await keepSome(phone)
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await forms(phone)).toHaveLength(4)
  hear()
  phone.clock.pass(10 * 60_000)
  await phone.drain()
  await phone.drain()
  expect(await stored()).toEqual(atOffice)
  expect(await phone.db.outbox.count()).toBe(0)
  // The half-typed text of the second alert is now under the alert's own name.
  expect(await forms(phone)).toEqual([alertTextDraft(2), 'comment/address:1'])
})

test('two tabs that perform at once what was kept perform it once, and a page finds it by its time', async () => {
  const phone = await testDevice(ours, ours.people.ons)
  await catchUp(phone)
  await keepSome(phone)
  phone.signal.off()
  await Promise.all([performKept(phone), performKept(phone), performKept({ ...phone })])
  expect((await phone.db.outbox.toArray()).map((it) => it.command).sort()).toHaveLength(3)
  const alertId = (await performedAs(phone.db, '2026-03-02T09:00:00.000Z')) ?? 0
  await perform(phone, changeAlert, { alertId }, { text: 'Two in the yard', removed: false })
  phone.signal.on()
  await phone.drain()
  await refresh(phone, alertsHere)
  expect((await stored()).alerts.map((it) => it.text)).toEqual(['Two in the yard', ''])
})

test('a kill while something kept is queued leaves it kept: the next run performs it once', async () => {
  const phone = await testDevice(ours, ours.people.ons)
  await catchUp(phone)
  await keepSome(phone)
  phone.db.drafts.hook('deleting', () => {
    throw new Error('killed')
  })
  await expect(performKept(phone)).rejects.toThrow()
  const again = await phone.restart()
  // The first alert has left the list with its entry; the second stayed in it without one.
  expect(await again.db.outbox.count()).toBe(1)
  expect((await again.db.drafts.get(keptAlertsOf(1)))?.values).toEqual([twoAlerts[1]])
  await again.drain()
  expect(await stored()).toEqual(atOffice)
})

test('what was kept about a record that was discarded here stays kept and stops nothing', async () => {
  const phone = await testDevice(ours, ours.people.ons)
  await catchUp(phone)
  const gone = { form: keptAnswersOf(-7), values: [{ prompt_id: 1, content: 'Heat works', answer: 'ok' }], savedAt: 1 }
  await phone.db.drafts.put(gone)
  await keepSome(phone)
  await phone.drain()
  expect(await stored()).toEqual(atOffice)
  expect(await phone.db.drafts.get(gone.form)).toEqual(gone)
})

test('a full device goes on sending, and performs what it has kept once there is room', async () => {
  const phone = await testDevice(ours, ours.people.ons)
  await catchUp(phone)
  phone.signal.off()
  await perform(phone, addAddressComment, { addressId: 1 }, { content: 'Waits', user_id: 1, unit_id: null })
  await keepSome(phone)
  const full = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  phone.db.outbox.hook('creating', full)
  phone.signal.on()
  await phone.drain()
  expect((await ours.pool.query('select content from comments')).rows).toEqual([{ content: 'Waits' }])
  expect(await phone.db.drafts.get(keptAlertsOf(1))).toBeDefined()
  phone.db.outbox.hook('creating').unsubscribe(full)
  await phone.drain()
  expect(await stored()).toEqual(atOffice)
})
