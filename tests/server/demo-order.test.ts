import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { expect, test } from 'vitest'
import { dayOf, startOfDay } from '../../src/rules/dates.ts'
import { makeDemoTown } from '../../src/server/demo/demo-town.ts'
import { createDiskStore } from '../../src/server/files/disk-store.ts'
import { cheapConfig } from '../harness/people.ts'
import { emptyTown } from '../harness/restored.ts'

/** A record, the column that names an earlier one, and that one's table. */
const chains = [
  ['violations', 'inspection_id', 'inspections'],
  ['violation_comments', 'violation_id', 'violations'],
  ['notice_services', 'violation_id', 'violations'],
  ['citations', 'violation_id', 'violations'],
  ['areas', 'inspection_id', 'inspections'],
  ['observations', 'area_id', 'areas'],
  ['licenses', 'inspection_id', 'inspections'],
  ['permits', 'inspection_id', 'inspections'],
  ['inspections', 'contact_id', 'contacts'],
  ['contact_comments', 'contact_id', 'contacts'],
  ['inspections', 'business_id', 'businesses'],
  ['violations', 'business_id', 'businesses'],
] as const

test.each(['2026-11-20T18:00:00Z', '2026-11-21T05:10:00Z'])(
  'in the demo town of %s no record is older than the one that it belongs to, and no visit is done before its time',
  async (text) => {
    const now = new Date(text)
    const empty = await emptyTown()
    const db = drizzle(empty.pool)
    try {
      await makeDemoTown({ db, store: createDiskStore(empty.folder), config: cheapConfig, clock: () => now })
      const wrong: Record<string, number> = {}
      for (const [table, column, parents] of chains) {
        const { rows } = await db.execute<{ wrong: string; all: string }>(sql`
          select count(*) as all, count(*) filter (where it.created_at < parent.created_at) as wrong
          from ${sql.identifier(table)} it join ${sql.identifier(parents)} parent on parent.id = it.${sql.identifier(column)}`)
        expect([table, column, Number(rows[0]?.all) > 0]).toEqual([table, column, true])
        if (Number(rows[0]?.wrong) > 0) wrong[`${table}.${column}`] = Number(rows[0]?.wrong)
      }
      const zone = cheapConfig.townZone
      const hour = Math.floor((now.getTime() - startOfDay(dayOf(now, zone), zone).getTime()) / 3_600_000)
      const { rows: early } = await db.execute(sql`
        select status, scheduled_datetime from inspections
        where status in ('Completed', 'Satisfactory', 'Unsatisfactory', 'Cancelled', 'No Violation Found')
          and scheduled_datetime > ${`${dayOf(now, zone)}T${String(hour).padStart(2, '0')}:59:59`}`)
      expect([wrong, early]).toEqual([{}, []])
    } finally {
      await empty.close()
    }
  },
  60_000,
)
