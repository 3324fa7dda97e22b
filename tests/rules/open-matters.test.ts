import { expect, test } from 'vitest'
import { daysLeftText, openViolations, openVisits } from '../../src/rules/open-matters.ts'

const zone = 'America/New_York'
/** Monday, 10:00 in the town. */
const now = new Date('2026-11-23T15:00:00Z')

test.each([
  ['2026-11-23', 'due today', false],
  ['2026-11-24', '1 day left', false],
  ['2026-12-03', '10 days left', false],
  ['2026-11-22', '1 day late', true],
  ['2026-10-24', '30 days late', true],
  // An hour ago on the same day: its badge says Past Due.
  ['2026-11-23T14:00:00Z', 'late since today', true],
  ['2026-11-23T16:00:00Z', 'due today', false],
])('AD-31 a deadline of %s reads "%s"', (deadline, text, isLate) => {
  expect(daysLeftText(deadline, now, zone)).toEqual({ text, isLate })
})

test('without a deadline there are no days left', () => {
  expect(daysLeftText(null, now, zone)).toBeNull()
})

test('AD-31 VL-02 open violations are sorted by deadline; resolved and dismissed ones are not open', () => {
  const row = (id: number, status: number, deadline_date: string | null) => ({ id, status, deadline_date })
  const open = openViolations(
    [
      row(1, 0, null),
      row(2, 0, '2026-12-01'),
      row(3, 1, '2026-11-01'),
      row(4, 3, '2026-11-01'),
      row(5, 2, '2026-11-20'),
    ],
    now,
    zone,
  )
  expect(open.map(({ record, left }) => [record.id, left?.text ?? null])).toEqual([
    [5, '3 days late'],
    [2, '8 days left'],
    [1, null],
  ])
})

test('G-03 DB-44 open are unfinished inspections and unanswered complaints', () => {
  const rows = [
    { source: 'Multifamily License', status: 'In Progress' },
    { source: 'Multifamily License', status: 'Completed' },
    { source: 'Complaint', status: 'Satisfactory' },
    { source: 'Complaint', status: null },
    { source: 'Complaint', status: 'In Progress' },
  ]
  expect(openVisits(rows)).toEqual([rows[0], rows[3], rows[4]])
})
