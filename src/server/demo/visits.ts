import { inspectionSources } from '../../contract/inspection.ts'
import { startOfDay } from '../../rules/dates.ts'
import { inspections } from '../store/visit-tables.ts'
import { type DemoContext, insertAll, itemAt, type Place } from './demo-context.ts'

/** An inspection of the demo town, with what its related records need. */
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
 * The open work of each inspector, 14 visits: three today, some later, some overdue, some without a date. Most are not
 * begun (status null), some have an intermediate status (G-03).
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
  [BUSINESS, 'Under Review', null, ''],
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

/** Stores the inspections and complaints of the demo town: open ones, and about a year of finished ones. */
export const addVisits = async (context: DemoContext): Promise<Visit[]> => {
  const { ons, otherOns } = context.users
  const planned = [
    ...waiting.map((plan, n) => planWaiting(context, plan, ons, n)),
    ...waiting.map((plan, n) => planWaiting(context, plan, otherOns, n + waiting.length)),
    ...planComplaints(context),
    ...planDone(context),
  ].sort((a, b) => a.created_at.getTime() - b.created_at.getTime())
  const stored = planned.map(({ place, ...row }) => ({ ...row, address_id: place?.id ?? null }))
  const ids = await insertAll(context.tx, inspections, stored)
  return planned.map((visit, n) => ({ ...visit, id: itemAt(ids, n) }))
}

/** The place of a visit by its source: businesses, or houses with several dwellings for multifamily. */
const placeFor = (context: DemoContext, source: string, n: number) => {
  if (source === BUSINESS) {
    const business = itemAt(context.businesses, (n * 3) % context.businesses.length)
    return { place: business.place, business_id: business.id, unit_id: null }
  }
  const place =
    source === MULTIFAMILY
      ? itemAt(context.apartments, n % context.apartments.length)
      : context.chance.pick(context.places)
  const inUnit = source === COMPLAINT && place.units.length > 0 && context.chance.percent(70)
  return { place, business_id: null, unit_id: inUnit ? context.chance.pick(place.units) : null }
}

const common = ({ chance, contacts }: DemoContext, source: string) => ({
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
  context: DemoContext,
  [source, status, days, time]: (typeof waiting)[number],
  inspector_id: number,
  n: number,
): NewVisit => {
  const created_at = context.calendar.daysAgo(context.chance.between(3, 16), context.chance.between(8, 16))
  return {
    ...common(context, source),
    ...placeFor(context, source, n),
    status,
    inspector_id,
    scheduled_datetime: days === null ? null : `${context.calendar.day(days)}T${time}:00`,
    paid: source !== COMPLAINT && context.chance.percent(50),
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

/** Complaints of the last months: unassigned open ones, and answered ones. */
const planComplaints = (context: DemoContext): NewVisit[] =>
  Array.from({ length: 44 }, (_, n) => {
    const status = itemAt(complaintStatuses, n % complaintStatuses.length)
    const isOpen = status === null || status === 'Pending' || status === 'open'
    const days = isOpen ? context.chance.between(0, 12) : context.chance.between(2, 200)
    // A complaint may name no address (C-20): two of them do not.
    const where = n % 22 === 5 ? { place: null, business_id: null, unit_id: null } : placeFor(context, COMPLAINT, n)
    return {
      ...common(context, COMPLAINT),
      ...where,
      status,
      inspector_id: isOpen
        ? null
        : context.chance.pick([context.users.ons, context.users.otherOns, context.users.former]),
      paid: false,
      scheduled_datetime: null,
      ...stampsOf(context, days, isOpen ? days : Math.max(0, days - context.chance.between(1, 6))),
    }
  })

const doneStatuses = ['Completed', 'Completed', 'Completed', 'Satisfactory', 'Unsatisfactory', 'Cancelled', 'Completed']

/** About a hundred finished visits of the past year, some of them of this week and the last. */
const planDone = (context: DemoContext): NewVisit[] =>
  Array.from({ length: 96 }, (_, n) => {
    const source = itemAt([MULTIFAMILY, SINGLE_FAMILY, PERMIT, BUSINESS], n % 4)
    const days = n < 24 ? context.chance.between(0, 13) : context.chance.between(14, 340)
    return {
      ...common(context, source),
      ...placeFor(context, source, n),
      status: itemAt(doneStatuses, n % doneStatuses.length),
      inspector_id:
        n < 24
          ? itemAt([context.users.ons, context.users.otherOns], n % 2)
          : context.chance.pick([context.users.ons, context.users.otherOns, context.users.former]),
      scheduled_datetime: doneAt(context, days, context.chance.between(8, 16)),
      paid: context.chance.percent(70),
      ...stampsOf(context, days + context.chance.between(4, 20), days),
    }
  })

/** The time of a finished visit so many days ago. One of today whose hour has not come yet was yesterday. */
const doneAt = ({ calendar: { now, zone, day } }: DemoContext, days: number, hour: number): string => {
  const isToCome = startOfDay(day(-days), zone).getTime() + hour * 3_600_000 > now.getTime()
  return `${day(isToCome ? -days - 1 : -days)}T${String(hour).padStart(2, '0')}:00:00`
}

/** Created so many days ago, last changed so many days ago. */
export const stampsOf = ({ calendar, chance }: DemoContext, createdDays: number, updatedDays: number) => {
  const created_at = calendar.daysAgo(createdDays, chance.between(8, 12))
  const changed = calendar.daysAgo(updatedDays, chance.between(13, 17))
  return { created_at, updated_at: new Date(Math.max(created_at.getTime(), changed.getTime())) }
}
