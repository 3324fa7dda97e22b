import type { CsvCell } from '../../rules/csv.ts'
import type { SheetAnswers } from './sheet-job.ts'
import { WorkerQuestions } from './worker-questions.ts'

/** The rows of a spreadsheet: given here, or sent by another worker through a port. */
export type SheetRows = { cells: CsvCell[][] } | { port: MessagePort }

/**
 * Writes a spreadsheet (.xlsx) in a worker, which ends afterwards. Throws TypeError if its code is not cached and
 * cannot be loaded.
 */
export async function writeSheet(title: string, heads: string[], rows: SheetRows): Promise<Blob> {
  const worker = new WorkerQuestions<SheetAnswers>(() => import('../../worker/sheet-worker.ts?worker&url'))
  try {
    const asked = { kind: 'sheet' as const, title, heads, ...rows }
    return await worker.ask<'sheet'>(asked, 'port' in rows ? [rows.port] : [])
  } finally {
    worker.end('The sheet is written')
  }
}
