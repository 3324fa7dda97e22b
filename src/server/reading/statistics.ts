import { type SQL, sql } from 'drizzle-orm'
import type { Statistics } from '../../contract/statistics.ts'
import { addDays, dayOf, startOfDay } from '../../rules/dates.ts'
import { ageBands, mostInspectors, mostNamed, spanBands } from '../../rules/statistics.ts'
import { instantsOf, type Period, periodBefore, stepSize, stepsOf } from '../../rules/statistics-period.ts'
import type { CallContext } from '../endpoint.ts'
import { citations, violationCodes, violations } from '../store/case-tables.ts'
import { noticeServices } from '../store/field-tables.ts'
import { addresses, codes, users } from '../store/town-tables.ts'
import { inspections } from '../store/visit-tables.ts'
import { statusSetAt } from './inspection.ts'

/** The one row of the statement: JSON, in which PostgreSQL's counts are numbers. */
interface Counted extends Pick<Statistics, 'codes' | 'other_codes' | 'open' | 'response' | 'compliance' | 'repeat'> {
  made: { kind: Kind; bucket: number; count: number }[]
}
type Kind = 'complaints' | 'inspections' | 'violations' | 'citations'

/** The figures of a period and of the one before, in one statement. rules/statistics.ts says what they count. */
export async function readStatistics(
  { tx, now, config }: Pick<CallContext, 'tx' | 'now' | 'config'>,
  period: Period,
): Promise<Statistics> {
  const bounds = boundsOf(period, now, config.townZone)
  const { rows } = await tx.execute<Counted & Record<string, unknown>>(figures(bounds))
  const [counted] = rows
  if (!counted) throw new Error('Counting answered without a row')
  const { made, ...figuresOf } = counted
  const madeOf = (kind: Kind, bucket: number) => made.find((it) => it.kind === kind && it.bucket === bucket)?.count ?? 0
  const steps = stepsOf(period)
  const pairOf = (kind: Kind) => ({
    count: steps.reduce((total, _, n) => total + madeOf(kind, n + 1), 0),
    before: madeOf(kind, 0),
  })
  return {
    ...period,
    before: periodBefore(period),
    step: stepSize(period),
    steps: steps.map((step, n) => ({
      ...step,
      complaints: madeOf('complaints', n + 1),
      inspections: madeOf('inspections', n + 1),
      violations: madeOf('violations', n + 1),
      citations: madeOf('citations', n + 1),
    })),
    complaints: pairOf('complaints'),
    inspections: pairOf('inspections'),
    violations: pairOf('violations'),
    citations: pairOf('citations'),
    ...figuresOf,
  }
}

/** The instants of a period as SQL. `end` is the end of the period, `until` the earlier of that and now. */
interface Bounds {
  before: SQL
  starts: SQL
  start: SQL
  end: SQL
  until: SQL
  /** The latest creation times for the second age group of open violations, the third, … */
  ages: SQL[]
  zone: string
}

function boundsOf(period: Period, now: Date, zone: string): Bounds {
  const { before, starts, end } = instantsOf(period, zone)
  const moment = (at: Date) => sql`${at.toISOString()}::timestamptz`
  const [start = before] = starts
  const until = end < now ? end : now
  // The end of a period is the first instant of the next day.
  const lastDay = dayOf(new Date(until.getTime() - 1), zone)
  return {
    before: moment(before),
    starts: sql`array[${sql.join(starts.map(moment), sql`, `)}]`,
    start: moment(start),
    end: moment(end),
    until: moment(until),
    ages: ageBands.map((days) => moment(startOfDay(addDays(lastDay, 1 - days), zone))),
    zone,
  }
}

const source = sql`lower(${inspections.source})`
/** When a violation was resolved or dismissed: the expression of the index violations_ended. */
const endedAt = sql`coalesce(${violations.closed_at}, ${violations.updated_at})`
const hasEnded = sql`${violations.status} in (1, 3)`

/** `made`: records of both periods with their bucket; 0 is the period before. */
const figures = (at: Bounds): SQL => sql`
  with named as (${codeRows(at)}), places as (${placeRows(at)}),
    -- Each is asked for several columns: without 'materialized' its days would be counted again for each of them.
    open as materialized (${openRows(at)}), owners as materialized (${ownerRows}),
    responses as materialized (${responseRows(at)}), compliances as materialized (${complianceRows(at)})
  select
    (select coalesce(json_agg(it), '[]') from (${madeRows(at)}) it) as made,
    ${rankedCodes} as codes, ${otherCodes} as other_codes, ${openFigures} as open,
    ${span('responses')} as response, ${span('compliances')} as compliance, ${repeatFigures} as repeat`

const within = (moment: SQL, { before, end }: Bounds) => sql`${moment} >= ${before} and ${moment} < ${end}`
const townDay = (moment: SQL, { zone }: Bounds) => sql`((${moment}) at time zone ${zone}::text)::date`
/** The number of the group for some days; the first is 0. */
const bandOf = (days: SQL, bands: readonly number[]) => sql`width_bucket(${days}, array[${sql.raw(bands.join(', '))}])`

const madeRows = (at: Bounds) => {
  const from = (kind: SQL, table: typeof inspections | typeof violations | typeof citations) => sql`
    select ${kind} as kind, width_bucket(${table.created_at}, ${at.starts}) as bucket, count(*)::int as count
    from ${table} where ${within(sql`${table.created_at}`, at)} group by 1, 2`
  const kind = sql`case ${source} when 'complaint' then 'complaints' else 'inspections' end`
  return sql`${from(kind, inspections)} union all ${from(sql`'violations'`, violations)}
    union all ${from(sql`'citations'`, citations)}`
}

const codeRows = (at: Bounds) => sql`
  select ${violationCodes.code_id} as id, (count(*) filter (where ${violations.created_at} >= ${at.start}))::int as count,
    (count(*) filter (where ${violations.created_at} < ${at.start}))::int as before
  from ${violations} join ${violationCodes} on ${violationCodes.violation_id} = ${violations.id}
  where ${within(sql`${violations.created_at}`, at)} group by 1`

const topCodes = sql`select * from named where count > 0 order by count desc, id limit ${mostNamed}`
const rankedCodes = sql`(
  select coalesce(json_agg(json_build_object('id', top.id, 'chapter', ${codes.chapter}, 'section', ${codes.section},
    'name', ${codes.name}, 'count', top.count, 'before', top.before) order by top.count desc, top.id), '[]')
  from (${topCodes}) top join ${codes} on ${codes.id} = top.id)`
const otherCodes = sql`(
  select json_build_object('count', coalesce(sum(count), 0), 'before', coalesce(sum(before), 0))
  from named where id not in (select id from (${topCodes}) top))`

/** The violations that were open at the end of the period or of the one before, each with its age group. */
const openRows = (at: Bounds) => {
  const { start, until } = at
  const stood = (then: SQL) => sql`${violations.created_at} < ${then} and (not (${hasEnded}) or ${endedAt} >= ${then})`
  // Older than some days means created before the day that many days ago, so no row's own day is computed.
  const band = sql.join(
    at.ages.map((moment) => sql`(${violations.created_at} < ${moment})::int`),
    sql` + `,
  )
  return sql`
    select ${violations.user_id} as user_id, ${stood(until)} as is_open,
      ${stood(sql`least(${start}, ${until})`)} as was_open,
      ${band} as band
    from ${violations}
    where ${violations.created_at} < ${until}
      and (${violations.status} in (0, 2) or (${hasEnded} and ${endedAt} >= least(${start}, ${until})))`
}

/** The numbers of the age groups, and their columns. */
const ages = [0, ...ageBands].map((_, band) => sql.raw(String(band)))
const ageColumn = (band: SQL) => sql`age_${band}`

/** The counts in each group of a column, in order. */
const banded = (bands: readonly number[], where = sql`true`) =>
  sql`json_build_array(${sql.join(
    [0, ...bands].map((_, band) => sql`count(*) filter (where band = ${sql.raw(String(band))} and ${where})`),
    sql`, `,
  )})`

/** Each person's open violations by age, most first; unassigned ones come last among equals. */
const ownerRows = sql`
  select user_id, ${sql.join(
    ages.map((band) => sql`count(*) filter (where band = ${band})::int as ${ageColumn(band)}`),
    sql`, `,
  )}, row_number() over (order by count(*) desc, user_id nulls last) as rank
  from open where is_open group by user_id`

const openFigures = sql`(select json_build_object(
  'count', count(*) filter (where is_open), 'before', count(*) filter (where was_open),
  'ages', ${banded(ageBands, sql`is_open`)},
  'inspectors', (
    select coalesce(json_agg(json_build_object('user', case when owners.user_id is null then null
      else json_build_object('id', owners.user_id, 'name', ${users.name}, 'email', ${users.email}) end,
      'ages', json_build_array(${sql.join(ages.map(ageColumn), sql`, `)})) order by owners.rank), '[]')
    from owners left join ${users} on ${users.id} = owners.user_id where owners.rank <= ${mostInspectors}),
  'others', (
    select json_build_array(${sql.join(
      ages.map((band) => sql`coalesce(sum(${ageColumn(band)}), 0)`),
      sql`, `,
    )}) from owners where rank > ${mostInspectors})) from open)`

/**
 * Whether the status has anything but spaces and dashes: the same as `plainStatus` not being blank, at a tenth of the
 * cost.
 */
const hasStatus = sql`${inspections.status} ~ '[^[:space:]_-]'`

const complainedAt = sql`coalesce(${inspections.observed_at}, ${inspections.created_at})`

const responseRows = (at: Bounds) => sql`
  select ${statusSetAt} >= ${at.start} as is_now,
    greatest(0, ${townDay(statusSetAt, at)} - ${townDay(complainedAt, at)}) as days
  from ${inspections}
  where ${source} = 'complaint' and ${within(statusSetAt, at)}
    and ${inspections.updated_at} > ${inspections.created_at} and ${hasStatus}`

const complianceRows = (at: Bounds) => {
  const served = sql`coalesce(${noticeServices.observed_at}, ${noticeServices.created_at})`
  const notice = sql`coalesce(min(${served}), ${violations.observed_at}, ${violations.created_at})`
  return sql`
    select ${endedAt} >= ${at.start} as is_now, greatest(0, ${townDay(endedAt, at)} - ${townDay(notice, at)}) as days
    from ${violations} left join ${noticeServices} on ${noticeServices.violation_id} = ${violations.id}
      and ${noticeServices.voided_at} is null and ${served} <= ${endedAt}
    where ${hasEnded} and ${violations.status} = 1 and ${within(endedAt, at)}
    group by ${violations.id}`
}

const span = (rows: 'responses' | 'compliances') => {
  const middle = (where: SQL) => sql`percentile_cont(0.5) within group (order by days) filter (where ${where})`
  return sql`(select json_build_object(
    'count', count(*) filter (where is_now), 'before', count(*) filter (where not is_now),
    'median', ${middle(sql`is_now`)}, 'median_before', ${middle(sql`not is_now`)},
    'bands', ${banded(spanBands, sql`is_now`)})
    from (select is_now, days, ${bandOf(sql`days`, spanBands)} as band from ${sql.identifier(rows)}) it)`
}

const placeRows = (at: Bounds) => {
  const { created_at, address_id } = violations
  const isNow = sql`${created_at} >= ${at.start}`
  // At least two days: the first and the last differ.
  const isRepeat = (where: SQL) => {
    const [first, last] = [
      sql`min(${created_at}) filter (where ${where})`,
      sql`max(${created_at}) filter (where ${where})`,
    ]
    return sql`coalesce(${townDay(first, at)} < ${townDay(last, at)}, false)`
  }
  return sql`
    select ${address_id} as address_id, (count(*) filter (where ${isNow}))::int as count,
      (count(*) filter (where not (${isNow})))::int as before,
      ${isRepeat(isNow)} as is_repeat, ${isRepeat(sql`not (${isNow})`)} as was_repeat
    from ${violations} where ${within(sql`${created_at}`, at)} group by 1`
}

const repeatFigures = sql`(select json_build_object(
  'count', count(*) filter (where is_repeat), 'before', count(*) filter (where was_repeat),
  'addresses', (
    select coalesce(json_agg(json_build_object('address_id', top.address_id, 'combadd', ${addresses.combadd},
      'count', top.count, 'before', top.before) order by top.count desc, top.address_id), '[]')
    from (select * from places where is_repeat order by count desc, address_id limit ${mostNamed}) top
      join ${addresses} on ${addresses.id} = top.address_id)) from places)`
