import { expect, test } from 'vitest'
import { notInspectedText, notInspectedToday } from '../../src/rules/not-inspected.ts'

test('the comment of a visit that could not be made names the number of the office, never one of the device', () => {
  expect(notInspectedText('No entry', { id: 12, source: 'Complaint' })).toBe(
    'No entry: Complaint inspection #12 could not be made.',
  )
  expect(notInspectedText('No entry', { id: -3, source: 'Complaint' })).toBe(
    'No entry: Complaint inspection could not be made.',
  )
})

test('an outcome of today is told of its inspection only, the last one, at the hour of the town', () => {
  const now = new Date('2026-11-23T21:00:00Z')
  const visit = { id: 12, source: 'Complaint' }
  const said = (outcome: string, created_at: string, of = visit) => ({
    content: notInspectedText(outcome, of),
    created_at,
  })
  const morning = said('No entry', '2026-11-23T14:00:00Z')
  const comments = [said('Nobody home', '2026-11-23T20:18:00Z'), morning, { content: 'Rang twice', created_at: null }]
  expect(notInspectedToday(comments, visit, now)).toBe('Nobody home 3:18 PM')
  expect(notInspectedToday([morning], visit, now)).toBe('No entry 9:00 AM')
  expect(notInspectedToday(comments, { ...visit, id: 13 }, now)).toBeNull()
  expect(notInspectedToday([said('Nobody home', '2026-11-22T20:18:00Z')], visit, now)).toBeNull()
  // Written before the inspection had a number of the office.
  const unnumbered = said('Locked out', '2026-11-23T20:18:00Z', { ...visit, id: -3 })
  expect(notInspectedToday([unnumbered], visit, now)).toBe('Locked out 3:18 PM')
})

test('G-18 an outcome counts on the day when it was written, not when it arrived, by the hour of its writing', () => {
  const now = new Date('2026-11-23T21:00:00Z')
  const visit = { id: 12, source: 'Complaint' }
  const said = (outcome: string, observed_at: string, created_at = '2026-11-23T20:59:00Z') => ({
    content: notInspectedText(outcome, visit),
    observed_at,
    created_at,
  })
  expect(notInspectedToday([said('Nobody home', '2026-11-22T20:18:00Z')], visit, now)).toBeNull()
  const sentLate = said('No entry', '2026-11-23T14:00:00Z')
  expect(notInspectedToday([sentLate], visit, now)).toBe('No entry 9:00 AM')
  const sentAtOnce = said('Locked out', '2026-11-23T15:00:00Z', '2026-11-23T15:00:02Z')
  expect(notInspectedToday([sentAtOnce, sentLate], visit, now)).toBe('Locked out 10:00 AM')
  // A documented server writes its stamps in UTC without saying so.
  const unzoned = { content: notInspectedText('No entry', visit), created_at: '2026-11-23T14:00:00' }
  expect(notInspectedToday([unzoned], visit, now)).toBe('No entry 9:00 AM')
})
