import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byText, complaintOrder, newestBy, newestFirst } from '../../src/rules/list-order.ts'
import { inPendingOrder } from '../../src/rules/pending-order.ts'
import { inUnitOrder, maxUnitButtons } from '../../src/rules/unit-order.ts'

const now = new Date('2026-11-20T15:00:00Z')
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

test('DB-32 scheduled today first, then unscheduled, then by date', () => {
  const rows = [
    '2026-11-22T09:00:00',
    null,
    '2026-11-20T14:00:00',
    '2026-11-18T09:00:00',
    '2026-11-20T08:00:00',
    '',
  ].map((scheduled_datetime, at) => ({ id: at + 1, scheduled_datetime }))
  expect(ids(inPendingOrder(rows, now))).toEqual([5, 3, 2, 6, 4, 1])
})

test('DB-32 C-23 today is the town’s today: late in the evening UTC is a day ahead', () => {
  const rows = [
    { id: 1, scheduled_datetime: '2026-11-21T09:00' },
    { id: 2, scheduled_datetime: '2026-11-20T09:00' },
  ]
  expect(ids(inPendingOrder(rows, new Date('2026-11-21T03:00:00Z')))).toEqual([2, 1])
  expect(ids(inPendingOrder(rows, new Date('2026-11-21T06:00:00Z')))).toEqual([1, 2])
})

test('DB-32 any list keeps its rows, and its three groups in order', () => {
  const someTime = fc.option(fc.date({ min: new Date('2026-11-17'), max: new Date('2026-11-24'), noInvalidDate: true }))
  fc.assert(
    fc.property(fc.array(someTime), (times) => {
      const rows = times.map((time, id) => ({ id, scheduled_datetime: time?.toISOString().slice(0, 16) ?? null }))
      const sorted = inPendingOrder(rows, now)
      const group = (text: string | null) => (text === null ? 1 : text.startsWith('2026-11-20') ? 0 : 2)
      const groups = sorted.map((row) => group(row.scheduled_datetime))
      expect(groups).toEqual(groups.toSorted())
      expect(ids(sorted).toSorted()).toEqual(ids(rows).toSorted())
    }),
  )
})

test('AD-12 units are sorted numerically, those without a number after them', () => {
  const numbers = ['B', '10', '2', '10A', 'Basement', '1', 'a2', '02', null]
  const units = numbers.map((number, id) => ({ id, number }))
  expect(inUnitOrder(units).map(({ number }) => number)).toEqual([
    '1',
    '2',
    '02',
    '10',
    '10A',
    null,
    'a2',
    'B',
    'Basement',
  ])
})

test('AD-13 more than 5 units get a search box', () => {
  expect(maxUnitButtons).toBe(5)
})

test('CP-01 complaints are sorted newest first by created_at, then updated_at', () => {
  const rows = [
    { id: 1, created_at: '2026-01-01T00:00:00', updated_at: '2026-01-02T00:00:00' },
    { id: 2, created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-03T00:00:00' },
    { id: 3, created_at: '2026-02-01T00:00:00', updated_at: null },
  ]
  expect(ids(newestBy(rows, complaintOrder))).toEqual([3, 2, 1])
})

test('C-37 lists are sorted newest first, then by id; the last one made here is the newest of its moment', () => {
  const created_at = '2026-01-01T00:00:00'
  const rows = [
    { id: 5, created_at },
    { id: -1, created_at },
    { id: 9, created_at },
    { id: -2, created_at },
    { id: 1, created_at: '2026-03-01T00:00:00' },
    { id: 2 },
  ]
  expect(ids(newestFirst(rows))).toEqual([1, -2, -1, 9, 5, 2])
})

test('C-37 people and firms are sorted by name, whatever the case, those without one last', () => {
  const names = ['bob', null, 'Alice', 'Firm 10', 'Firm 9', ' Émile']
  expect(byText(names, (name) => name)).toEqual(['Alice', 'bob', ' Émile', 'Firm 9', 'Firm 10', null])
})
