/** The values of a table cell; null and undefined are an empty cell. */
export type CsvCell = string | number | boolean | null | undefined

/**
 * A table as CSV (RFC 4180): CRLF line ends, doubled quotes, and quotes around cells with commas, quotes or line ends.
 * It begins with a byte order mark, by which spreadsheets recognise UTF-8.
 */
export const csvText = (heads: readonly string[], lines: readonly (readonly CsvCell[])[]): string =>
  `\uFEFF${[heads, ...lines].map((line) => `${line.map(cellText).join(',')}\r\n`).join('')}`

function cellText(cell: CsvCell): string {
  if (cell === null || cell === undefined) return ''
  if (typeof cell === 'boolean') return cell ? 'Yes' : 'No'
  if (typeof cell === 'number') return String(cell)
  const text = startsFormula(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A spreadsheet would run a text with this beginning as a formula. An apostrophe before it keeps it text. */
const startsFormula = (text: string): boolean => /^\s*[=+\-@]|^[\t\r]/.test(text)

/** A cell as it was before `csvText` kept a spreadsheet from running it. */
export const asWritten = (cell: string): string =>
  cell.startsWith("'") && startsFormula(cell.slice(1)) ? cell.slice(1) : cell
