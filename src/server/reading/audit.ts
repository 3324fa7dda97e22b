import { asc, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { auditChain, auditLog, type Tx } from '../store/core-tables.ts'

/** Which entries, and their order. */
interface Reading {
  where: SQL | undefined
  order: 'oldest' | 'newest'
  limit: number
  skip?: number
}

/** Entries of the audit log, each with its place in the chain. */
export const readAudit = async (tx: Tx, { where, order, limit, skip = 0 }: Reading) => {
  const { key: _, ...columns } = getTableColumns(auditLog)
  const rows = await tx
    .select({ ...columns, n: auditChain.n, hash: auditChain.hash })
    .from(auditLog)
    .leftJoin(auditChain, eq(auditChain.entry_id, auditLog.id))
    .where(where)
    .orderBy(order === 'oldest' ? asc(auditLog.id) : desc(auditLog.id))
    .limit(limit)
    .offset(skip)
  return rows.map(({ n, hash, ...entry }) => ({ ...entry, seal: n === null || hash === null ? null : { n, hash } }))
}

/** The newest seal; null if nothing is sealed yet. */
export const newestHead = async (tx: Tx) => {
  const { n, hash, sealed_at } = auditChain
  const rows = await tx.select({ n, hash, sealed_at }).from(auditChain).orderBy(desc(n)).limit(1)
  return rows[0] ?? null
}

interface HeadRow extends Record<string, unknown> {
  day: string
  n: string
  hash: string
  sealed_at: string
}

/** The last seal of each of the last `days` days in `zone`, newest first; days without a seal are left out. */
export const dailyHeads = async (tx: Tx, { days, zone, now }: { days: number; zone: string; now: Date }) => {
  const found = await tx.execute<HeadRow>(sql`
    with today as (select (${now.toISOString()}::timestamptz at time zone ${zone}::text)::date as day)
    select to_char(each_day, 'YYYY-MM-DD') as day, head.n, head.hash,
      extract(epoch from head.sealed_at) * 1000 as sealed_at
    from today, generate_series(today.day - ${days - 1}::int, today.day, interval '1 day') as each_day
    join lateral (
      select n, hash, sealed_at from audit_chain
      where sealed_at >= each_day::timestamp at time zone ${zone}::text
        and sealed_at < (each_day::timestamp + interval '1 day') at time zone ${zone}::text
      order by sealed_at desc, n desc limit 1
    ) as head on true
    order by each_day desc`)
  return found.rows.map(({ day, n, hash, sealed_at }) => ({
    ...{ day, n: Number(n), hash },
    sealed_at: new Date(Number(sealed_at)),
  }))
}
