import { beforeEach, expect, test } from 'vitest'
import type { Rows } from '../../src/db/rows.ts'
import { targetsAt } from '../../src/screens/inbox/targets.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'

let device: TestDevice
beforeEach(async () => {
  device = await testDevice({ url: 'http://town.test' }, { id: 7, token: 'none' })
  await device.db.rows('unit').bulkPut([
    { id: 1, number: '10A', address_id: 3 },
    { id: 2, number: '2B', address_id: 3 },
  ])
})

const visit = (id: number, source: string, status = 'In Progress') =>
  ({ id, source, status, address_id: 3 }) as Rows['inspection']
const area = (id: number, name: string, inspection_id: number, unit_id: number | null = null) => ({
  ...{ id, name, inspection_id, unit_id },
})
const words = async () => (await targetsAt(device.db, 3)).areas.map((it) => it.words)

test('AR-10 areas of different units can be told apart when photos are filed, in the order of the walk', async () => {
  await device.db.rows('inspection').put(visit(9, 'Multifamily License'))
  await device.db
    .rows('area')
    .bulkPut([area(5, 'Kitchen', 9, 1), area(4, 'Kitchen', 9, 2), area(6, 'Hall', 9), area(-3, 'Attic', 9)])
  expect(await words()).toEqual([
    'Hall, Multifamily License',
    'Attic, Multifamily License',
    'Kitchen, Unit 2B, Multifamily License',
    'Kitchen, Unit 10A, Multifamily License',
  ])
})

test('AR-10 of two open inspections with the same source the areas name the number; others do not', async () => {
  await device.db
    .rows('inspection')
    .bulkPut([
      visit(8, 'Multifamily License'),
      visit(9, 'Multifamily License'),
      visit(10, 'Complaint'),
      visit(11, 'Complaint', 'Completed'),
    ])
  await device.db.rows('area').bulkPut([8, 9, 10, 11].map((id) => area(id, 'Hall', id)))
  expect(await words()).toEqual(['Hall, Multifamily License #8', 'Hall, Multifamily License #9', 'Hall, Complaint'])
})

test('AR-10 two unsent visits with the same source are told apart by when and with which words they were made', async () => {
  const made = (id: number, at: string, description: string | null = null) => ({
    ...{ ...visit(id, 'Complaint'), description, created_at: at },
  })
  await device.db
    .rows('inspection')
    .bulkPut([
      made(8, '2026-11-20T12:00:00Z'),
      made(-1, '2026-11-20T14:05:00Z'),
      made(-2, '2026-11-20T15:30:00Z', 'Loose railing on the stairs behind the house'),
      made(-3, '2026-11-20T15:30:00Z', 'No heat'),
    ])
  await device.db.rows('area').bulkPut([8, -1, -2, -3].map((id) => area(id, 'Hall', id)))
  expect((await words()).sort()).toEqual([
    'Hall, Complaint #8',
    'Hall, Complaint, 11/20/2026, 10:30 AM: Loose railing on the stairs behind the h…',
    'Hall, Complaint, 11/20/2026, 10:30 AM: No heat',
    'Hall, Complaint, 11/20/2026, 9:05 AM',
  ])
})

test('VL-02 photos can be filed with a violation that waits for its trial: it is open like an active one', async () => {
  const violation = (id: number, status: number) =>
    ({ id, status, address_id: 3, violation_type: 'doorhanger', codes: [] }) as unknown as Rows['violation']
  await device.db.rows('violation').bulkPut([0, 1, 2, 3].map((status) => violation(status + 1, status)))
  expect((await targetsAt(device.db, 3)).violations.map((it) => it.id)).toEqual([1, 3])
})

test('AR-10 an address chosen before the office numbered it keeps its areas and violations under the new number', async () => {
  await device.db.rows('inspection').put(visit(9, 'Complaint'))
  await device.db.rows('area').put(area(5, 'Hall', 9))
  const violation = { id: 1, status: 0, address_id: 3, violation_type: 'doorhanger', codes: [] }
  await device.db.rows('violation').put(violation as unknown as Rows['violation'])
  await device.db.ids.put({ type: 'address', local: -5, server: 3 })
  const found = await targetsAt(device.db, -5)
  expect([found.areas.map((it) => it.words), found.violations.map((it) => it.id)]).toEqual([['Hall, Complaint'], [1]])
})
