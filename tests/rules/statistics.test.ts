import { describe, expect, test } from 'vitest'
import { dayOf } from '../../src/rules/dates.ts'
import { type StatisticsRows, statisticsOf } from '../../src/rules/statistics.ts'
import {
  instantsOf,
  isWholeStep,
  lastWeeks,
  periodBefore,
  presets,
  stepSize,
  stepsOf,
} from '../../src/rules/statistics-period.ts'
import { codesTable, madeTable, openTable, spanTable } from '../../src/rules/statistics-tables.ts'
import { changeText, isEmpty, shortStep, summaries } from '../../src/rules/statistics-words.ts'
import { plotPeriod } from '../../src/screens/sir/plot-period.ts'

const zone = 'America/New_York'
const now = new Date('2026-11-23T18:00:00Z')
const none: StatisticsRows = { inspections: [], violations: [], citations: [], services: [] }
const count = (rows: Partial<StatisticsRows>, from: string, to: string) =>
  statisticsOf({ ...none, ...rows }, { from, to }, { now, zone })

const violation = (id: number, created_at: string, more: Partial<StatisticsRows['violations'][number]> = {}) => ({
  ...{ id, address_id: 1, status: 0, user_id: null, created_at, updated_at: created_at },
  ...more,
})
const complaint = (created_at: string, updated_at = created_at, status: string | null = null) => ({
  ...{ source: 'Complaint', status, created_at, updated_at },
})

describe('a period', () => {
  test('is shown by days up to two weeks, by weeks up to half a year, else by months', () => {
    expect(stepSize({ from: '2026-11-10', to: '2026-11-23' })).toBe('day')
    expect(stepSize({ from: '2026-11-09', to: '2026-11-23' })).toBe('week')
    expect(stepSize({ from: '2026-05-18', to: '2026-11-23' })).toBe('week')
    expect(stepSize({ from: '2026-05-17', to: '2026-11-23' })).toBe('month')
    expect(stepsOf({ from: '2026-11-23', to: '2026-11-23' })).toEqual([{ from: '2026-11-23', to: '2026-11-23' }])
  })

  test('has weeks from Sunday, of which the first and the last may be cut', () => {
    const steps = stepsOf({ from: '2026-11-04', to: '2026-11-23' })
    expect(steps).toEqual([
      { from: '2026-11-04', to: '2026-11-07' },
      { from: '2026-11-08', to: '2026-11-14' },
      { from: '2026-11-15', to: '2026-11-21' },
      { from: '2026-11-22', to: '2026-11-23' },
    ])
    expect(steps.map((step) => isWholeStep(step, 'week'))).toEqual([false, true, true, false])
  })

  test('has months of their own lengths, the end of a year and a leap day among them', () => {
    const steps = stepsOf({ from: '2023-12-15', to: '2024-07-31' })
    expect(steps.map(({ to }) => to)).toEqual([
      '2023-12-31',
      '2024-01-31',
      '2024-02-29',
      '2024-03-31',
      '2024-04-30',
      '2024-05-31',
      '2024-06-30',
      '2024-07-31',
    ])
    expect([steps[0], steps[2], steps[7]].map((step) => step && isWholeStep(step, 'month'))).toEqual([
      false,
      true,
      true,
    ])
  })

  test('is compared with as many days directly before it', () => {
    expect(periodBefore({ from: '2026-11-01', to: '2026-11-23' })).toEqual({ from: '2026-10-09', to: '2026-10-31' })
    expect(periodBefore({ from: '2026-03-01', to: '2026-03-01' })).toEqual({ from: '2026-02-28', to: '2026-02-28' })
  })

  test('begins and ends at midnight in the town, also in the weeks in which the clocks change', () => {
    expect(instantsOf({ from: '2026-11-01', to: '2026-11-02' }, zone)).toEqual({
      before: new Date('2026-10-30T04:00:00Z'),
      starts: [new Date('2026-11-01T04:00:00Z'), new Date('2026-11-02T05:00:00Z')],
      end: new Date('2026-11-03T05:00:00Z'),
    })
    const { starts } = instantsOf({ from: '2026-03-07', to: '2026-03-09' }, zone)
    expect(starts.map((it) => it.toISOString().slice(5, 16))).toEqual(['03-07T05:00', '03-08T05:00', '03-09T04:00'])
  })

  test('is chosen by its name; the fiscal year begins in July', () => {
    const named = Object.fromEntries(presets('2026-11-23').map(({ name, period }) => [name, period]))
    expect(named).toEqual({
      'Last 12 weeks': { from: '2026-09-06', to: '2026-11-23' },
      'This month': { from: '2026-11-01', to: '2026-11-23' },
      'Last month': { from: '2026-10-01', to: '2026-10-31' },
      'This quarter': { from: '2026-10-01', to: '2026-11-23' },
      'This fiscal year': { from: '2026-07-01', to: '2026-11-23' },
      'This year': { from: '2026-01-01', to: '2026-11-23' },
    })
    const january = Object.fromEntries(presets('2027-01-31').map(({ name, period }) => [name, period]))
    expect(january['Last month']).toEqual({ from: '2026-12-01', to: '2026-12-31' })
    expect(january['This quarter']).toEqual({ from: '2027-01-01', to: '2027-01-31' })
    expect(january['This fiscal year']?.from).toBe('2026-07-01')
    expect(stepsOf(lastWeeks(dayOf(now, zone)))).toHaveLength(12)
  })

  test('is typed: without two days that make one, the last 12 weeks are shown, with the reason', () => {
    const typed = (start: string, end: string) => plotPeriod(start, end, '2026-11-23')
    expect(typed('', '')).toEqual({ period: { from: '2026-09-06', to: '2026-11-23' }, problem: null })
    expect(typed('2026-02-01', '2026-02-28')).toEqual({
      period: { from: '2026-02-01', to: '2026-02-28' },
      problem: null,
    })
    expect(typed('2026-02-01', '').problem).toMatch(/^Choose the end date too/)
    expect(typed('', '2026-02-01').problem).toMatch(/^Choose the start date too/)
    expect(typed('2026-02-02', '2026-02-01').problem).toMatch(/before the start date/)
    expect(typed('2021-11-23', '2026-11-23').problem).toBeNull()
    expect(typed('2021-11-22', '2026-11-23').problem).toMatch(/^Choose at most five years/)
  })
})

describe('the figures', () => {
  test('of nothing are nothing', () => {
    const nothing = count({}, '2026-09-06', '2026-11-23')
    expect(isEmpty(nothing)).toBe(true)
    expect(nothing.response.median).toBeNull()
    expect(summaries.span(nothing.response, 'complaint', 'answered')).toBe('No complaint was answered in this period.')
    expect(isEmpty(count({ citations: [{ created_at: '2026-08-01T12:00:00Z' }] }, '2026-09-06', '2026-11-23'))).toBe(
      false,
    )
  })

  test('count the hour that comes twice in its own day, and midnight in the new one', () => {
    const inspections = [
      '2026-11-01T03:59:59.999Z',
      '2026-11-01T05:30:00Z',
      '2026-11-01T06:30:00Z',
      '2026-11-02T05:00:00Z',
    ]
    const of = count({ inspections: inspections.map((it) => complaint(it)) }, '2026-11-01', '2026-11-02')
    expect(of.complaints).toEqual({ count: 3, before: 1 })
    expect(of.steps.map(({ complaints }) => complaints)).toEqual([2, 1])
  })

  test('leave out records without a time, and do not take a complaint for an inspection', () => {
    const inspections = [
      complaint('2026-11-02T12:00:00Z'),
      { source: 'complaint' },
      { source: 'Permit', created_at: '2026-11-02T12:00:00Z' },
    ]
    const of = count({ inspections }, '2026-11-01', '2026-11-07')
    expect([of.complaints.count, of.inspections.count]).toEqual([1, 1])
  })

  test('rank sections by their number, ties by their id, and sum the rest', () => {
    const codes = Array.from({ length: 12 }, (_, n) => ({ id: 12 - n, chapter: '1', section: `${12 - n}`, name: null }))
    const violations = [
      violation(1, '2026-11-02T12:00:00Z', { codes }),
      violation(2, '2026-11-03T12:00:00Z', { codes: codes.slice(7, 8) }),
    ]
    const of = count({ violations }, '2026-11-01', '2026-11-07')
    expect(of.codes.map(({ id }) => id)).toEqual([5, 1, 2, 3, 4, 6, 7, 8, 9, 10])
    expect(of.other_codes).toEqual({ count: 2, before: 0 })
    expect(codesTable(of).rows.at(-1)).toEqual(['All other sections', 2, 0])
  })

  test('count as open if open at the end of the period, even if closed later', () => {
    const violations = [
      violation(1, '2026-10-01T12:00:00Z', {
        status: 1,
        closed_at: '2026-11-10T12:00:00Z',
        user_id: 4,
        user: { id: 4, name: 'Mia' },
      }),
      violation(2, '2026-10-01T12:00:00Z', { status: 1, closed_at: '2026-10-20T12:00:00Z' }),
      violation(3, '2026-10-30T12:00:00Z', { status: 2, user_id: 4, user: { id: 4, name: 'Mia' } }),
      violation(4, '2026-11-20T12:00:00Z'),
      // A server that tells no moment of resolution tells its last change.
      violation(5, '2026-09-01T12:00:00Z', { status: 3, updated_at: '2026-11-01T12:00:00Z' }),
    ]
    const october = count({ violations }, '2026-10-01', '2026-10-31').open
    expect(october).toMatchObject({ count: 3, before: 1, ages: [1, 1, 1, 0, 0] })
    expect(openTable(count({ violations }, '2026-10-01', '2026-10-31')).rows).toEqual([
      ['Mia', 1, 1, 0, 0, 0, 2],
      ['Nobody', 0, 0, 1, 0, 0, 1],
      ['All', 1, 1, 1, 0, 0, 3],
    ])
    expect(count({ violations }, '2026-11-01', '2026-11-30').open).toMatchObject({ count: 2, before: 3 })
  })

  test('count the days of a response from day to day in the town, and the middle of an even number between two', () => {
    const inspections = [
      // Half past eleven at night, and half an hour past midnight: the next day.
      complaint('2026-11-03T04:30:00Z', '2026-11-03T05:30:00Z', 'Completed'),
      complaint('2026-10-31T12:00:00Z', '2026-11-03T12:00:00Z', 'In Progress'),
      complaint('2026-11-01T12:00:00Z', '2026-11-03T12:00:00Z', ' - '),
      complaint('2026-11-03T12:00:00Z', '2026-11-03T12:00:00Z', 'Completed'),
    ]
    const { response } = count({ inspections }, '2026-11-01', '2026-11-07')
    expect(response).toEqual({ count: 2, before: 0, median: 2, median_before: null, bands: [0, 2, 0, 0, 0, 0] })
    const four = count(
      {
        inspections: [
          ...inspections,
          complaint('2026-11-03T12:00:00Z', '2026-11-03T13:00:00Z', 'x'),
          complaint('2026-11-01T12:00:00Z', '2026-11-03T13:00:00Z', 'x'),
        ],
      },
      '2026-11-01',
      '2026-11-07',
    )
    expect(four.response.median).toBe(1.5)
    expect(spanTable(four.response, 'Complaints').rows.at(-1)).toEqual(['Half within so many days', 1.5, null])
  })

  test('count compliance from the first service that stands, else from when the violation was written down', () => {
    const closed = { status: 1, closed_at: '2026-11-10T12:00:00Z' }
    const of = (services: StatisticsRows['services'], more = {}) =>
      count(
        { violations: [violation(1, '2026-11-01T12:00:00Z', { ...closed, ...more })], services },
        '2026-11-01',
        '2026-11-14',
      ).compliance.median
    const served = (day: number, more = {}) => ({ violation_id: 1, created_at: `2026-11-0${day}T12:00:00Z`, ...more })
    expect(of([])).toBe(9)
    expect(of([], { observed_at: '2026-10-31T12:00:00Z' })).toBe(10)
    expect(of([served(5), served(3)])).toBe(7)
    expect(of([served(3, { voided_at: '2026-11-03T13:00:00Z' }), served(5)])).toBe(5)
    expect(of([served(5, { observed_at: '2026-11-04T12:00:00Z' })])).toBe(6)
    expect(of([{ violation_id: 1, created_at: '2026-11-12T12:00:00Z' }])).toBe(9)
    expect(of([served(3, { violation_id: 2 })])).toBe(9)
    expect(of([], { status: 3 })).toBeNull()
  })

  test('call an address a repeat only for violations of different days, ties in the order of the addresses', () => {
    const violations = [
      violation(1, '2026-11-02T12:00:00Z', { address_id: 9 }),
      violation(2, '2026-11-02T20:00:00Z', { address_id: 9 }),
      violation(3, '2026-11-02T12:00:00Z', { address_id: 8, combadd: '8 ELM STREET' }),
      // After midnight in UTC, the same day in the town; then the next day.
      violation(4, '2026-11-03T04:00:00Z', { address_id: 7 }),
      violation(5, '2026-11-02T12:00:00Z', { address_id: 7 }),
      violation(6, '2026-11-03T05:00:00Z', { address_id: 8 }),
      violation(7, '2026-11-04T05:00:00Z', { address_id: 6 }),
      violation(8, '2026-11-05T05:00:00Z', { address_id: 6 }),
      violation(9, '2026-10-30T12:00:00Z', { address_id: 6 }),
    ]
    expect(count({ violations }, '2026-11-01', '2026-11-07').repeat).toEqual({
      count: 2,
      before: 0,
      addresses: [
        { address_id: 6, combadd: null, count: 2, before: 1 },
        { address_id: 8, combadd: '8 ELM STREET', count: 2, before: 0 },
      ],
    })
  })
})

describe('in words', () => {
  test('a change is given in figures, and in percent only if there were more than 20 before', () => {
    expect(changeText({ count: 26, before: 20 })).toBe('20 before, 6 more')
    expect(changeText({ count: 28, before: 21 })).toBe('21 before, 7 more (+33%)')
    expect(changeText({ count: 1_000, before: 2_000 })).toBe('2,000 before, 1,000 fewer (-50%)')
    // Half a percent is rounded away from nothing, up and down alike.
    expect(changeText({ count: 3, before: 24 })).toBe('24 before, 21 fewer (-88%)')
    expect(changeText({ count: 30, before: 30 })).toBe('30 before, the same')
    expect(changeText({ count: 3, before: 0 })).toBe('0 before, 3 more')
  })

  test('a week is named for its first day, a month for itself', () => {
    expect([shortStep('2026-09-06', 'week'), shortStep('2026-09-01', 'month')]).toEqual(['9/6', 'Sep'])
    const of = count({}, '2026-04-10', '2026-11-23')
    expect(
      madeTable(of)
        .rows.slice(0, 2)
        .map(([name]) => name),
    ).toEqual(['4/10/2026 to 4/30/2026', 'May 2026'])
  })
})
