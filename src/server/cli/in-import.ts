import type pg from 'pg'
import { inOneTransaction } from './one-transaction.ts'
import type { Report } from './report.ts'
import type { BadLine } from './rows.ts'

/**
 * Runs an import in ONE transaction that ends with its entry in the log of changes. Only one import writes at a time:
 * two of one file at once would each add every record. Its report has the lines that could not be read (`unread`) too.
 */
export const inImport = (
  client: pg.ClientBase,
  what: string,
  unread: readonly BadLine[] | undefined,
  act: () => Promise<Report>,
): Promise<Report> =>
  inOneTransaction(client, async () => {
    await client.query("select pg_advisory_xact_lock(hashtextextended('codesoft import', 0))")
    const { bad: unusable, ...counts } = await act()
    const bad = [...(unread ?? []), ...unusable].sort((a, b) => a.line - b.line)
    await client.query('insert into audit_log (call, path, received_at, status, body) values ($1, $2, $3, 200, $4)', [
      `command line: import ${what}`,
      '',
      new Date(),
      JSON.stringify({ ...counts, left_out: bad.length }),
    ])
    return { ...counts, bad }
  })
