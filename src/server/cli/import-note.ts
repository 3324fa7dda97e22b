import type pg from 'pg'
import type { Report } from './report.ts'

/** Writes the import into the log of changes, in its transaction, and returns its report. */
export const noted = async (client: pg.ClientBase, what: string, report: Report): Promise<Report> => {
  const { bad, ...counts } = report
  await client.query('insert into audit_log (call, path, received_at, status, body) values ($1, $2, $3, 200, $4)', [
    `command line: import ${what}`,
    '',
    new Date(),
    JSON.stringify({ ...counts, left_out: bad.length }),
  ])
  return report
}
