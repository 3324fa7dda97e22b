import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rooms } from '../../src/contract/room.ts'
import { changedSince } from '../../src/parts/use-with-local-changes.ts'
import { addArea } from '../../src/records/area.ts'
import { recentActivity } from '../../src/records/dashboard.ts'
import { addInspection } from '../../src/records/inspection-add.ts'
import { queryName } from '../../src/records/query.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { callNow } from '../../src/sync/online/call.ts'
import { pullValue } from '../../src/sync/pull/pull.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { count, freshTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
let place: Awaited<ReturnType<typeof freshTown>>
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  place = await freshTown(town)
  phone = await testDevice(town, town.people.ons)
})

const forbidden = () => Response.json({ detail: 'Not allowed' }, { status: 403 })

describe('which kind of server it is', () => {
  test.each([400, 403, 407, 451])(
    'I19 a %i to the question is a network’s answer: it is asked again, and nothing leaves before',
    async (status) => {
      phone.signal.answerWith(
        1,
        () => Response.json({ detail: 'Accept the terms first' }, { status }),
        (it) => it.url.endsWith('/sync/info'),
      )
      await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
      await phone.drain()
      expect(phone.keyed).toBe(null)
      expect(phone.signal.sent).toEqual([])
      phone.clock.pass(600_000)
      await phone.drain()
      expect(phone.keyed).toBe(true)
      expect(await count(town, 'areas')).toBe(1)
    },
  )

  test.each([404, 405])(
    'a %i says that there is no such call: the server has the documented ones only',
    async (status) => {
      phone.signal.answerWith(
        1,
        () => Response.json({ detail: 'Not Found' }, { status }),
        (it) => it.url.endsWith('/sync/info'),
      )
      await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
      await phone.drain()
      expect(phone.keyed).toBe(false)
      expect(await count(town, 'areas')).toBe(1)
    },
  )
})

describe('a direct call', () => {
  test('I2 whose answer was lost is made once, also if it was refused before it was asked again', async () => {
    const before = await count(town, 'rooms')
    const desk = await testDevice(town, town.people.admin)
    desk.keyed = true
    const keys = new Map<string, string>()
    const add = () => callNow(desk, rooms.add, {}, { name: 'Den' }, null, keys)
    desk.signal.loseAnswers(1)
    expect((await add()).kind).toBe('failed')
    desk.signal.answerWith(1, forbidden, (it) => it.method === 'POST')
    expect(await add()).toMatchObject({ problem: { kind: 'refused', status: 403 } })
    expect((await add()).kind).toBe('done')
    expect(await count(town, 'rooms')).toBe(before + 1)
  })
})

test('DB-39 I11 what is confirmed while the answer of a panel is under way is still shown in it', async () => {
  const panel = recentActivity(5)
  const made = await perform(
    phone,
    addInspection,
    {},
    {
      source: 'Complaint',
      address_id: place.addressId,
      unit_id: null,
      business_id: null,
      inspector_id: null,
      contact_id: null,
      description: 'Smoke',
      paid: false,
    },
  )
  const { fetch } = phone
  // The answer leaves the office before the complaint arrives there, and is stored after it was confirmed.
  phone.fetch = async (request) => {
    phone.fetch = fetch
    const answer = await fetch(request)
    await phone.drain()
    phone.clock.pass(1_000)
    return answer
  }
  await pullValue(phone, panel)
  const kept = await phone.db.pulls.get(queryName(panel))
  expect(kept?.value).toMatchObject({ complaints: [] })
  const [number] = (await phone.db.ids.toArray()).filter((it) => it.local === made)
  expect(await changedSince(phone.db, 'inspection', queryName(panel))).toEqual([number?.server])
})
