import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { citations } from '../../../src/contract/citation.ts'
import { complaints, inspections } from '../../../src/contract/inspection.ts'
import { services } from '../../../src/contract/service.ts'
import { sir } from '../../../src/contract/sir.ts'
import { statistics } from '../../../src/contract/statistics.ts'
import { violations } from '../../../src/contract/violation.ts'
import { townZone } from '../../../src/rules/dates.ts'
import { type StatisticsRows, statisticsOf } from '../../../src/rules/statistics.ts'
import { presets } from '../../../src/rules/statistics-period.ts'
import { type Office, office } from '../../harness/office.ts'
import { addCodes, ask, refusal, statementsOf } from './ask.ts'

const now = new Date('2026-11-23T18:00:00Z')
let town: Office
beforeAll(async () => {
  town = await office({ clock: () => now })
})
afterAll(() => town.close())

const run = (text: string) => town.db.execute(sql.raw(text))

/** Numbers that look like chance and are the same in every run. */
const dice = (n: number, salt: number, sides: number) =>
  Math.floor((Math.sin(n * 12.9898 + salt * 78.233) + 1) * 1e6) % sides

/**
 * A town of every case: both hours of the days on which the clocks change, first and last instants of days, weeks and
 * periods, records of the future, resolved, dismissed and reopened violations, services that are voided, late or before
 * the violation, sections that tie, nobody's violations.
 */
const fillTown = async () => {
  await addCodes(town, ...Array.from({ length: 14 }, (_, n) => `Section ${n}`))
  await run(`insert into users (email, name, role, password_hash)
    select 'more' || n || '@town.example', 'More ' || n, 1, '' from generate_series(1, 14) n`)
  await run("insert into addresses (combadd) select n || ' ELM STREET' from generate_series(1, 25) n")
  const edges = [
    ...['2026-11-01T04:00:00Z', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-02T04:59:59.999Z'],
    ...['2026-11-02T05:00:00Z', '2026-03-08T06:59:59.999Z', '2026-03-08T07:00:00Z', '2026-03-09T04:00:00Z'],
    ...['2026-09-06T04:00:00Z', '2026-09-06T03:59:59.999Z', '2026-11-23T17:59:59.999Z', '2026-11-24T12:00:00Z'],
  ].map((it) => Date.parse(it))
  const stampOf = (n: number, salt: number) =>
    n < 2 * edges.length ? (edges[n % edges.length] ?? 0) : now.getTime() - dice(n, salt, 500 * 24 * 60) * 60_000
  const moment = (ms: number) => `'${new Date(ms).toISOString()}'`
  for (let n = 0; n < 260; n++) {
    const made = stampOf(n, 1)
    const changed = made + dice(n, 2, 60 * 24) * 3_600_000
    const status = dice(n, 3, 4)
    const closed = status === 1 && dice(n, 4, 5) > 0 ? moment(changed - dice(n, 5, 90) * 60_000) : 'null'
    const seen = dice(n, 6, 3) === 0 ? moment(made - 3 * 3_600_000) : 'null'
    const drawn = dice(n, 7, 40)
    const user = drawn < 8 ? 'null' : 1 + (drawn % 19)
    await run(`insert into violations (address_id, user_id, status, created_at, updated_at, closed_at, observed_at)
      values (${1 + dice(n, 8, 25)}, ${user}, ${status}, ${moment(made)}, ${moment(changed)}, ${closed}, ${seen})`)
    for (let code = 0; code < dice(n, 9, 3); code++)
      await run(
        `insert into violation_codes select ${n + 1}, id from codes order by id offset ${(n + 5 * code) % 14} limit 1`,
      )
    for (let served = 0; served < dice(n, 10, 3); served++) {
      const at = made + (dice(n, 11 + served, 30 * 24) - 48) * 3_600_000
      const voided = dice(n, 13 + served, 4) === 0 ? moment(at) : 'null'
      await run(`insert into notice_services (violation_id, how, served_to, note, created_at, observed_at, voided_at)
        values (${n + 1}, 'posted', '', '', ${moment(at)}, ${served ? 'null' : moment(at - 7_200_000)}, ${voided})`)
    }
    if (dice(n, 15, 4) === 0)
      await run(`insert into citations (violation_id, created_at) values (${n + 1}, ${moment(stampOf(n, 16))})`)
    const source = ['Complaint', 'complaint', 'Multifamily License', 'Business License'][dice(n, 17, 4)]
    const words = ['Completed', 'In-Progress', '', ' - ', null][dice(n, 18, 5)]
    const answered = dice(n, 19, 3) === 0 ? stampOf(n, 20) : stampOf(n, 20) + dice(n, 21, 40 * 24) * 3_600_000
    await run(`insert into inspections (source, status, address_id, created_at, updated_at) values ('${source}',
      ${words === null ? 'null' : `'${words}'`}, ${1 + dice(n, 22, 25)}, ${moment(stampOf(n, 20))}, ${moment(answered)})`)
  }
}

/** All rows as a device gets them. */
const rowsOfTown = async (): Promise<StatisticsRows> => {
  const listed = await ask(town, violations.list)
  const served: StatisticsRows['services'][number][] = []
  for (const { id } of listed) served.push(...(await ask(town, services.ofViolation, { params: { violationId: id } })))
  return {
    inspections: [...(await ask(town, inspections.list)), ...(await ask(town, complaints.list))],
    violations: listed,
    citations: await ask(town, citations.list),
    services: served,
  }
}

test('an empty town has zeros, and each week of the period', async () => {
  const period = { from: '2026-09-06', to: '2026-11-23' }
  const nothing = await ask(town, statistics.of, { search: period })
  expect(nothing.steps).toHaveLength(12)
  expect(nothing.response).toEqual({
    count: 0,
    before: 0,
    median: null,
    median_before: null,
    bands: [0, 0, 0, 0, 0, 0],
  })
  const none = { inspections: [], violations: [], citations: [], services: [] }
  expect(nothing).toEqual(statisticsOf(none, period, { now, zone: townZone }))
})

test('the server counts in SQL the same as the device from the same rows, for every preset and across both clock changes', async () => {
  await fillTown()
  const rows = await rowsOfTown()
  expect(rows.violations.some(({ closed_at }) => closed_at)).toBe(true)
  const periods = [
    ...presets('2026-11-23').map(({ period }) => period),
    ...[
      ['2026-11-01', '2026-11-01'],
      ['2026-10-26', '2026-11-08'],
      ['2026-03-01', '2026-03-14'],
    ],
    ...[
      ['2025-11-24', '2026-11-23'],
      ['2026-11-20', '2026-11-30'],
      ['2026-12-01', '2026-12-31'],
      ['2022-01-01', '2026-12-31'],
    ],
  ].map((it) => (Array.isArray(it) ? { from: `${it[0]}`, to: `${it[1]}` } : it))
  for (const period of periods) {
    const counted = await ask(town, statistics.of, { search: { ...period } })
    expect(counted, `${period.from} ${period.to}`).toEqual(statisticsOf(rows, period, { now, zone: townZone }))
  }
  // A comparison of nothing with nothing would also succeed.
  const year = await ask(town, statistics.of, { search: { from: '2026-01-01', to: '2026-11-23' } })
  for (const it of [
    year.complaints,
    year.violations,
    year.citations,
    year.open,
    year.response,
    year.compliance,
    year.repeat,
  ])
    expect(it.count).toBeGreaterThan(3)
  expect(year.other_codes.count).toBeGreaterThan(0)
  expect(year.open.inspectors.map(({ user }) => user?.id ?? null)).toContain(null)
  expect(Math.max(...year.open.others)).toBeGreaterThan(0)
  expect(year.response.median).not.toBeNull()
})

test('complaints, violations and citations of a period are those of SIR for the same days', async () => {
  const days = { from: '2026-08-01', to: '2026-10-31' }
  const figures = await ask(town, sir.stats, { search: { start_date: days.from, end_date: days.to } })
  const counted = await ask(town, statistics.of, { search: days })
  expect(figures.violations).toBeGreaterThan(0)
  expect(counted).toMatchObject({
    complaints: { count: figures.complaints_made },
    violations: { count: figures.violations },
    citations: { count: figures.citations },
    response: { count: figures.complaint_responses },
  })
})

test('days that are none, too many or turned around are refused in words', async () => {
  const refused = (from: string, to: string) => refusal(town, statistics.of, { search: { from, to } })
  expect(await refused('soon', '2026-11-23')).toMatch(/^422/)
  expect(await refused('2026-11-23', '2026-11-22')).toMatch(/^422 The last day is before the first/)
  expect(await refused('2021-11-22', '2026-11-23')).toMatch(/^422 At most five years at once/)
  expect(await refusal(town, statistics.of)).toMatch(/^422/)
})

test('the figures take one statement, however many there are', async () => {
  const search = { from: '2026-09-06', to: '2026-11-23' }
  expect(await statementsOf(town, () => ask(town, statistics.of, { search }))).toBeLessThanOrEqual(2)
})
