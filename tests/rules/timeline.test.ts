import { expect, test } from 'vitest'
import { type TimelineRecords, timelineOf } from '../../src/rules/timeline.ts'

const zone = 'America/New_York'
const none: TimelineRecords = {
  comments: [],
  inspections: [],
  complaints: [],
  violations: [],
  citations: [],
  licenses: [],
  permits: [],
}
const linesOf = (records: Partial<TimelineRecords>) =>
  timelineOf({ ...none, ...records }, zone).map(({ kind, at, title, detail }) => [kind, at, title, detail])

test('AD-03 the events of an address are one timeline, the newest first', () => {
  expect(
    linesOf({
      comments: [{ id: 4, content: 'Nobody opens', created_at: '2026-11-20T15:00:00Z' }],
      complaints: [
        { id: 2, source: 'Complaint', status: null, description: 'Grass', created_at: '2026-11-01T15:00:00Z' },
      ],
      inspections: [
        { id: 9, source: 'Multifamily License', status: 'Completed', scheduled_datetime: '2026-11-10T09:00' },
      ],
      violations: [{ id: 3, violation_type: 'doorhanger', status: 1, created_at: '2026-11-10T15:00:00Z' }],
      citations: [{ id: 5, citationid: 'C-1', created_at: '2026-11-18T15:00:00' }],
      licenses: [{ id: 6, license_type: 3, license_number: 'M-1', date_issued: '2026-11-21' }],
      permits: [{ id: 7, permit_type: 'POD', created_at: '2026-11-22T15:00:00Z' }],
    }),
  ).toEqual([
    ['permit', '2026-11-22T10:00', 'POD', ''],
    ['license', '2026-11-21T00:00', 'Multifamily License', 'M-1'],
    ['comment', '2026-11-20T10:00', 'Comment', 'Nobody opens'],
    ['citation', '2026-11-18T10:00', 'Citation', 'C-1'],
    ['violation', '2026-11-10T10:00', 'Violation: Doorhanger', 'Resolved'],
    ['inspection', '2026-11-10T09:00', 'Inspection: Multifamily License', 'Completed'],
    ['complaint', '2026-11-01T10:00', 'Complaint: Pending', 'Grass'],
  ])
})

test('work of the field is placed at the time of writing, not of its arrival at the office', () => {
  const sent = { created_at: '2026-11-20T15:00:00Z', observed_at: '2026-11-19T15:00:00Z' }
  expect(linesOf({ comments: [{ id: 1, content: 'Gate is locked', ...sent }] })).toEqual([
    ['comment', '2026-11-19T10:00', 'Comment', 'Gate is locked'],
  ])
})

test('planned events and those without a time are left out; a visit made early is placed at its last change', () => {
  const visit = { source: 'Business License', scheduled_datetime: '2026-12-01T09:00' }
  expect(
    linesOf({
      comments: [{ id: 1, content: 'No time' }],
      inspections: [
        { id: 1, status: null, ...visit },
        { id: 2, status: 'Completed', updated_at: '2026-11-20T15:00:00Z', ...visit },
      ],
    }),
  ).toEqual([['inspection', '2026-11-20T10:00', 'Inspection: Business License', 'Completed']])
})

test('AD-03 events of the same minute are ordered by their full time, then by number', () => {
  const at = (seconds: string) => ({ created_at: `2026-11-20T15:00:${seconds}Z` })
  const visit = { source: 'Business License', status: 'Completed' }
  const lines = linesOf({
    comments: [
      { id: 90, content: 'first', ...at('05') },
      { id: 4, content: 'fourth', ...at('30.250') },
      { id: 5, content: 'fifth', ...at('30.250') },
    ],
    violations: [{ id: 3, violation_type: 'doorhanger', status: 0, ...at('20') }],
    inspections: [
      { id: 80, ...visit, status_at: '2026-11-20T15:00:30Z' },
      // An appointment has no seconds.
      { id: 99, ...visit, scheduled_datetime: '2026-11-20T10:00', status_at: '2026-11-20T15:40:59Z' },
    ],
  })
  expect(lines.map(([kind, , , detail]) => (kind === 'comment' ? detail : kind))).toEqual([
    ...['fifth', 'fourth', 'inspection', 'violation', 'first', 'inspection'],
  ])
})
