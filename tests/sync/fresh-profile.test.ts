import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { users } from '../../src/contract/user.ts'
import { addArea } from '../../src/records/area.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { callNow } from '../../src/sync/online/call.ts'
import { keepProfileFresh } from '../../src/sync/session/settle-in.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'

let town: Office
let inspectionId: number
let desk: TestDevice
let page: EventTarget & { visibilityState: string }
let asked: number
const minute = 60_000

beforeAll(async () => {
  town = await office()
  inspectionId = (await smallTown(town)).inspectionId
})
afterAll(() => town.close())
beforeEach(async () => {
  desk = await testDevice(town, town.people.admin)
  asked = 0
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  vi.stubGlobal('document', page)
  keepProfileFresh(desk, () => {
    asked++
  })
})
afterEach(() => vi.unstubAllGlobals())

const show = (state: string) => {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
}

test('SH-06 a page that is shown again fetches the profile again, once a minute at most', () => {
  show('visible')
  expect(asked).toBe(0)
  desk.clock.pass(2 * minute)
  show('hidden')
  expect(asked).toBe(0)
  show('visible')
  show('visible')
  expect(asked).toBe(1)
  // For the next session only that one's page asks.
  keepProfileFresh(desk, () => undefined)
  desk.clock.pass(2 * minute)
  show('visible')
  expect(asked).toBe(1)
})

test('SH-06 an Admin who changes their own name sees it: the profile is fetched after the change', async () => {
  const { id, email } = town.people.admin
  const save = (name: string) =>
    callNow(
      desk,
      users.save,
      { userId: id },
      { email, name, phone: '', role: 3, active: true },
      { keeps: 'user', words: 'Saved' },
      new Map(),
    )
  expect(await save('Ada')).toMatchObject({ kind: 'done' })
  await vi.waitFor(() => expect(asked).toBe(1))
  expect(await save('Ada L')).toMatchObject({ kind: 'done' })
  await vi.waitFor(() => expect(asked).toBe(2))
})

test('a call that the server forbids, in a session that goes on, fetches the profile again', async () => {
  await desk.drain()
  await perform(desk, addArea, { inspectionId }, { name: 'Porch' })
  const no = () =>
    new Response('{"detail":"Not allowed"}', { status: 403, headers: { 'Content-Type': 'application/json' } })
  desk.signal.answerWith(1, no, (it) => it.method === 'POST')
  desk.clock.pass(2 * minute)
  await desk.drain()
  expect(await desk.db.outbox.toArray()).toMatchObject([{ state: 'refused' }])
  expect(asked).toBe(1)
})
