import { describe, expect, test } from 'vitest'
import { byDistance, dayPlan, directionsLink } from '../../src/rules/day-plan.ts'
import { milesBetween, milesText } from '../../src/rules/point.ts'

const zone = 'America/New_York'
/** Monday, 10:00 in the town. */
const now = new Date('2026-11-23T15:00:00Z')

const inspection = (id: number, scheduled_datetime: string | null) => ({ id, scheduled_datetime })
const violation = (id: number, deadline_date: string, status = 0) => ({ id, deadline_date, status })
const plan = (inspections: ReturnType<typeof inspection>[], violations: ReturnType<typeof violation>[] = []) =>
  dayPlan({ inspections, violations }, now, zone)
const ids = (stops: { kind: string; record: { id: number } }[]) => stops.map((it) => `${it.kind[0]}${it.record.id}`)

describe('the round of a day', () => {
  test('an inspection of an earlier day is overdue, of today is for today, of a later day or of none comes next', () => {
    const { overdue, today, next } = plan([
      inspection(1, null),
      inspection(2, '2026-11-24T09:00'),
      inspection(3, '2026-11-23T16:00'),
      inspection(4, '2026-11-23T08:30'),
      inspection(5, '2026-11-20T09:00'),
      inspection(6, '2026-11-22T23:59'),
    ])
    expect(ids(overdue)).toEqual(['i5', 'i6'])
    expect(overdue.map(({ daysLate }) => daysLate)).toEqual([3, 1])
    // An appointment that has passed by an hour is still for today.
    expect(ids(today)).toEqual(['i4', 'i3'])
    expect(ids(next)).toEqual(['i2', 'i1'])
  })

  test('AD-31 a violation is a stop when its deadline passed or approaches; one resolved or far off is none', () => {
    const { overdue, today, next } = plan(
      [],
      [
        violation(1, '2026-11-20'),
        violation(2, '2026-11-23'),
        violation(3, '2026-11-25'),
        violation(4, '2026-12-25'),
        violation(5, '2026-11-20', 1),
      ],
    )
    expect(ids(overdue)).toEqual(['v1'])
    expect(overdue[0]?.daysLate).toBe(3)
    expect(ids(today)).toEqual(['v2'])
    expect(ids(next)).toEqual(['v3'])
  })

  test('a deadline of a day comes after the appointments of that day', () => {
    const { today } = plan([inspection(1, '2026-11-23T17:00')], [violation(2, '2026-11-23')])
    expect(ids(today)).toEqual(['i1', 'v2'])
  })

  test('days late are days of the town, also over the change of the clocks', () => {
    const after = new Date('2026-11-02T05:30:00Z') // 00:30, a day after the clocks went back
    const { overdue } = dayPlan({ inspections: [inspection(1, '2026-10-31T12:00')], violations: [] }, after, zone)
    expect(overdue[0]?.daysLate).toBe(2)
  })
})

describe('distances', () => {
  const townHall = { latitude: 38.955, longitude: -76.945 }
  const north = { latitude: 38.97, longitude: -76.945 }

  test('a minute of latitude is 1.15 miles', () => {
    const mile = milesBetween(townHall, { ...townHall, latitude: townHall.latitude + 1 / 60 })
    expect(mile).toBeCloseTo(1.151, 2)
    expect(milesBetween(townHall, townHall)).toBe(0)
  })

  test('the nearest stop comes first, those of unknown place last and in their order', () => {
    const places = new Map([
      ['far', north],
      ['near', townHall],
    ])
    const order = byDistance(['unknown', 'far', 'lost', 'near'], townHall, (it) => places.get(it))
    expect(order).toEqual(['near', 'far', 'unknown', 'lost'])
  })

  test.each([
    [0.04, '0.0 mi'],
    [0.44, '0.4 mi'],
    [9.94, '9.9 mi'],
    [12.4, '12 mi'],
  ])('%d miles read %s', (miles, text) => {
    expect(milesText(miles)).toBe(text)
  })

  test('directions open Apple’s maps on its devices, elsewhere the app that answers geo', () => {
    const words = '12 ELM STREET #2'
    expect(directionsLink({ words }, true)).toBe('https://maps.apple.com/?daddr=12%20ELM%20STREET%20%232')
    expect(directionsLink({ words, point: north }, true)).toBe('https://maps.apple.com/?daddr=38.97,-76.945')
    expect(directionsLink({ words }, false)).toBe('geo:0,0?q=12%20ELM%20STREET%20%232')
    expect(directionsLink({ words, point: north }, false)).toBe(
      'geo:38.97,-76.945?q=38.97,-76.945(12%20ELM%20STREET%20%232)',
    )
  })
})
