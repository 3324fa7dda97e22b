import { expect, test } from 'vitest'
import {
  boardRows,
  cellsOf,
  conflictsOf,
  conflictText,
  countIn,
  isWeekendPlanned,
  loadOf,
  loadText,
  mondayOf,
  type PlannedVisit,
  plannedDays,
  shownDays,
  wayOf,
} from '../../src/rules/week.ts'
import { nextSpot, overdueUntil, stepsOf, timeOn } from '../../src/rules/week-move.ts'

let made = 0
const visit = (time: string | null, more: Partial<PlannedVisit> = {}): PlannedVisit => ({
  id: ++made,
  source: 'Business License',
  inspector_id: 7,
  scheduled_datetime: time && `2026-11-24T${time}`,
  ...more,
})
const tuesday = { day: '2026-11-24', today: '2026-11-24', capacity: 6, isActive: true }

test('a week begins on its Monday, also from its Sunday, over the end of a year and before the first counted one', () => {
  expect(['2026-11-23', '2026-11-24', '2026-11-29'].map(mondayOf)).toEqual(Array(3).fill('2026-11-23'))
  expect(['2027-01-01', '2023-12-31', '2019-06-05'].map(mondayOf)).toEqual(['2026-12-28', '2023-12-25', '2019-06-03'])
})

test('a weekend day is shown only where something is planned on it, or where weekends are asked for', () => {
  const workdays = ['23', '24', '25', '26', '27'].map((it) => `2026-11-${it}`)
  expect(shownDays('2026-11-23', new Set(), false)).toEqual(workdays)
  expect(shownDays('2026-11-23', new Set(['2026-11-28']), false)).toEqual([...workdays, '2026-11-28'])
  expect(shownDays('2026-11-23', new Set(), true)).toHaveLength(7)
})

test('a weekend is planned if both its days have visits, so that it is shown whatever is asked for', () => {
  expect(isWeekendPlanned('2026-11-23', plannedDays([visit('09:00')]))).toBe(false)
  const on = (day: string) => visit(null, { scheduled_datetime: `${day}T09:00` })
  expect(isWeekendPlanned('2026-11-23', plannedDays([on('2026-11-28')]))).toBe(false)
  expect(isWeekendPlanned('2026-11-23', plannedDays([on('2026-11-28'), on('2026-11-29')]))).toBe(true)
})

test('the visits of several cells are counted as each cell counts them: without cancelled ones', () => {
  const cells = cellsOf([visit('09:00'), visit('10:00', { status: 'Cancelled' }), visit('11:00', { inspector_id: 8 })])
  expect(countIn(cells, ['7 2026-11-24', '8 2026-11-24', '9 2026-11-24'])).toBe(2)
})

test('II-06 cells hold the visits of an inspector and a day in the order of their times, those without a time last', () => {
  const [late, early, untimed] = [visit('14:00'), visit('09:00:00'), visit('00:00')]
  const other = visit('09:00', { inspector_id: 8 })
  const cells = cellsOf([late, untimed, other, early, visit(null), visit('10:00', { inspector_id: null })])
  expect([...cells.keys()].sort()).toEqual(['7 2026-11-24', '8 2026-11-24'])
  expect(cells.get('7 2026-11-24')).toEqual([early, late, untimed])
})

test('a day holds so many visits and hours; cancelled ones take none, and more hours than a working day are too many', () => {
  const six = Array.from({ length: 6 }, () => visit('09:00'))
  expect(loadOf(six, 6)).toEqual({ count: 6, minutes: 270, capacity: 6, isOver: false })
  expect(loadOf([...six, visit('15:00', { status: 'canceled' })], 6).isOver).toBe(false)
  expect(loadOf([...six, visit('15:00', { status: 'Completed' })], 6).isOver).toBe(true)
  expect(
    loadOf(
      six.map((it) => ({ ...it, source: 'Multifamily License' })),
      6,
    ).isOver,
  ).toBe(true)
  expect([loadText(loadOf(six, 6)), loadText(loadOf([], 6))]).toEqual(['6 of 6, 4.5 h', '0 of 6'])
})

test('the way of a day goes along its stops, and is not said where a place is missing or nobody goes anywhere', () => {
  const stops = [visit('09:00'), visit('10:00'), visit('11:00')]
  const places = new Map(stops.map(({ id }, at) => [id, { latitude: 39 + at * 0.01, longitude: -76 }]))
  const placeOf = (id: number) => places.get(id)
  expect(wayOf(stops, placeOf)).toBeCloseTo(1.38, 2)
  expect(wayOf(stops.slice(0, 1), placeOf)).toBeUndefined()
  const [, middle] = stops
  expect(wayOf(stops, (id) => (id === middle?.id ? undefined : placeOf(id)))).toBeNull()
  expect(
    wayOf(
      stops.map((it) => (it === middle ? { ...it, status: 'Cancelled' } : it)),
      placeOf,
    ),
  ).toBeCloseTo(1.38, 2)
})

test('conflicts are told: two at one time, over capacity, a day that is past, an inspector who works here no more', () => {
  const [first, second] = [visit('09:00'), visit('09:00:00')]
  expect(conflictsOf([first, second], tuesday).map(conflictText)).toEqual(['2 at 9:00 AM'])
  expect(conflictsOf([first, second], tuesday)).toEqual([
    { kind: 'sameTime', time: '09:00', ids: [first.id, second.id] },
  ])
  expect(conflictsOf([first, visit('10:00')], { ...tuesday, capacity: 1 }).map(conflictText)).toEqual([
    'over capacity, 2 of 1, 1.5 h',
  ])
  expect(conflictsOf([first], { ...tuesday, today: '2026-11-25' }).map(conflictText)).toEqual(['the day is past'])
  expect(conflictsOf([first], { ...tuesday, isActive: false }).map(conflictText)).toEqual([
    'the inspector no longer works here',
  ])
})

test('what is done is in no conflict, and two without a time are at no time', () => {
  const done = visit('09:00', { status: 'Completed' })
  expect(conflictsOf([done, visit('09:00')], tuesday)).toEqual([])
  expect(conflictsOf([done], { ...tuesday, today: '2026-12-01', isActive: false })).toEqual([])
  expect(conflictsOf([visit('00:00'), visit('00:00')], tuesday)).toEqual([])
  const complaint = visit('09:00', { source: 'Complaint', status: 'open' })
  expect(conflictsOf([complaint, visit('09:00')], tuesday)).toHaveLength(1)
})

test('the rows are the inspectors by name, then other people with something on the board', () => {
  const users = [
    { id: 1, name: 'Zoe', role: 1, active: true },
    { id: 2, name: 'Abel', role: 1, active: null },
    { id: 3, name: 'Former', role: 1, active: false },
    { id: 4, name: 'Office', role: 2, active: true },
    { id: 5, name: 'Left', role: 1, active: false },
  ]
  const visits = [3, 4, 9, null].map((inspector_id) => visit('09:00', { inspector_id }))
  expect(boardRows(users, visits).map((it) => [it.name, it.isActive])).toEqual([
    ['Abel', true],
    ['Zoe', true],
    ['Former', false],
    ['Office', true],
    ['User #9', true],
  ])
})

test('II-04 II-06 a move makes only the calls that change something', () => {
  const here = { inspectorId: 7, at: '2026-11-24T09:00' }
  expect(stepsOf(here, here)).toEqual({})
  expect(stepsOf(here, { ...here, inspectorId: 8 })).toEqual({ inspector: 8 })
  expect(stepsOf(here, { ...here, at: null })).toEqual({ schedule: '' })
  expect(stepsOf(here, { inspectorId: null, at: '2026-11-25T09:00' })).toEqual({
    schedule: '2026-11-25T09:00',
    inspector: null,
  })
})

test('a card keeps its time on another day; one without gets the first half hour that has room for it', () => {
  expect(timeOn('2026-11-25', visit('14:15'), [])).toBe('2026-11-25T14:15')
  const day = '2026-11-24'
  expect(timeOn(day, visit(null), [])).toBe(`${day}T09:00`)
  // From 9:00 to 9:45 and from 10:30 on it is taken; three quarters of an hour do not fit between.
  expect(timeOn(day, visit(null), [visit('09:00'), visit('10:30')])).toBe(`${day}T11:30`)
  expect(timeOn(day, visit(null, { source: 'Complaint' }), [visit('09:00'), visit('10:30')])).toBe(`${day}T10:00`)
  expect(timeOn(day, visit(null), [visit('09:00', { status: 'Cancelled' })])).toBe(`${day}T09:00`)
  const full = Array.from({ length: 16 }, (_, at) =>
    visit(`${String(9 + Math.floor(at / 2)).padStart(2, '0')}:${at % 2 ? '30' : '00'}`),
  )
  expect(timeOn(day, visit(null), full)).toBe(`${day}T09:00`)
})

test('arrow keys carry a card over days and inspectors and into the pile, and stop at the edges', () => {
  const board = { rows: 3, days: 5 }
  expect(nextSpot({ row: 0, column: 0 }, 'ArrowUp', board)).toEqual({ row: 0, column: 0 })
  expect(nextSpot({ row: 2, column: 1 }, 'ArrowDown', board)).toEqual({ row: 2, column: 1 })
  expect(nextSpot({ row: 1, column: 4 }, 'ArrowRight', board)).toEqual({ row: 1, column: 5 })
  expect(nextSpot({ row: 1, column: 5 }, 'ArrowRight', board)).toEqual({ row: 1, column: 5 })
  expect(nextSpot({ row: 1, column: 5 }, 'ArrowDown', board)).toEqual({ row: 1, column: 5 })
  expect(nextSpot({ row: 1, column: 5 }, 'ArrowLeft', board)).toEqual({ row: 1, column: 4 })
})

test('what is open is overdue up to yesterday, or up to the week that is looked at', () => {
  expect(overdueUntil('2026-11-30', '2026-11-24')).toBe('2026-11-23')
  expect(overdueUntil('2026-11-23', '2026-11-24')).toBe('2026-11-22')
})
