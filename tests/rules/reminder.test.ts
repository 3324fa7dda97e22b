import { expect, test } from 'vitest'
import { dayPlan } from '../../src/rules/day-plan.ts'
import { dueCount, reminderOf } from '../../src/rules/reminder.ts'

const zone = 'America/New_York'
/** Monday, 10:00 in the town. */
const now = new Date('2026-11-23T15:00:00Z')
const visit = (id: number, at: string | null, combadd: string) => ({
  id,
  scheduled_datetime: at,
  address: { combadd },
})
const planOf = (...inspections: ReturnType<typeof visit>[]) => dayPlan({ inspections, violations: [] }, now, zone)

test('a reminder counts work due today and overdue, and names three places', () => {
  const plan = planOf(
    visit(1, '2026-11-20T09:00', '1 ELM'),
    visit(2, '2026-11-23T09:00', '2 ELM'),
    visit(3, '2026-11-23T11:00', '2 ELM'),
    visit(4, '2026-11-23T12:00', '3 ELM'),
    visit(5, '2026-11-23T13:00', '4 ELM'),
    visit(6, '2026-11-24T09:00', '5 ELM'),
  )
  expect(dueCount(plan)).toBe(5)
  expect(reminderOf(plan)).toEqual({ title: '4 due today, 1 overdue', body: '1 ELM, 2 ELM, 3 ELM and 1 more place' })
})

test('AD-31 a violation past its deadline is overdue, and stands in the reminder with its address', () => {
  const violations = [{ id: 1, status: 0, deadline_date: '2026-11-20', combadd: '9 OAK' }]
  expect(reminderOf(dayPlan({ inspections: [] as ReturnType<typeof visit>[], violations }, now, zone))).toEqual({
    title: '1 overdue',
    body: '9 OAK',
  })
})

test('where nothing is due there is no reminder', () => {
  expect(reminderOf(planOf(visit(1, null, '1 ELM'), visit(2, '2026-11-24T09:00', '1 ELM')))).toBeNull()
})
