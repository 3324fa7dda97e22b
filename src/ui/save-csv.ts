import { type CsvCell, csvText } from '../rules/csv.ts'
import { saveAs } from './save-as.ts'

export const csvType = 'text/csv;charset=utf-8'

/** 'repeat-addresses-2026-11-20.csv': the name of a file by what it holds and its days. */
export const fileName = (title: string, days: string, ending: string): string =>
  `${title.toLowerCase().replaceAll(/\W+/g, '-')}-${days}.${ending}`

/** Hands a table to the user as a CSV file. */
export const saveCsv = (name: string, heads: readonly string[], lines: readonly (readonly CsvCell[])[]): void =>
  saveAs(new Blob([csvText(heads, lines)], { type: csvType }), name)
