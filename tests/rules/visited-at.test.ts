import { expect, test } from 'vitest'
import { lastVisitDay, visitedAt } from '../../src/rules/visited-at.ts'

const zone = 'America/New_York'

test.each(['Pending', 'scheduled', 'Cancelled', 'canceled'])('an inspection stored as %s is no visit', (status) => {
  const row = { source: 'Complaint', status, scheduled_datetime: '2026-11-20T10:00' }
  expect(lastVisitDay([row], zone)).toBeNull()
})

test.each(['In Progress', 'under-review', 'Completed', 'Satisfactory', 'Unsatisfactory', 'Violation found'])(
  'an inspection stored as %s is a visit',
  (status) => {
    const row = { source: 'Complaint', status, scheduled_datetime: '2026-11-20T10:00' }
    expect(lastVisitDay([row], zone)).toBe('2026-11-20')
  },
)

test('the last visit is the newest day on which an inspection was made; an appointment is none', () => {
  const visit = (status: string | null, scheduled_datetime: string | null, updated_at = '2026-11-20T12:00:00Z') => ({
    source: 'Complaint',
    status,
    scheduled_datetime,
    updated_at,
  })
  expect(lastVisitDay([], zone)).toBeNull()
  expect(lastVisitDay([visit(null, '2026-11-22T09:00')], zone)).toBeNull()
  expect(lastVisitDay([visit('Scheduled', '2026-11-30T09:00')], zone)).toBeNull()
  expect(lastVisitDay([visit('Completed', '2026-11-02T09:00'), visit('Completed', null)], zone)).toBe('2026-11-20')
})

test('AD-31 a visit that was made before its appointment counts on the day of its last change, for ever', () => {
  const early = {
    source: 'Complaint',
    status: 'Completed',
    scheduled_datetime: '2026-11-30T09:00',
    updated_at: '2026-11-22T03:00:00Z',
  }
  expect(lastVisitDay([early], zone)).toBe('2026-11-21')
  expect(visitedAt(early, zone)).toBe('2026-11-21T22:00')
  expect(lastVisitDay([{ ...early, scheduled_datetime: '2026-11-02T09:00' }, early], zone)).toBe('2026-11-21')
})

test('a visit on the day of its appointment, or changed later, counts at its appointment', () => {
  const visit = { scheduled_datetime: '2026-11-20T15:00', created_at: '2026-11-02T12:00:00Z' }
  expect(visitedAt({ ...visit, updated_at: '2026-11-20T14:00:00Z' }, zone)).toBe('2026-11-20T15:00')
  expect(visitedAt({ ...visit, updated_at: '2026-11-25T14:00:00Z' }, zone)).toBe('2026-11-20T15:00')
  expect(visitedAt(visit, zone)).toBe('2026-11-20T15:00')
  expect(visitedAt({ ...visit, scheduled_datetime: null }, zone)).toBe('2026-11-02T07:00')
})

test('G-18 a visit is on the day on which its status was set, not on that of a later change', () => {
  const visit = { source: 'Complaint', status: 'Completed', status_at: '2026-11-20T14:00:00Z' }
  expect(lastVisitDay([{ ...visit, updated_at: '2026-11-25T14:00:00Z' }], zone)).toBe('2026-11-20')
  expect(
    visitedAt({ ...visit, scheduled_datetime: '2026-11-22T09:00', updated_at: '2026-11-25T14:00:00Z' }, zone),
  ).toBe('2026-11-20T09:00')
})
