import { addDays, dayOf } from '../../rules/dates.ts'
import { isWeekend, mondayOf } from '../../rules/week.ts'
import { inspections } from '../store/visit-tables.ts'
import { type DemoContext, insertAll, itemAt } from './demo-context.ts'
import { chanceOf } from './random.ts'

const SEED = 20_261_123

/** The start times of a day's visits. */
const times = ['08:30', '09:30', '10:30', '11:30', '13:00', '14:00', '15:00', '16:00']
/** The number of visits of each of the two inspectors on each day from Monday on. */
const visitsOn: readonly (readonly number[])[] = [
  [5, 4, 6, 3, 4],
  [3, 6, 4, 8, 2],
]
const kinds = ['Complaint', 'Single Family License', 'Building/Dumpster/POD permit', 'Complaint', 'Business License']

/**
 * Adds two inspectors with a full week and a half planned next week, for the board of the week. One day has more visits
 * than fit, and one has two at the same time. Created after everything else and with random numbers of its own, so that
 * the rest of the demo town stays the same. Returns the number of visits.
 */
export const addWeek = async (context: DemoContext): Promise<number> => {
  const { calendar, users, places, businesses, tx } = context
  const chance = chanceOf(SEED)
  const today = dayOf(calendar.now, calendar.zone)
  // On a weekend the board is filled from the coming week.
  const monday = mondayOf(isWeekend(today) ? addDays(today, 2) : today)
  const rows = users.more.flatMap((inspector_id, n) =>
    Array.from({ length: 10 }, (_, at) => at).flatMap((at) => {
      const day = addDays(monday, at < 5 ? at : at + 2)
      const count = Math.ceil(itemAt(itemAt(visitsOn, n), at % 5) / (at < 5 ? 1 : 2))
      return Array.from({ length: count }, (_, visit) => {
        const source = itemAt(kinds, (visit + at + n) % kinds.length)
        const business = source === 'Business License' ? chance.pick(businesses) : null
        const isPast = day < today
        // On Wednesday the third visit starts at the same time as the second.
        const time = itemAt(times, at === 2 && visit === 2 ? 1 : visit)
        const created_at = calendar.daysAgo(chance.between(6, 18), chance.between(8, 12))
        return {
          source,
          status: isPast && visit !== 1 ? doneOf(source) : null,
          address_id: business ? business.place.id : chance.pick(places).id,
          business_id: business?.id ?? null,
          inspector_id,
          scheduled_datetime: `${day}T${time}:00`,
          created_at,
          updated_at: created_at,
        }
      })
    }),
  )
  await insertAll(tx, inspections, rows)
  return rows.length
}

/** A final status that creates no licence or permit, which would need papers. */
const doneOf = (source: string): string => (source === 'Complaint' ? 'No Violation Found' : 'Cancelled')
