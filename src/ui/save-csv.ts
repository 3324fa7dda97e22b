import { type CsvCell, csvText } from '../rules/csv.ts'
import { saveAs } from './save-as.ts'

export const csvType = 'text/csv;charset=utf-8'

/** 'repeat-addresses-2026-11-20.csv': a file name made from the title and the days. */
export const fileName = (title: string, days: string, ending: string): string =>
  `${title.toLowerCase().replaceAll(/\W+/g, '-')}-${days}.${ending}`

/** Saves a table as a CSV download. */
export const saveCsv = (name: string, heads: readonly string[], lines: readonly (readonly CsvCell[])[]): void =>
  saveAs(new Blob([csvText(heads, lines)], { type: csvType }), name)
