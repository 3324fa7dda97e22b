import writeSheet from 'write-excel-file/universal'
import type { CsvCell } from '../rules/csv.ts'
import { isDay } from '../rules/dates.ts'
import type { SheetAsked } from '../sync/device/sheet-job.ts'
import { answerQuestions } from './answer-questions.ts'

/** Writes a list as a spreadsheet (.xlsx), with real dates and numbers. */
answerQuestions(async (asked: SheetAsked): Promise<Blob> => {
  const cells = 'cells' in asked ? asked.cells : await cellsFrom(asked.port)
  const heads = asked.heads.map((value) => ({ value, fontWeight: 'bold' as const }))
  const columns = asked.heads.map((head, at) => ({ width: widthOf(head, cells, at) }))
  const rows = cells.map((row) => row.map(cellOf))
  return writeSheet([heads, ...rows], { sheet: asked.title.slice(0, 31), columns, stickyRowsCount: 1 }).toBlob()
})

const cellsFrom = (port: MessagePort): Promise<CsvCell[][]> =>
  new Promise((resolve) => {
    port.onmessage = ({ data }) => resolve(data)
  })

function cellOf(cell: CsvCell) {
  if (cell === null || cell === undefined || cell === '') return null
  if (typeof cell === 'boolean') return { value: cell ? 'Yes' : 'No', type: String }
  if (typeof cell === 'number') return { value: cell, type: Number }
  if (isDay(cell) && cell >= firstSheetDay)
    return { value: new Date(`${cell}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' }
  // Text stays text, whatever it begins with: a spreadsheet runs formulas only in formula cells.
  return { value: cell.slice(0, longestCell), type: String }
}

/** Spreadsheets count days from 1900 on, and take that year for a leap year. An earlier day is text. */
const firstSheetDay = '1900-03-01'

/** The longest text of a spreadsheet cell. */
const longestCell = 32_767

/** In characters, estimated from the first rows. */
const widthOf = (head: string, cells: readonly CsvCell[][], at: number): number =>
  Math.min(60, Math.max(10, head.length + 2, ...cells.slice(0, 200).map((row) => String(row[at] ?? '').length + 1)))
