import { citations, violationCodes, violationComments, violations } from '../store/case-tables.ts'
import { type DemoContext, insertAll, itemAt, type Place } from './demo-context.ts'
import { stampsOf, type Visit } from './visits.ts'

/** A violation of the demo town, for pictures and citations. */
export interface Case {
  id: number
  place: Place
  status: number
  codes: number[]
  user_id: number
  created_at: Date
}

const OPEN = 0
const deadlines = ['Immediate', '1 day', '3 days', '7 days', '14 days', '30 days']
/** Ages in days that put the deadline in the past, near and far, in turn. */
const openAges = [0, 1, 2, 5, 12, 24, 40, 1, 3, 6, 9, 20]
const closedAges = [15, 33, 51, 78, 104, 140, 190, 260, 320]

const remarks = [
  'Posted on the front door and mailed to the owner of record.',
  'Owner called, asks for a week more because of the roofer.',
  'Looked again today: half of it is done.',
  'No answer at the door, car in the drive.',
  'Receipt of the repair received by email.',
]

const descriptions = [
  'Rear gutter hangs loose and empties against the neighbor\u2019s wall.',
  'No smoke alarm in either bedroom.',
  'Grass and weeds over ten inches, front and side.',
  'Two vehicles without plates on the lawn.',
  'Kitchen sink drains into a bucket.',
  'Stair to the basement without a rail.',
  null,
]

/** Stores violations of all four statuses with their sections and remarks. */
export const addViolations = async (context: DemoContext, visits: readonly Visit[]): Promise<Case[]> => {
  const open = Array.from({ length: 32 }, (_, n) =>
    planViolation(context, visits, OPEN, itemAt(openAges, n % openAges.length), n),
  )
  const closed = Array.from({ length: 34 }, (_, n) =>
    planViolation(context, visits, n % 5 === 4 ? 3 : n % 4 === 3 ? 2 : 1, itemAt(closedAges, n % closedAges.length), n),
  )
  const planned = [...open, ...closed].sort((a, b) => a.row.created_at.getTime() - b.row.created_at.getTime())
  const ids = await insertAll(
    context.tx,
    violations,
    planned.map(({ row }) => row),
  )
  const cases = planned.map(({ row, place, codes }, n) => ({
    id: itemAt(ids, n),
    place,
    codes,
    status: row.status,
    user_id: row.user_id,
    created_at: row.created_at,
  }))
  await context.tx
    .insert(violationCodes)
    .values(cases.flatMap(({ id, codes }) => codes.map((code_id) => ({ violation_id: id, code_id }))))
  await addRemarks(context, cases)
  return cases
}

const planViolation = (context: DemoContext, visits: readonly Visit[], status: number, days: number, n: number) => {
  const { chance, users } = context
  const found = visits.filter(
    (visit) => visit.place && ['Violation Found', 'Unsatisfactory'].includes(visit.status ?? ''),
  )
  const visit = found.length > 0 && n % 3 === 0 ? chance.pick(found) : undefined
  const place = visit?.place ?? chance.pick(context.places)
  const stamps = stampsOf(
    context,
    days,
    status === OPEN ? chance.between(0, days) : Math.max(1, days - chance.between(2, 14)),
  )
  const row = {
    address_id: place.id,
    unit_id: visit?.unit_id ?? (place.units.length > 0 ? chance.pick(place.units) : null),
    business_id: visit?.business_id ?? null,
    // A violation from before the visit was not found by it.
    inspection_id: visit && visit.created_at <= stamps.created_at ? visit.id : null,
    user_id: n % 2 === 0 ? users.ons : users.otherOns,
    violation_type: chance.percent(70) ? 'doorhanger' : 'Formal Notice',
    description: chance.pick(descriptions),
    comment: chance.percent(40) ? chance.pick(remarks) : null,
    deadline: itemAt(deadlines, (n + Math.floor(n / deadlines.length)) % deadlines.length),
    extend: chance.percent(20) ? chance.pick([3, 7, 14]) : 0,
    status,
    closed_at: status === 1 ? stamps.updated_at : null,
    observed_at: chance.percent(30) ? new Date(stamps.created_at.getTime() - 25 * 60_000) : null,
    ...stamps,
  }
  return { row, place, codes: chance.some(context.codes, chance.between(1, 3)) }
}

const addRemarks = async ({ tx, chance, users, calendar }: DemoContext, cases: readonly Case[]) => {
  const rows = cases.flatMap(({ id, user_id, created_at }) =>
    Array.from({ length: chance.between(0, 3) }, (_, n) => {
      const later = new Date(Math.min(created_at.getTime() + (n + 1) * 20 * 3_600_000, calendar.now.getTime()))
      return {
        violation_id: id,
        user_id: chance.percent(70) ? user_id : users.oas,
        content: chance.pick(remarks),
        created_at: later,
        updated_at: later,
      }
    }),
  )
  await insertAll(tx, violationComments, rows)
}

/** Stores citations of all four statuses, one without a number, some overdue. */
export const addCitations = async (context: DemoContext, cases: readonly Case[]): Promise<number> => {
  const { chance, calendar } = context
  const cited = cases.filter((_, n) => n % 2 === 0).slice(0, 28)
  const rows = cited.map(({ id, codes, user_id, created_at }, n) => {
    const status = n % 4
    const age = Math.floor((calendar.now.getTime() - created_at.getTime()) / 86_400_000)
    const issued = chance.between(0, Math.min(age, 60))
    return {
      violation_id: id,
      code_id: itemAt(codes, 0),
      user_id,
      citationid: n % 9 === 7 ? null : `C-${26_000 + n * 7}`,
      fine: chance.pick([100, 200, 200, 250, 500, 137.5]),
      deadline: calendar.day(21 - issued),
      trial_date: status === 2 ? calendar.day(chance.between(5, 60)) : null,
      status,
      ...notBefore(created_at, stampsOf(context, issued, chance.between(0, issued))),
    }
  })
  return (await insertAll(context.tx, citations, rows)).length
}

/** Stamps that are not before a moment. */
const notBefore = (moment: Date, { created_at, updated_at }: ReturnType<typeof stampsOf>) => {
  const later = (it: Date) => new Date(Math.max(moment.getTime(), it.getTime()))
  return { created_at: later(created_at), updated_at: later(updated_at) }
}
