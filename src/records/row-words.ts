import { lowerCase, tidy } from '../rules/address-text.ts'
import type { CsvCell } from '../rules/csv.ts'

/** The text in which a row's words are searched, from the cells of its list; in the form of `searchable`. */
export const rowWords = (cells: readonly CsvCell[]): string =>
  lowerCase(cells.map((it) => (typeof it === 'boolean' || it === null ? '' : wordsOf(String(it ?? '')))).join('\n'))

/** A day is found as a file has it and as the list shows it. */
const wordsOf = (cell: string): string => {
  const [, year, month, day] = dayCell.exec(cell) ?? []
  return year ? `${cell} ${Number(month)}/${Number(day)}/${year}` : tidy(cell)
}

const dayCell = /^(\d{4})-(\d\d)-(\d\d)(?: |$)/
