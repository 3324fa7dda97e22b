import type { CsvCell } from '../../rules/csv.ts'

/** A table to be written as a spreadsheet. Without cells, the cells come through the port. */
export type SheetAsked = {
  kind: 'sheet'
  title: string
  heads: string[]
} & ({ cells: CsvCell[][] } | { port: MessagePort })

export interface SheetAnswers {
  sheet: { asked: SheetAsked; answer: Blob }
}
