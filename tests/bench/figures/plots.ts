import type pg from 'pg'
import { openOffice } from '../office.ts'
import { signedIn } from '../server/ask.ts'
import { percentile } from '../stats.ts'
import type { Row } from '../table.ts'

const sizes = [50_000, 100_000]
const asks = 40
const warmUp = 5

/** P20: the figures of all plots, of twelve weeks and of a year, from a server with 50,000 and 100,000 violations. */
export async function plotting(): Promise<Row[]> {
  const rows: Row[] = []
  for (const violations of sizes) rows.push(...(await among(violations)))
  return rows
}

const periods = [
  ['12 weeks', 84],
  ['a year', 365],
] as const

async function among(violations: number): Promise<Row[]> {
  const office = await openOffice({})
  try {
    await fill(office.pool, violations)
    const { ask } = await signedIn(office.url)
    const rows: Row[] = []
    for (const [name, days] of periods) {
      const times: number[] = []
      for (let n = 0; n < asks + warmUp; n++) {
        // Another period each time, so that nothing could be remembered.
        const path = `/statistics?from=${dayBefore(days - 1 + (n % 7))}&to=${dayBefore(n % 7)}`
        const start = performance.now()
        const answer: { violations: { count: number } } = JSON.parse(await ask(path))
        if (n >= warmUp) times.push(performance.now() - start)
        if (answer.violations.count < days) throw new Error('The plots of the benchmark are empty')
      }
      rows.push({
        goal: 'P20',
        what: `figures of the plots, ${name}, among ${violations.toLocaleString('en')} violations, p95`,
        ours: percentile(times, 0.95),
        unit: 'ms',
        meets: { most: 300 },
      })
    }
    return rows
  } finally {
    await office.close()
  }
}

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/**
 * Five years of a town: violations with two sections each, one in twelve open, every third served; half as many
 * complaints and as many inspections, a citation for every fifth violation.
 */
async function fill(pool: pg.Pool, violations: number): Promise<void> {
  const run = (text: string) => pool.query(text, [violations])
  const ago = (n: string) => `now() - (${n} * (1826.0 / $1::int)) * interval '1 day'`
  await run("insert into addresses (combadd) select n || ' ELM STREET' from generate_series(1, $1::int / 5) n")
  await run(
    "insert into codes (chapter, section, name) select n / 20, n, 'Section ' || n from generate_series(1, $1::int / 250) n",
  )
  await run(`insert into violations (address_id, user_id, status, created_at, updated_at, closed_at)
    select 1 + n * 7919 % ($1::int / 5), 1 + n % 5, state, made, least(now(), made + n % 60 * interval '1 day'),
      case state when 1 then least(now(), made + n % 60 * interval '1 day') end
    from (select n, case when n % 12 = 0 then 0 when n % 12 = 1 then 3 else 1 end as state, ${ago('n')} as made
      from generate_series(1, $1::int) n) it`)
  await run(`insert into violation_codes (violation_id, code_id)
    select v.id, 1 + (v.id * (37 + part) + part) % ($1::int / 250) from violations v, generate_series(0, 1) part on conflict do nothing`)
  await run(`insert into notice_services (violation_id, how, served_to, note, created_at)
    select id, 'posted', '', '', created_at + interval '1 day' from violations where id % 3 = 0 and id <= $1::int`)
  await run(`insert into inspections (source, status, address_id, inspector_id, created_at, updated_at)
    select case when n % 3 = 0 then 'Complaint' else 'Multifamily License' end, 'Completed', 1 + n % ($1::int / 5),
      1 + n % 5, ${ago('n * 2 / 3.0')}, least(now(), ${ago('n * 2 / 3.0')} + n % 30 * interval '1 day')
    from generate_series(1, $1::int * 3 / 2) n`)
  await run(`insert into citations (violation_id, status, created_at)
    select id, 0, created_at from violations where id % 5 = 0 and id <= $1::int`)
  await pool.query('vacuum analyze')
}
