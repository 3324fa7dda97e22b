import type { Statistics } from '../contract/statistics.ts'
import { dayOf, daysBetween, parseMoment } from './dates.ts'
import { isComplaint } from './inspection-source.ts'
import { type Instants, instantsOf, type Period, periodBefore, stepSize, stepsOf } from './statistics-period.ts'
import { plainWords } from './text.ts'
import { type StatusSet, statusSetAt } from './visited-at.ts'
import { type Stamped, writtenAt } from './written-at.ts'

/**
 * What each figure counts, as shown below the plots. The server counts the same in SQL (server/reading/statistics.ts),
 * and tests/server/routes/statistics.test.ts compares the two.
 */
export const definitions: readonly (readonly [what: string, meaning: string])[] = [
  [
    'Complaints, inspections, violations, citations',
    'Records by the day on which they reached the office, as SIR counts them. Complaints are not counted as inspections here.',
  ],
  ['By section of the code', 'Violations of the period that name the section. One that names two counts for both.'],
  [
    'Open violations',
    'Current or pending trial at the end of the period, or now where the period goes on. Age counts from the day on which the violation reached the office. One that was reopened counts as open throughout.',
  ],
  [
    'Response',
    'A complaint is answered when it has a status and was changed after it was made, as SIR counts responses; the day on which its status was set is that of the response. Counted in the period of the response.',
  ],
  [
    'Compliance',
    'A violation is complied with when it is resolved. The days count from its notice: the first record of service that was not voided, or the day on which the violation was written down. Counted in the period in which it was resolved.',
  ],
  [
    'Repeat addresses',
    'Addresses with violations of at least two different days of the period. Several of one day are one visit.',
  ],
  [
    'Compared with',
    'The same number of days directly before the period. A percentage is given where more than 20 were counted there.',
  ],
]

/** The first age in days of each group except the first: up to 7, 8 to 30, 31 to 90, 91 to 180, older. */
export const ageBands = [8, 31, 91, 181] as const
/** The same for durations: the same day, 1 to 3, 4 to 7, 8 to 14, 15 to 30, more. */
export const spanBands = [1, 4, 8, 15, 31] as const

/** The most sections and addresses named; the rest is summed. */
export const mostNamed = 10
/** The same for inspectors. */
export const mostInspectors = 12

type Text = string | null | undefined

/** The rows from which the figures are made, as in the contract. */
export interface StatisticsRows {
  inspections: readonly (Stamped & StatusSet & { source: string; status?: Text })[]
  violations: readonly CountedViolation[]
  citations: readonly { created_at?: Text }[]
  services: readonly { violation_id: number; created_at?: Text; observed_at?: Text; voided_at?: Text }[]
}

interface CountedViolation {
  id: number
  address_id: number
  combadd?: Text
  user_id?: number | null | undefined
  user?: { id: number; name?: Text; email?: Text; phone?: Text } | null | undefined
  status: number
  created_at?: Text
  updated_at?: Text
  observed_at?: Text
  closed_at?: Text
  codes?: readonly { id: number; chapter?: Text; section?: Text; name?: Text }[] | null | undefined
}

/** The figures of a period in a zone, from rows in any order. */
export function statisticsOf(
  rows: StatisticsRows,
  period: Period,
  { now, zone }: { now: Date; zone: string },
): Statistics {
  const at = instantsOf(period, zone)
  const end = at.end < now ? at.end : now
  const counted: Counted = { at, zone, end }
  const complaints = rows.inspections.filter(isComplaint)
  const made = {
    complaints: madeIn(complaints, at),
    inspections: madeIn(
      rows.inspections.filter((it) => !isComplaint(it)),
      at,
    ),
    violations: madeIn(rows.violations, at),
    citations: madeIn(rows.citations, at),
  }
  const { before } = { before: periodBefore(period) }
  return {
    ...period,
    before,
    step: stepSize(period),
    steps: stepsOf(period).map((step, n) => ({
      ...step,
      complaints: made.complaints[n + 1] ?? 0,
      inspections: made.inspections[n + 1] ?? 0,
      violations: made.violations[n + 1] ?? 0,
      citations: made.citations[n + 1] ?? 0,
    })),
    complaints: pairOf(made.complaints),
    inspections: pairOf(made.inspections),
    violations: pairOf(made.violations),
    citations: pairOf(made.citations),
    ...byCode(rows.violations, at),
    open: openOf(rows.violations, counted),
    response: spanOf(complaints.flatMap(responseOf), counted),
    compliance: spanOf(complianceOf(rows), counted),
    repeat: repeatOf(rows.violations, counted),
  }
}

interface Counted {
  at: Instants
  zone: string
  /** The end of the period, or now if it has not ended. */
  end: Date
}

interface Pair {
  count: number
  before: number
}

/** The bucket of an instant: 0 for the period before, 1 for its first part; null outside of both. */
function bucketOf(moment: Date | null, { before, starts, end }: Instants): number | null {
  if (!moment || moment < before || moment >= end) return null
  return starts.filter((start) => start <= moment).length
}

const isNow = (moment: Date | null, at: Instants): boolean => (bucketOf(moment, at) ?? 0) > 0
const isBefore = (moment: Date | null, at: Instants): boolean => bucketOf(moment, at) === 0

function madeIn(rows: readonly { created_at?: Text }[], at: Instants): number[] {
  const counts = new Array<number>(at.starts.length + 1).fill(0)
  for (const row of rows) {
    const bucket = bucketOf(parseMoment(row.created_at), at)
    if (bucket !== null) counts[bucket] = (counts[bucket] ?? 0) + 1
  }
  return counts
}

const pairOf = ([before = 0, ...parts]: number[]): Pair => ({ count: sum(parts), before })
const sum = (counts: readonly number[]): number => counts.reduce((total, it) => total + it, 0)

function byCode(violations: readonly CountedViolation[], at: Instants): Pick<Statistics, 'codes' | 'other_codes'> {
  const found = new Map<number, Statistics['codes'][number]>()
  for (const { created_at, codes } of violations) {
    const bucket = bucketOf(parseMoment(created_at), at)
    if (bucket === null) continue
    for (const { id, chapter = null, section = null, name = null } of codes ?? []) {
      const code = found.get(id) ?? { id, chapter, section, name, count: 0, before: 0 }
      found.set(id, bucket > 0 ? { ...code, count: code.count + 1 } : { ...code, before: code.before + 1 })
    }
  }
  const ranked = [...found.values()].sort((a, b) => b.count - a.count || a.id - b.id)
  const codes = ranked.filter(({ count }) => count > 0).slice(0, mostNamed)
  const others = ranked.filter((it) => !codes.includes(it))
  return {
    codes,
    other_codes: { count: sum(others.map((it) => it.count)), before: sum(others.map((it) => it.before)) },
  }
}

/** When a violation was resolved or dismissed; null while it is open. Older servers only send its last change. */
const endedAt = ({ status, closed_at, updated_at }: CountedViolation): Date | null =>
  status === 1 || status === 3 ? parseMoment(closed_at ?? updated_at) : null

function isOpenAt(violation: CountedViolation, moment: Date): boolean {
  const made = parseMoment(violation.created_at)
  const ended = endedAt(violation)
  return made !== null && made < moment && (ended === null || ended >= moment)
}

const bandOf = (days: number, bands: readonly number[]): number => bands.filter((first) => first <= days).length

function openOf(violations: readonly CountedViolation[], { at, zone, end }: Counted): Statistics['open'] {
  const [start = end] = at.starts
  const before = violations.filter((it) => isOpenAt(it, start < end ? start : end)).length
  const none = () => new Array<number>(ageBands.length + 1).fill(0)
  const ages = none()
  const of = new Map<number | null, Statistics['open']['inspectors'][number]>()
  // The end of a period is the first instant of the next day.
  const lastDay = dayOf(new Date(end.getTime() - 1), zone)
  for (const violation of violations) {
    if (!isOpenAt(violation, end)) continue
    const made = parseMoment(violation.created_at)
    const band = made ? bandOf(daysBetween(dayOf(made, zone), lastDay), ageBands) : 0
    const id = violation.user_id ?? null
    const user = id === null ? null : { id, name: violation.user?.name ?? null, email: violation.user?.email ?? null }
    const own = of.get(id) ?? { user, ages: none() }
    own.ages[band] = (own.ages[band] ?? 0) + 1
    ages[band] = (ages[band] ?? 0) + 1
    of.set(id, own)
  }
  const ranked = [...of.values()].sort(
    (a, b) => sum(b.ages) - sum(a.ages) || (a.user?.id ?? Infinity) - (b.user?.id ?? Infinity),
  )
  const rest = ranked.slice(mostInspectors)
  const others = none().map((_, band) => sum(rest.map((it) => it.ages[band] ?? 0)))
  return { count: sum(ages), before, ages, inspectors: ranked.slice(0, mostInspectors), others }
}

interface Span {
  from: Date
  to: Date
}

function responseOf(it: StatisticsRows['inspections'][number]): Span[] {
  const [made, changed] = [parseMoment(it.created_at), parseMoment(it.updated_at)]
  const [from, to] = [parseMoment(writtenAt(it)), parseMoment(statusSetAt(it))]
  const isAnswer = made && changed && changed > made && plainWords(it.status) !== ''
  return isAnswer && from && to ? [{ from, to }] : []
}

function complianceOf({ violations, services }: StatisticsRows): Span[] {
  const served = new Map<number, Date[]>()
  for (const service of services) {
    const { violation_id, voided_at } = service
    const moment = parseMoment(writtenAt(service))
    if (!voided_at && moment) served.set(violation_id, [...(served.get(violation_id) ?? []), moment])
  }
  return violations.flatMap((violation) => {
    const to = violation.status === 1 ? endedAt(violation) : null
    const written = parseMoment(writtenAt(violation))
    if (!to || !written) return []
    const [first = written] = (served.get(violation.id) ?? [])
      .filter((it) => it <= to)
      .sort((a, b) => a.getTime() - b.getTime())
    return [{ from: first, to }]
  })
}

function spanOf(spans: readonly Span[], { at, zone }: Counted): Statistics['response'] {
  const daysOf = ({ from, to }: Span) => Math.max(0, daysBetween(dayOf(from, zone), dayOf(to, zone)))
  const days = spans.filter(({ to }) => isNow(to, at)).map(daysOf)
  const before = spans.filter(({ to }) => isBefore(to, at)).map(daysOf)
  const bands = new Array<number>(spanBands.length + 1).fill(0)
  for (const it of days) bands[bandOf(it, spanBands)] = (bands[bandOf(it, spanBands)] ?? 0) + 1
  return {
    count: days.length,
    before: before.length,
    median: medianOf(days),
    median_before: medianOf(before),
    bands,
  }
}

/** The median, or the mean of the middle two; null for none. */
function medianOf(days: readonly number[]): number | null {
  const sorted = [...days].sort((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

function repeatOf(violations: readonly CountedViolation[], { at, zone }: Counted): Statistics['repeat'] {
  const found = new Map<
    number,
    { combadd: string | null; days: [Set<string>, Set<string>]; counts: [number, number] }
  >()
  for (const { address_id, combadd = null, created_at } of violations) {
    const made = parseMoment(created_at)
    const bucket = bucketOf(made, at)
    if (!made || bucket === null) continue
    const one = found.get(address_id) ?? { combadd, days: [new Set(), new Set()], counts: [0, 0] }
    const side = bucket > 0 ? 1 : 0
    one.days[side].add(dayOf(made, zone))
    one.counts[side] += 1
    found.set(address_id, one)
  }
  const all = [...found.entries()].map(([address_id, it]) => ({ address_id, ...it }))
  const addresses = all
    .filter(({ days }) => days[1].size > 1)
    .map(({ address_id, combadd, counts: [before, count] }) => ({ address_id, combadd, count, before }))
    .sort((a, b) => b.count - a.count || a.address_id - b.address_id)
  return {
    count: addresses.length,
    before: all.filter(({ days }) => days[0].size > 1).length,
    addresses: addresses.slice(0, mostNamed),
  }
}
