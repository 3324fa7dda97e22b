import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { addInspectionPhoto } from '../../src/records/inspection.ts'
import { addObservation } from '../../src/records/observation.ts'
import { dismissDuplicate, openDuplicates } from '../../src/sync/acknowledge/possible-duplicates.ts'
import { addFiles, perform } from '../../src/sync/capture/perform.ts'
import { inspectDuplicate } from '../../src/sync/reconcile/inspect-duplicate.ts'
import { statusOf } from '../../src/sync/schedule/status.ts'
import { leaveUnsent } from '../../src/sync/session/leave.ts'
import { rescueCopy, takeRescueCopy } from '../../src/sync/session/rescue.ts'
import { CallError } from '../../src/sync/transport/problem.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { smallTown } from '../harness/town.ts'

describe('on a documented server that was asked twice by the browser itself', () => {
  let town: Office
  let phone: TestDevice
  let place: Awaited<ReturnType<typeof smallTown>>
  let areaId: number
  beforeAll(async () => {
    town = await office({ profile: 'documented' })
  })
  afterAll(() => town.close())
  beforeEach(async () => {
    await town.pool.query(
      'truncate addresses, codes, inspections, areas, observations, attachments restart identity cascade',
    )
    place = await smallTown(town)
    phone = await testDevice(town, town.people.ons)
    areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
    await phone.drain()
  })

  const observeTwice = async () => {
    const body = { content: 'Loose wire', potentialvio: false, user_id: phone.userId, codes: [] }
    phone.signal.repeat(1, (it) => it.method === 'POST' && it.url.includes('/observations'))
    await perform(phone, addObservation, { areaId }, body)
    await phone.drain()
  }
  const notes = async () => (await phone.db.receipts.toArray()).flatMap((it) => it.note ?? [])
  const journal = async () => (await phone.db.journal.toArray()).map((it) => it.what)

  test('I2 the word that there may be a second one stays, over a restart too, until the person decides', async () => {
    await observeTwice()
    phone = await phone.restart()
    const [second] = await openDuplicates(phone.db)
    expect(second).toMatchObject({ words: 'Observation: Loose wire', photo: null })
    expect(second?.on).toBe(`observation:${second?.id}`)
    expect(await statusOf(phone.db)).toMatchObject({ waiting: 0, mayBeTwice: 1 })
    await dismissDuplicate(phone, second?.key ?? '')
    expect(await openDuplicates(phone.db)).toEqual([])
    expect(await statusOf(phone.db)).toMatchObject({ mayBeTwice: 0 })
    expect(await notes()).toEqual(['You looked: the office has it once.'])
    expect(await journal()).toContain('said to be one')
  })

  test('I2 a look reads the list again: both are on the device from then on, and one that the office removes is gone', async () => {
    await observeTwice()
    const [second] = await openDuplicates(phone.db)
    if (!second) throw new Error('Nothing was said')
    const both = await inspectDuplicate(phone, second)
    expect(both).toMatchObject({ kind: 'records', rows: [{ content: 'Loose wire' }, { content: 'Loose wire' }] })
    expect(await phone.db.rows('observation').count()).toBe(2)
    await town.pool.query("update observations set content = 'Another thing' where id <> $1", [second.id])
    expect(await inspectDuplicate(phone, second)).toMatchObject({ kind: 'records', rows: [{ id: second.id }] })
  })

  test('I2 I17 a sign-out before the second look at the list: the look still finds the second one and tells of it', async () => {
    phone.signal.answerWith(
      9,
      () => new Response('', { status: 503 }),
      ({ method, url }) => method === 'GET' && url.endsWith('/observations') && isSent,
    )
    let isSent = false
    phone.signal.before(({ method }) => {
      isSent ||= method === 'POST'
    })
    await observeTwice()
    phone.signal.before(null)
    isSent = false
    expect(await openDuplicates(phone.db)).toEqual([])
    await leaveUnsent(phone.db)
    phone.clock.pass(120_000)
    await phone.drain()
    expect(await openDuplicates(phone.db)).toMatchObject([{ words: 'Observation: Loose wire', id: expect.any(Number) }])
    expect(await statusOf(phone.db)).toMatchObject({ mayBeTwice: 1 })
  })

  test('I2 without signal a look says so, and the word stays', async () => {
    await observeTwice()
    const [second] = await openDuplicates(phone.db)
    if (!second) throw new Error('Nothing was said')
    phone.signal.off()
    await expect(inspectDuplicate(phone, second)).rejects.toBeInstanceOf(CallError)
    expect(await openDuplicates(phone.db)).toHaveLength(1)
  })

  test('I2 a second file is reported at its record, and the look counts its copies', async () => {
    const photo = await takenIn(phone, 7)
    phone.signal.repeat(1, (it) => it.method === 'POST' && it.url.endsWith('/photos'))
    await addFiles(phone, addInspectionPhoto, { inspectionId: place.inspectionId }, [photo])
    await phone.drain()
    const [second] = await openDuplicates(phone.db)
    if (!second) throw new Error('Nothing was said')
    expect(second).toMatchObject({ on: `inspection:${place.inspectionId}`, photo, id: null })
    const look = await inspectDuplicate(phone, second)
    expect(look.kind === 'files' && look.names).toHaveLength(2)
  })

  test('I2 I21 a rescue copy carries the word to another device, and brings back none that was decided', async () => {
    await observeTwice()
    const copy = await rescueCopy(phone)
    const other = await testDevice(town, town.people.ons)
    await takeRescueCopy(other, copy)
    expect(await openDuplicates(other.db)).toEqual(await openDuplicates(phone.db))
    const [second] = await openDuplicates(phone.db)
    await dismissDuplicate(phone, second?.key ?? '')
    await takeRescueCopy(phone, copy)
    expect(await openDuplicates(phone.db)).toEqual([])
  })
})

test('I17 on a keyed server a call that the browser repeats makes no second one, and none is reported', async () => {
  const town = await office({ profile: 'keyed' })
  const { inspectionId } = await smallTown(town)
  const phone = await testDevice(town, town.people.ons)
  const areaId = await perform(phone, addArea, { inspectionId }, { name: 'Kitchen' })
  phone.signal.repeat(5)
  const body = { content: 'Loose wire', potentialvio: false, user_id: phone.userId, codes: [] }
  await perform(phone, addObservation, { areaId }, body)
  await phone.drain()
  expect(await phone.db.outbox.count()).toBe(0)
  expect(await openDuplicates(phone.db)).toEqual([])
  await town.close()
})
