import type pg from 'pg'
import { inOneTransaction } from './one-transaction.ts'
import type { Report } from './report.ts'

/**
 * Runs an import in ONE transaction that ends with its entry in the log of changes. Only one import writes at a time:
 * two of one file at once would each add every record.
 */
export const inImport = (client: pg.ClientBase, what: string, act: () => Promise<Report>): Promise<Report> =>
  inOneTransaction(client, async () => {
    await client.query("select pg_advisory_xact_lock(hashtextextended('codesoft import', 0))")
    const report = await act()
    const { bad, ...counts } = report
    await client.query('insert into audit_log (call, path, received_at, status, body) values ($1, $2, $3, 200, $4)', [
      `command line: import ${what}`,
      '',
      new Date(),
      JSON.stringify({ ...counts, left_out: bad.length }),
    ])
    return report
  })
