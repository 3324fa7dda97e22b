import type pg from 'pg'
import { inventedCounty } from '../county.ts'

/** The invented county's addresses, one of which the bench's own town already has. */
export async function addCounty(pool: pg.Pool): Promise<void> {
  const county = inventedCounty()
  for (let at = 0; at < county.length; at += 10_000) {
    const rows = JSON.stringify(county.slice(at, at + 10_000))
    await pool.query(
      `insert into addresses (combadd, property_name, aka, ownername, vacancy_status)
       select combadd, property_name, aka, ownername, 'occupied' from json_to_recordset($1)
       as it(combadd text, property_name text, aka text, ownername text)`,
      [rows],
    )
  }
  await pool.query('vacuum analyze addresses')
}

/** Pending inspections of the first inspector, however many there are in all. */
export const pendingCount = 40

/**
 * Fills up to so many inspections, each with an area and two observations. However many there are, the first inspector
 * has `pendingCount` pending ones and an address has one: what is asked for does not grow.
 */
export async function fillInspections(pool: pg.Pool, upTo: number): Promise<void> {
  const { rows } = await pool.query<{ last: string }>('select max(id) as last from inspections')
  const first = Number(rows[0]?.last ?? 0) + 1
  await pool.query(
    `insert into inspections (source, status, address_id, inspector_id, description, created_at)
     select case n % 4 when 0 then 'Complaint' else 'Multifamily License' end,
       case when n <= $3 then 'Pending' else 'Completed' end, n + 1, case when n <= $3 then 1 else 1 + n % 2 end,
       'Invented', now() - n * interval '1 hour'
     from generate_series($1::int, $2::int) n`,
    [first, upTo, pendingCount],
  )
  await pool.query(
    "insert into areas (name, inspection_id) select 'Hall', n from generate_series($1::int, $2::int) n",
    [first, upTo],
  )
  await pool.query(
    `insert into observations (content, area_id, user_id) select 'Loose tread', a.id, 1
     from areas a, generate_series(1, 2) where a.inspection_id between $1 and $2`,
    [first, upTo],
  )
  await pool.query('vacuum analyze')
}

/**
 * A day's work: inspections, areas and observations changed in turn, each change by itself. Gives the paths of pages of
 * 200 of them; ours has these below /sync.
 */
export async function changeOneByOne(pool: pg.Pool): Promise<(n: number) => string> {
  const { rows } = await pool.query<{ start: string }>('select change_horizon() as start')
  for (let id = 1; id <= 100; id++)
    for (const table of ['inspections', 'areas', 'observations'])
      await pool.query(`update ${table} set updated_at = updated_at where id = $1`, [id])
  return (n) => `/changes?since=${Number(rows[0]?.start) + (n % 5)}&limit=200`
}
