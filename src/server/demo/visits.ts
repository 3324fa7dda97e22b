import { inspectionSources } from '../../contract/inspection.ts'
import { inspections } from '../store/visit-tables.ts'
import { at, insertAll, type Making, type Place } from './making.ts'

/** An inspection of the demo town, as what hangs on it needs to know it. */
export interface Visit {
  id: number
  source: string
  status: string | null
  place: Place | null
  unit_id: number | null
  business_id: number | null
  inspector_id: number | null
  paid: boolean
  created_at: Date
  updated_at: Date
}

type NewVisit = typeof inspections.$inferInsert & Omit<Visit, 'id'>

const [COMPLAINT, MULTIFAMILY, SINGLE_FAMILY, PERMIT, BUSINESS] = inspectionSources

/**
 * The work that waits for each inspector, 14 visits: three today, some tomorrow and later, some overdue, some without a
 * date; mostly not begun (status null), some in the states that come before the end (G-03).
 */
const waiting: readonly [source: string, status: string | null, days: number | null, time: string][] = [
  [MULTIFAMILY, 'In Progress', 0, '09:00'],
  [SINGLE_FAMILY, null, 0, '11:30'],
  [COMPLAINT, null, 0, '14:15'],
  [SINGLE_FAMILY, null, 1, '09:30'],
  [BUSINESS, 'Scheduled', 1, '13:00'],
  [PERMIT, null, 3, '10:00'],
  [MULTIFAMILY, 'Scheduled', 6, '08:30'],
  [COMPLAINT, null, -2, '15:00'],
  [SINGLE_FAMILY, 'Under Review', -5, '10:45'],
  [COMPLAINT, 'Pending', null, ''],
  [SINGLE_FAMILY, null, null, ''],
  [MULTIFAMILY, null, null, ''],
  [BUSINESS, null, null, ''],
  [PERMIT, null, null, ''],
]

const complaintTexts = [
  'No heat since the weekend. Two small children live here.',
  'The neighbor\u2019s grass stands to my waist and there are rats.',
  'Water comes through the bathroom ceiling whenever it rains.',
  'Rubbish bags have lain beside the building for two weeks.',
  'Someone lives in the basement, and there is no way out but the stair.',
  'The front steps are broken. My mother fell yesterday.',
  'A car without plates has not moved since spring.',
  'Loud work at night, and no permit on the door.',
  'The smoke alarm was taken down and never put back.',
  'Roaches in the hall and in every kitchen of the second floor.',
]

/** Stores the inspections and complaints of the demo town: what waits, and about a year of what was done. */
export const addVisits = async (making: Making): Promise<Visit[]> => {
  const { ons, otherOns } = making.users
  const planned = [
    ...waiting.map((plan, n) => planWaiting(making, plan, ons, n)),
    ...waiting.map((plan, n) => planWaiting(making, plan, otherOns, n + waiting.length)),
    ...planComplaints(making),
    ...planDone(making),
  ].sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  const stored = planned.map(({ place, ...row }) => ({ ...row, address_id: place?.id ?? null }))
  const ids = await insertAll(making.tx, inspections, stored)
  return planned.map((visit, n) => ({ ...visit, id: at(ids, n) }))
}

/** Where a visit of this source goes: businesses to businesses, multifamily to houses with several dwellings. */
const placeFor = (making: Making, source: string, n: number) => {
  if (source === BUSINESS) {
    const business = at(making.businesses, (n * 3) % making.businesses.length)
    return { place: business.place, business_id: business.id, unit_id: null }
  }
  const place =
    source === MULTIFAMILY ? at(making.apartments, n % making.apartments.length) : making.chance.pick(making.places)
  const inUnit = source === COMPLAINT && place.units.length > 0 && making.chance.percent(70)
  return { place, business_id: null, unit_id: inUnit ? making.chance.pick(place.units) : null }
}

const common = ({ chance, contacts }: Making, source: string) => ({
  source,
  contact_id: chance.percent(60) ? chance.pick(contacts) : null,
  description:
    source === COMPLAINT
      ? chance.pick(complaintTexts)
      : chance.percent(40)
        ? 'Ring the office before you come; a dog is in the yard.'
        : null,
})

const planWaiting = (
  making: Making,
  [source, status, days, time]: (typeof waiting)[number],
  inspector_id: number,
  n: number,
): NewVisit => {
  const created_at = making.calendar.daysAgo(making.chance.between(3, 16), making.chance.between(8, 16))
  return {
    ...common(making, source),
    ...placeFor(making, source, n),
    status,
    inspector_id,
    scheduled_datetime: days === null ? null : `${making.calendar.day(days)}T${time}:00`,
    paid: source !== COMPLAINT && making.chance.percent(50),
    created_at,
    updated_at: created_at,
  }
}

const complaintStatuses = [
  null,
  null,
  'Pending',
  'open',
  'Violation Found',
  'Violation Found',
  'No Violation Found',
  'No Violation Found',
  'Satisfactory',
  'Unsatisfactory',
  'closed',
  'Resolved',
  'Completed',
]

/** Complaints of the last months: unassigned ones the office has still to look at, and answered ones. */
const planComplaints = (making: Making): NewVisit[] =>
  Array.from({ length: 44 }, (_, n) => {
    const status = at(complaintStatuses, n % complaintStatuses.length)
    const isOpen = status === null || status === 'Pending' || status === 'open'
    const days = isOpen ? making.chance.between(0, 12) : making.chance.between(2, 200)
    // A complaint may name no address (C-20): two of them do not.
    const where = n % 22 === 5 ? { place: null, business_id: null, unit_id: null } : placeFor(making, COMPLAINT, n)
    return {
      ...common(making, COMPLAINT),
      ...where,
      status,
      inspector_id: isOpen ? null : making.chance.pick([making.users.ons, making.users.otherOns, making.users.former]),
      paid: false,
      scheduled_datetime: null,
      ...stampsOf(making, days, isOpen ? days : Math.max(0, days - making.chance.between(1, 6))),
    }
  })

const doneStatuses = ['Completed', 'Completed', 'Completed', 'Satisfactory', 'Unsatisfactory', 'Cancelled', 'Completed']

/** About a hundred visits of the past year that have ended, some of them this week and last. */
const planDone = (making: Making): NewVisit[] =>
  Array.from({ length: 96 }, (_, n) => {
    const source = at([MULTIFAMILY, SINGLE_FAMILY, PERMIT, BUSINESS], n % 4)
    const days = n < 24 ? making.chance.between(0, 13) : making.chance.between(14, 340)
    const visited = making.calendar.day(-days)
    return {
      ...common(making, source),
      ...placeFor(making, source, n),
      status: at(doneStatuses, n % doneStatuses.length),
      inspector_id:
        n < 24
          ? at([making.users.ons, making.users.otherOns], n % 2)
          : making.chance.pick([making.users.ons, making.users.otherOns, making.users.former]),
      scheduled_datetime: `${visited}T${String(making.chance.between(8, 16)).padStart(2, '0')}:00:00`,
      paid: making.chance.percent(70),
      ...stampsOf(making, days + making.chance.between(4, 20), days),
    }
  })

/** Made so many days ago, changed last so many days ago. */
export const stampsOf = ({ calendar, chance }: Making, createdDays: number, updatedDays: number) => {
  const created_at = calendar.daysAgo(createdDays, chance.between(8, 12))
  const changed = calendar.daysAgo(updatedDays, chance.between(13, 17))
  return { created_at, updated_at: new Date(Math.max(created_at.getTime(), changed.getTime())) }
}
