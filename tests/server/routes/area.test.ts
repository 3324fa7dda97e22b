import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas } from '../../../src/contract/area.ts'
import { rooms } from '../../../src/contract/room.ts'
import { units } from '../../../src/contract/unit.ts'
import { type Office, office } from '../../harness/office.ts'
import { addAddress, addInspection, ask, refusal } from './ask.ts'

let town: Office
let inspectionId: number
let unitId: number
beforeAll(async () => {
  town = await office()
  const { id: addressId } = await addAddress(town)
  inspectionId = (await addInspection(town, addressId)).id
  unitId = (await ask(town, units.add, { params: { addressId }, body: { number: '1' } })).id
})
afterAll(() => town.close())

test('C-27 both kinds of area take name, notes and room; EN-10 a general one has no unit', async () => {
  const room = await ask(town, rooms.add, { body: { name: 'Kitchen' }, as: town.people.admin })
  const body = { name: ' Kitchen ', notes: 'Grease', room_id: room.id }
  const general = await ask(town, areas.add, { params: { inspectionId }, body })
  expect(general).toMatchObject({
    name: 'Kitchen',
    notes: 'Grease',
    room_id: room.id,
    unit_id: null,
    inspection_id: inspectionId,
  })
  const inUnit = await ask(town, areas.addToUnit, { params: { inspectionId, unitId }, body: { ...body, name: 'Bath' } })
  expect(inUnit).toMatchObject({ name: 'Bath', notes: 'Grease', room_id: room.id, unit_id: unitId })
  const all = await ask(town, areas.ofInspection, { params: { inspectionId } })
  expect(all.map(({ name }) => name)).toEqual(['Bath', 'Kitchen'])
  expect(await ask(town, areas.ofUnit, { params: { inspectionId, unitId } })).toEqual([inUnit])
  expect(await ask(town, areas.countOfUnit, { params: { inspectionId, unitId } })).toBe(1)
  expect(await ask(town, areas.one, { params: { areaId: general.id } })).toEqual(general)
})

test('an area outlives the room that it was made from', async () => {
  const room = await ask(town, rooms.add, { body: { name: 'Cellar' }, as: town.people.admin })
  const area = await ask(town, areas.add, { params: { inspectionId }, body: { name: 'Cellar', room_id: room.id } })
  await ask(town, rooms.remove, { params: { roomId: room.id }, as: town.people.admin })
  expect(await ask(town, areas.one, { params: { areaId: area.id } })).toMatchObject({ name: 'Cellar', room_id: null })
})

test('CI-11 a blank name is refused', async () => {
  expect(await refusal(town, areas.add, { params: { inspectionId }, body: { name: '  ' } })).toBe(
    '422 Name is required',
  )
})

test('a unit of another address, an inspection and an area that do not exist are 404', async () => {
  const other = await addAddress(town, '13 ELM STREET')
  const { id: strange } = await ask(town, units.add, { params: { addressId: other.id }, body: { number: '1' } })
  const body = { name: 'Hall' }
  for (const call of [areas.ofUnit, areas.addToUnit, areas.countOfUnit])
    expect(await refusal(town, call, { params: { inspectionId, unitId: strange }, body })).toBe('404 Unit not found')
  expect(await refusal(town, areas.add, { params: { inspectionId: 999_999 }, body })).toBe('404 Inspection not found')
  expect(await refusal(town, areas.ofInspection, { params: { inspectionId: 999_999 } })).toBe(
    '404 Inspection not found',
  )
  expect(await refusal(town, areas.one, { params: { areaId: 999_999 } })).toBe('404 Area not found')
})

test('G-18 an area written down earlier keeps both moments; a clock that is ahead counts for nothing', async () => {
  const params = { inspectionId }
  const observed_at = new Date(Date.now() - 3_600_000).toISOString()
  const add = (at: string) =>
    town.fetch(`/api/inspections/${inspectionId}/areas`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Roof', observed_at: at }),
      headers: { 'Content-Type': 'application/json' },
      as: town.people.ons,
    })
  expect((await add(observed_at)).status).toBe(200)
  expect((await add(new Date(Date.now() + 3_600_000).toISOString())).status).toBe(200)
  const stored = await town.pool.query('select observed_at from areas where name = $1 order by id', ['Roof'])
  expect(stored.rows.map((row) => row.observed_at?.toISOString() ?? null)).toEqual([observed_at, null])
  expect((await ask(town, areas.ofInspection, { params }))[0]?.name).toBe('Roof')
})
