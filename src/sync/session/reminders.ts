import type { Inspection } from '../../contract/inspection.ts'
import type { Violation } from '../../contract/violation.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { pendingInspections } from '../../records/inspection.ts'
import { rowsOf } from '../../records/query.ts'
import { activeViolations } from '../../records/violation.ts'
import { wallTimeOf } from '../../rules/dates.ts'
import { type DayPlan, dayPlan } from '../../rules/day-plan.ts'
import { dueCount, firstHour, type Reminder, reminderOf } from '../../rules/reminder.ts'

/** A person and the town's time zone. */
interface Round {
  db: DeviceDatabase
  userId: number
  zone: string
  /** This device's clock (ms). */
  now: number
}

/** Whether this person wants to be reminded on this device. */
const wantsReminders = (db: DeviceDatabase): Promise<boolean> => db.fact('reminds', false)

/** Turns reminders on or off for this person on this device. */
export const setReminders = (db: DeviceDatabase, isWanted: boolean): Promise<void> => db.setFact('reminds', isWanted)

/** How many of this person's stops are due today or overdue; 0 if reminders are off. */
export async function dueNow(round: Round): Promise<number> {
  return (await wantsReminders(round.db)) ? dueCount(await planOf(round)) : 0
}

/**
 * Shows a reminder of what is due, once a day from the morning on, if reminders are on. The page and the background
 * worker may both try: `show` replaces a reminder that is already shown. If it fails, it is tried again.
 */
export async function remindOnce(round: Round, show: (reminder: Reminder) => Promise<void>): Promise<void> {
  const { db, zone } = round
  const { reminds, remindedOn } = await db.facts({ reminds: false, remindedOn: '' })
  const wall = wallTimeOf(new Date(await townNow(round)), zone)
  const day = wall.slice(0, 10)
  if (!reminds || remindedOn === day || Number(wall.slice(11, 13)) < firstHour) return
  const reminder = reminderOf(await planOf(round))
  if (!reminder) return
  await show(reminder)
  await db.setFact('remindedOn', day)
}

const townNow = async ({ db, now }: Round): Promise<number> => now + (await db.fact('clockOffsetMs', 0))

async function planOf(round: Round): Promise<DayPlan<Inspection, Violation>> {
  const { db, userId, zone } = round
  const inspections = (await rowsOf(db, pendingInspections(userId))) as Inspection[]
  const violations = (await rowsOf(db, activeViolations(userId))) as Violation[]
  return dayPlan({ inspections, violations }, new Date(await townNow(round)), zone)
}
