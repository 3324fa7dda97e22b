import { expect, test } from 'vitest'
import { inCitationOrder } from '../../src/rules/citation-order.ts'

const now = new Date('2026-11-20T15:00:00Z')
const citations = [
  { id: 1, status: 1, deadline: '2026-11-01', created_at: '2026-10-01T00:00:00Z' },
  { id: 2, status: 0, deadline: '2026-11-01', created_at: '2026-10-02T00:00:00Z' },
  { id: 3, status: 2, deadline: '2026-11-01', created_at: '2026-10-03T00:00:00Z' },
  { id: 4, status: 'Unpaid', deadline: '2026-12-01', created_at: '2026-10-04T00:00:00Z' },
  { id: 5, status: 3, deadline: '2026-11-01', created_at: '2026-10-05T00:00:00Z' },
]
const order = (by: string) => inCitationOrder(citations, by, now).map(({ id }) => id)

test('AD-27 citations of an address are sorted newest first, or with the unpaid or the past due before the others', () => {
  expect(order('')).toEqual([5, 4, 3, 2, 1])
  expect(order('unpaid')).toEqual([4, 2, 5, 3, 1])
  // Past due is what is neither Paid nor Dismissed; unpaid alone is not enough, and not needed (AD-32).
  expect(order('pastDue')).toEqual([3, 2, 5, 4, 1])
  expect(order('fine')).toEqual(order(''))
})
