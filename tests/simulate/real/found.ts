import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { FileStore } from '../../../src/server/files/file-store.ts'

/** All records that one inspection left at the office, by their names in the plan. */
export interface Found {
  /**
   * 'unit 1', 'area Hall of 1 in 1', 'observation Rotten step 3 in Hall of 1', 'violation', 'Completed': one per row.
   */
  records: string[]
  /** Each stored file with its observation and the sha-256 of its stored bytes. */
  files: { on: string; sha256: string; said: string }[]
}

export async function findIn(pool: pg.Pool, store: FileStore): Promise<Found> {
  const { rows: records } = await pool.query<{ name: string }>(`
    select 'unit ' || number as name from units
    union all select 'area ' || a.name || ' in ' || coalesce(u.number, '-') from areas a left join units u on u.id = a.unit_id
    union all select 'observation ' || o.content || ' in ' || a.name from observations o join areas a on a.id = o.area_id
    union all select 'violation' from violations where inspection_id is not null
    union all select coalesce(status, 'open') from inspections`)
  const { rows } = await pool.query<{ on: string; key: string; said: string }>(`
    select coalesce(o.content, 'nothing') as on, f.original_key as key, f.sha256 as said
    from attachments f left join observations o on f.owner_type = 'observation' and o.id = f.owner_id`)
  const files = await Promise.all(
    rows.map(async ({ on, key, said }) => {
      const bytes = await store.open(key)
      return {
        on,
        said,
        sha256: createHash('sha256')
          .update(bytes ?? '')
          .digest('hex'),
      }
    }),
  )
  return { records: records.map((it) => it.name), files }
}
