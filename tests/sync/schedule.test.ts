import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { inspectionById, scheduleInspection } from '../../src/records/inspection.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { discard, takeTheirs } from '../../src/sync/reconcile/resolve-entry.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'

/** One appointment, saved again and again on a bad line: nobody is in conflict with themselves. */
describe.each(['keyed', 'documented'] as const)('on a %s server', (profile) => {
  let town: Office
  let phone: TestDevice
  let inspectionId: number
  beforeAll(async () => {
    town = await office({ profile })
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    await town.pool.query('truncate addresses, codes, inspections restart identity cascade')
    inspectionId = (await smallTown(town)).inspectionId
    phone = await testDevice(town, town.people.ons)
    await pull(phone, inspectionById(inspectionId))
  })

  const save = (time: string) =>
    perform(phone, scheduleInspection, { inspectionId }, { scheduled_datetime: `2026-11-22T${time}` })
  const officeSets = (time: string) =>
    town.pool.query('update inspections set scheduled_datetime = $1, updated_at = now()', [`2026-11-22T${time}:00`])
  const atOffice = async () =>
    (await town.pool.query('select scheduled_datetime from inspections')).rows[0].scheduled_datetime
  const unsent = async () => (await phone.db.outbox.toArray()).map(({ state, problem }) => ({ state, problem }))
  /** The office writes its date-times with seconds from now on, as documented servers do. */
  const writeSeconds = () => {
    const through = phone.fetch
    phone.fetch = async (request) => {
      const answer = await through(request)
      const text = (await answer.text()).replaceAll(/("scheduled_datetime":"[^"]{16})"/g, '$1:00"')
      return new Response(text, { status: answer.status, headers: answer.headers })
    }
  }

  test('II-06 an appointment whose answer was lost is no conflict with itself', async () => {
    writeSeconds()
    phone.signal.loseAnswers(1, (it) => it.method === 'PATCH' || it.url.includes('/batch'))
    await save('10:00')
    await phone.drain()
    await phone.drain()
    expect(await unsent()).toEqual([])
    expect(await atOffice()).toMatch(/^2026-11-22T10:00/)
  })

  test('II-06 a second appointment saved while the first is on its way is sent after it, and asks nothing', async () => {
    writeSeconds()
    let isSaved = false
    phone.signal.before(async (request) => {
      if (isSaved || request.method === 'GET') return
      isSaved = true
      await save('11:30')
    })
    await save('10:00')
    await phone.drain()
    phone.clock.pass(130_000)
    await phone.drain()
    expect(await unsent()).toEqual([])
    expect(await atOffice()).toMatch(/^2026-11-22T11:30/)
  })

  test('II-06 the same appointment saved by somebody else is kept, and asks nothing', async () => {
    writeSeconds()
    phone.signal.off()
    await save('10:00')
    await officeSets('10:00')
    phone.signal.on()
    await phone.drain()
    expect(await unsent()).toEqual([])
  })

  test('II-06 another appointment of somebody else is still asked about, and theirs is compared with later changes', async () => {
    phone.signal.off()
    await save('10:00')
    await officeSets('09:00')
    phone.signal.on()
    await phone.drain()
    expect(await unsent()).toMatchObject([{ state: 'conflict', problem: { kind: 'conflict' } }])
    await save('12:00')
    const [first] = await phone.db.outbox.toArray()
    await takeTheirs(phone, first?.key ?? '')
    await phone.drain()
    expect(await unsent()).toEqual([])
    expect(await atOffice()).toMatch(/T12:00/)
  })

  test('II-06 an appointment made over one that was refused and given up is no conflict', async () => {
    const refusal = () =>
      new Response('{"detail":"No"}', { status: 422, headers: { 'Content-Type': 'application/json' } })
    phone.signal.answerWith(1, refusal, (it) => it.method === 'PATCH')
    await save('10:00')
    await phone.drain()
    expect(await unsent()).toMatchObject([{ state: 'refused' }])
    await save('12:00')
    const [first] = await phone.db.outbox.toArray()
    await discard(phone, first?.key ?? '')
    await phone.drain()
    expect(await unsent()).toEqual([])
    expect(await atOffice()).toMatch(/T12:00/)
  })
})
