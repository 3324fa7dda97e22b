import { sql } from 'drizzle-orm'
import type { UnderReview } from '../../contract/merge.ts'
import type { Tx } from '../store/core-tables.ts'
import { plainStatusOf } from '../store/visit-tables.ts'

/**
 * Inspections and complaints under review, the longest waiting first. The log of changes tells since when; for an
 * imported one, its last change counts.
 */
export const readUnderReview = async (tx: Tx): Promise<UnderReview[]> => {
  const found = await tx.execute<{ id: string; since: string; potential: number; photos: number }>(sql`
    select kept.id, to_char(coalesce(set_at.last, kept.updated_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as since,
      seen.potential, seen.photos + own.photos as photos
    from inspections as kept
    cross join lateral (
      select max(coalesce(observed_at, received_at)) as last from audit_log
      where record_type = 'inspection' and record_id = kept.id and call = 'B81'
        and ${plainStatusOf(sql`body ->> 'status'`)} = 'under review'
    ) as set_at
    cross join lateral (
      select count(distinct observations.id) filter (where potentialvio)::int as potential, count(attachments.id)::int as photos
      from areas join observations on observations.area_id = areas.id
      left join attachments on owner_type = 'observation' and owner_id = observations.id
      where areas.inspection_id = kept.id
    ) as seen
    cross join lateral (
      select count(*)::int as photos from attachments where owner_type = 'inspection' and owner_id = kept.id
    ) as own
    where ${plainStatusOf(sql`kept.status`)} = 'under review'
    order by since, kept.id`)
  return found.rows.map(({ id, ...told }) => ({ inspection_id: Number(id), ...told }))
}
