import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assignInspector, inspectionById, scheduleInspection } from '../../src/records/inspection.ts'
import { listRange } from '../../src/records/listing.ts'
import { readListing } from '../../src/records/read-listing.ts'
import { pileListing, weekListing } from '../../src/records/week.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { choose, chosenByField, takeTheirs } from '../../src/sync/reconcile/resolve-entry.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { emptyDevice, rowsRead } from '../harness/listed-rows.ts'
import { type Office, office } from '../harness/office.ts'
import { smallTown } from '../harness/town.ts'

let town: Office
let inspectionId: number
let desk: TestDevice
let other: TestDevice
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  await town.pool.query('truncate addresses, codes, inspections restart identity cascade')
  inspectionId = (await smallTown(town)).inspectionId
  await town.pool.query(`update inspections set scheduled_datetime = '2026-11-23T09:00', inspector_id = $1`, [
    town.people.ons.id,
  ])
  desk = await testDevice(town, town.people.admin)
  other = await testDevice(town, town.people.admin)
  for (const it of [desk, other]) await pull(it, inspectionById(inspectionId))
})

/** Moves the card to another day and another inspector, as the board does: two calls. */
const move = async (device: TestDevice, day: string, userId: number | null) => {
  const seen = (await device.db.rows('inspection').get(inspectionId)) ?? {}
  const params = { inspectionId }
  await perform(device, scheduleInspection, params, { scheduled_datetime: `${day}T09:00` }, { seen })
  await perform(device, assignInspector, params, { inspector_id: userId }, { seen })
}
const atOffice = async () => {
  const { rows } = await town.pool.query(
    'select left(scheduled_datetime::text, 10) as day, inspector_id from inspections where id = $1',
    [inspectionId],
  )
  return rows[0]
}
const conflicts = async (device: TestDevice) =>
  (await device.db.outbox.orderBy('seq').toArray()).map(({ state, problem }) => [
    state,
    (problem?.fields ?? []).map((it) => it.name),
  ])

test('II-04 II-06 two people who move the same card without signal: the second chooses between both versions', async () => {
  const { oas, ons } = town.people
  desk.signal.off()
  other.signal.off()
  await move(desk, '2026-11-24', null)
  await move(other, '2026-11-25', oas.id)
  desk.signal.on()
  await desk.drain()
  expect(await atOffice()).toEqual({ day: '2026-11-24', inspector_id: null })
  other.signal.on()
  await other.drain()
  // No change of the first person is overwritten unseen, and no change of the second is lost.
  expect(await atOffice()).toEqual({ day: '2026-11-24', inspector_id: null })
  expect((await conflicts(other))[0]).toEqual(['conflict', ['scheduled_datetime']])
  expect(await other.db.rows('inspection').get(inspectionId)).toMatchObject({ inspector_id: oas.id })
  const [day] = await other.db.outbox.orderBy('seq').toArray()
  expect(day?.problem?.fields).toMatchObject([{ mine: '2026-11-25T09:00' }])
  await choose(other, day?.key ?? '', [])
  await other.drain()
  expect(await atOffice()).toEqual({ day: '2026-11-25', inspector_id: null })
  expect(await conflicts(other)).toEqual([['conflict', ['inspector_id']]])
  const [who] = await other.db.outbox.toArray()
  expect(who?.problem?.fields).toMatchObject([{ seen: ons.id, mine: oas.id, theirs: null }])
  expect(who && chosenByField(who)).toBe(false)
  await takeTheirs(other, who?.key ?? '')
  await other.drain()
  expect(await conflicts(other)).toEqual([])
  expect(await other.db.rows('inspection').get(inspectionId)).toMatchObject({ inspector_id: null })
})

test('II-04 II-06 who moves a card to where somebody else has put it meanwhile is asked nothing', async () => {
  desk.signal.off()
  await move(desk, '2026-11-24', null)
  await move(other, '2026-11-24', null)
  await other.drain()
  desk.signal.on()
  await desk.drain()
  expect(await conflicts(desk)).toEqual([])
  expect(await atOffice()).toEqual({ day: '2026-11-24', inspector_id: null })
})

test('II-04 II-06 a move that is taken back before it is sent leaves the office as it was, and asks nothing', async () => {
  const before = await atOffice()
  desk.signal.off()
  await move(desk, '2026-11-24', null)
  const params = { inspectionId }
  await perform(desk, scheduleInspection, params, { scheduled_datetime: '2026-11-23T09:00' })
  await perform(desk, assignInspector, params, { inspector_id: town.people.ons.id })
  desk.signal.on()
  await desk.drain()
  expect(await conflicts(desk)).toEqual([])
  expect(await atOffice()).toEqual(before)
})

test('the board of a week reads its own rows and the first of the pile, among 20,000 inspections', async () => {
  const db = await emptyDevice()
  const day = (at: number) => new Date(Date.UTC(2020, 0, 6 + (at % 2_500))).toISOString().slice(0, 10)
  await db.rows('inspection').bulkPut(
    Array.from({ length: 20_000 }, (_, at) => ({
      id: at + 1,
      source: at % 3 ? 'Business License' : 'Complaint',
      status: at % 1_000 === 0 ? 'Pending' : 'Completed',
      inspector_id: at % 2_000 === 0 ? null : 7,
      scheduled_datetime: at % 4_000 === 0 ? null : `${day(at)}T10:00:00`,
    })),
  )
  const week = await rowsRead(() => readListing(db, weekListing('2026-11-09', '2026-11-15')))
  expect(week.read).toBe(week.result.length)
  expect(week.result.map((it) => it.id).every((id) => day(id - 1) >= '2026-11-09')).toBe(true)
  // The rows lie on 2,500 days, eight on each; only a few have no day.
  expect(week.read).toBeGreaterThan(0)
  expect(week.read).toBeLessThanOrEqual(56)
  const pile = await rowsRead(() => readListing(db, pileListing('2026-11-08')))
  expect(pile.read).toBe(20)
  const unplaced = await readListing(db, { type: 'inspection', ranges: [listRange('unplaced')] })
  expect(pile.result.slice(-unplaced.length)).toEqual(unplaced)
  expect(unplaced).toHaveLength(10)
  db.close()
})

test('the pile has what is overdue first, then what has no inspector by its day, then what has no day', async () => {
  const db = await emptyDevice()
  const row = (id: number, inspector_id: number | null, at: string | null, status: string | null = null) => ({
    id,
    source: id % 2 ? 'Complaint' : 'Business License',
    status,
    inspector_id,
    scheduled_datetime: at && `${at}T10:00`,
  })
  await db
    .rows('inspection')
    .bulkPut([
      row(1, 7, null),
      row(2, null, '2026-12-01'),
      row(3, 7, '2026-11-20'),
      row(4, 7, '2026-11-22'),
      row(5, null, null, 'open'),
      row(6, 7, '2026-11-23'),
      row(7, 7, '2026-11-19', 'Violation Found'),
      row(8, null, '2026-11-19'),
      row(9, null, null, 'closed'),
    ])
  const found = await readListing(db, pileListing('2026-11-22'))
  expect(found.map((it) => it.id)).toEqual([3, 4, 8, 2, 1, 5])
  db.close()
})
