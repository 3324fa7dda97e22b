import { drizzle } from 'drizzle-orm/node-postgres'
import { checkChain, sealLog } from '../../../src/server/audit-chain.ts'
import { openOffice } from '../office.ts'
import type { Row } from '../table.ts'

const entries = 1_000_000

/** P16: the check of a log of a million entries, as `npm run verify-log -- --no-files` does it. */
export async function checkingTheLog(): Promise<Row[]> {
  const office = await openOffice({})
  try {
    await office.pool.query(
      `insert into audit_log (user_id, call, path, key, device, received_at, status, record_type, record_id, body)
        select 1 + n % 12, 'B92', '/api/observations/' || n, md5(n::text), 'phone ' || n % 12,
          now() - n * interval '1 minute', 200, 'observation', n,
          jsonb_build_object('content', 'Seen at the door, number ' || n, 'potentialvio', n % 3 = 0)
        from generate_series(1, $1::int) as n`,
      [entries],
    )
    const db = drizzle(office.pool)
    await sealLog(db, new Date())
    const start = performance.now()
    const { head, problem } = await checkChain(db)
    const seconds = (performance.now() - start) / 1000
    if (problem || head.n !== entries) throw new Error(`The log of the benchmark does not check: ${problem?.words}`)
    return [{ goal: 'P16', what: 'check of 1,000,000 entries', ours: seconds, unit: 's', meets: { most: 60 } }]
  } finally {
    await office.close()
  }
}
