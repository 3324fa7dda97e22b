import fc from 'fast-check'
import { expect, test } from 'vitest'
import { deadlineChoices } from '../../src/contract/violation.ts'
import {
  addedDays,
  citationDeadlineState,
  daysOfDeadline,
  daysPassed,
  deadlineDate,
  deadlineState,
  defaultDeadline,
  extendedDeadline,
  inDeadlineOrder,
  invalidDeadlineText,
  isPastDue,
  violationDeadlineState,
} from '../../src/rules/deadline.ts'

const now = new Date('2026-11-20T15:00:00Z')
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000).toISOString()

test('CF-03 the deadlines are Immediate, 1, 3, 7, 14 and 30 days, Immediate by default', () => {
  expect(deadlineChoices).toEqual(['Immediate', '1 day', '3 days', '7 days', '14 days', '30 days'])
  expect(deadlineChoices.map(daysOfDeadline)).toEqual([0, 1, 3, 7, 14, 30])
  expect(defaultDeadline).toBe('Immediate')
})

test('CF-05 a deadline outside the options has no days, and the text says its effect', () => {
  expect(daysOfDeadline('2 days')).toBeNull()
  expect(daysOfDeadline('')).toBeNull()
  expect(invalidDeadlineText).toBe("Invalid deadline selected. Defaulted to 'Immediate'.")
})

test('G-23 a deadline is created + the days of its option + the days of its extension', () => {
  const created_at = '2026-11-01T10:00:00'
  expect(deadlineDate({ deadline: '7 days', extend: 3, created_at })).toEqual(new Date('2026-11-11T10:00:00Z'))
  expect(deadlineDate({ deadline: 'Immediate', created_at })).toEqual(new Date('2026-11-01T10:00:00Z'))
  expect(deadlineDate({ deadline: '7 days' })).toBeNull()
  expect(deadlineDate({ deadline: 'whenever', created_at })).toBeNull()
})

test('G-18 days count from when it was written down in the field, where that is known', () => {
  const facts = { deadline: '1 day', observed_at: '2026-11-01T10:00:00Z', created_at: '2026-11-05T10:00:00Z' }
  expect(deadlineDate(facts)).toEqual(new Date('2026-11-02T10:00:00Z'))
})

test('AD-31 C-15 past due at the instant, approaching at 3 days or fewer, else plenty of time', () => {
  expect(deadlineState(inHours(-1), now)).toBe('Past Due')
  expect(deadlineState(inHours(0), now)).toBe('Past Due')
  expect(deadlineState(inHours(0.01), now)).toBe('Approaching')
  expect(deadlineState(inHours(72), now)).toBe('Approaching')
  expect(deadlineState(inHours(72.01), now)).toBe('Plenty of Time')
  expect(deadlineState(null, now)).toBeNull()
})

test('C-15 a deadline that is a day passes when that day is over in the town', () => {
  expect(deadlineState('2026-11-20', new Date('2026-11-21T04:59:59Z'))).toBe('Approaching')
  expect(deadlineState('2026-11-20', new Date('2026-11-21T05:00:00Z'))).toBe('Past Due')
})

test('AD-31 C-14 a violation hides its badge when Resolved only', () => {
  const violation = { deadline_date: inHours(-1) }
  expect(violationDeadlineState({ ...violation, status: 1 }, now)).toBeNull()
  for (const status of [0, 2, 3]) expect(violationDeadlineState({ ...violation, status }, now)).toBe('Past Due')
})

test('G-23 a violation made on this device shows the badge of the deadline that it will have; Immediate is past due at once', () => {
  const created_at = now.toISOString()
  expect(violationDeadlineState({ status: 0, deadline: 'Immediate', created_at }, now)).toBe('Past Due')
  expect(violationDeadlineState({ status: 0, deadline: '30 days', created_at }, now)).toBe('Plenty of Time')
})

test('AD-31 AD-32 a citation that is Paid or Dismissed has no badge and is never past due', () => {
  const deadline = '2026-11-01'
  expect([0, 1, 2, 3].map((status) => isPastDue({ status, deadline }, now))).toEqual([true, false, true, false])
  expect(citationDeadlineState({ status: 0, deadline: '2026-11-22' }, now)).toBe('Approaching')
  expect(isPastDue({ status: 0, deadline: null }, now)).toBe(false)
  expect(isPastDue({ status: 0, deadline: '2026-11-20' }, now)).toBe(false)
})

test('VD-02 an extension is a whole number of days of at least 1', () => {
  expect(addedDays(' 5 ')).toEqual({ kind: 'days', days: 5 })
  for (const typed of ['0', '-5', '1.5', '1e9', 'five', ''])
    expect(addedDays(typed)).toEqual({ kind: 'invalid', text: 'Please enter a positive number of days.' })
  const tooMany = { kind: 'invalid', text: 'At most 3,650 days (ten years) can be added in all.' }
  for (const typed of ['3651', '9999', '999999999']) expect(addedDays(typed)).toEqual(tooMany)
})

test('VD-03 more days move the current deadline: the server’s, or else the one from the facts', () => {
  const facts = { deadline: '7 days', extend: 2, created_at: '2026-11-20T15:00:00Z' }
  expect(extendedDeadline({ ...facts, deadline_date: '2026-12-01T10:00:00Z' }, 3)).toBe('2026-12-04T10:00:00.000Z')
  expect(extendedDeadline(facts, 3)).toBe('2026-12-02T15:00:00.000Z')
  expect(extendedDeadline({ ...facts, deadline_date: '2026-12-06' }, 0)).toBe('2026-12-06')
  expect(extendedDeadline({ ...facts, deadline_date: '2026-12-26' }, 7)).toBe('2027-01-02')
  expect(extendedDeadline({ deadline: null }, 3)).toBeNull()
})

test('DB-37 violations are sorted by deadline ascending, those without one last', () => {
  const rows = [
    { id: 1, deadline_date: null },
    { id: 2, deadline_date: inHours(5) },
    { id: 3 },
    { id: 4, deadline_date: inHours(-5) },
  ]
  expect(inDeadlineOrder(rows).map(({ id }) => id)).toEqual([4, 2, 1, 3])
})

test('time only ever moves a badge from plenty to approaching to past due', () => {
  const rank = { 'Plenty of Time': 0, Approaching: 1, 'Past Due': 2 }
  const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moment, moment, fc.nat(30 * 24 * 3600), (deadline, first, seconds) => {
      const later = new Date(first.getTime() + seconds * 1000)
      const [a, b] = [deadlineState(deadline.toISOString(), first), deadlineState(deadline.toISOString(), later)]
      return a !== null && b !== null && rank[a] <= rank[b]
    }),
  )
})

test('VD-03 the days since a deadline are counted, so that more time can be given from today', () => {
  const since = (hours: number | null) => daysPassed({ deadline_date: hours === null ? null : inHours(hours) }, now)
  expect([null, 5, 0, -1, -24, -25, -24 * 13].map(since)).toEqual([0, 0, 0, 0, 1, 1, 13])
})
