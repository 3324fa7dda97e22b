import { type BadLine, type ListCells, listFileLimits, type TownListName } from '../../contract/town.ts'
import { townLists } from '../../rules/town-list.ts'
import { fieldsOf, type Mapping, mappingByName } from '../cli/mapping.ts'
import { type Row, rowsOfText } from '../cli/rows.ts'
import { Refused } from '../errors.ts'
import { StartFailure } from '../store/failure.ts'
import type { UnusableLine } from './spare.ts'

/** The valid lines of a file, and the others. */
interface FileLines {
  read: number
  lines: { line: number; cells: ListCells }[]
  unusable: UnusableLine[]
}

/** The rows of a CSV file. Throws 422 with the reason for a file that cannot be read at all, or is too long. */
export async function* fileRows(text: string, bad: BadLine[], most: number): AsyncGenerator<Row> {
  let read = 0
  try {
    for await (const row of rowsOfText(text, (it) => bad.push(it))) {
      if (++read > most)
        throw new Refused(422, `The file has more than ${inFigures(most)} lines. Split it into several.`)
      yield row
    }
  } catch (error) {
    if (error instanceof StartFailure) throw new Refused(422, error.message)
    throw error
  }
}

/** Reads a file of a list and checks each line. Throws 422 if it has none of the columns. */
export const readListFile = async (
  list: TownListName,
  text: string,
  check: (cells: ListCells) => { cells: ListCells; problem?: string | undefined },
): Promise<FileLines> => {
  const { fields } = townLists[list]
  const found: FileLines = { read: 0, lines: [], unusable: [] }
  let mapping: Mapping | undefined
  for await (const { line, cells: row } of fileRows(text, found.unusable, listFileLimits.lines)) {
    if (!mapping) {
      mapping = mappingByName(Object.keys(row), fields)
      if (mapping.size === 0) throw new Refused(422, noColumns(fields, Object.keys(row)))
    }
    found.read++
    const { cells, problem } = check(fieldsOf(mapping, row))
    if (problem === undefined) found.lines.push({ line, cells })
    else found.unusable.push({ line, problem, cells })
  }
  if (found.read === 0 && found.unusable.length === 0)
    throw new Refused(422, `The file has no lines under its heading (${fields.join(', ')}).`)
  found.unusable.sort((a, b) => a.line - b.line)
  return found
}

/** The message for a file without any known column. */
export const noColumns = (wanted: readonly string[], columns: readonly string[]): string =>
  `The first line of the file must name its columns: ${wanted.join(', ')}. It has ${columns
    .slice(0, 10)
    .map((it) => `"${it.slice(0, 40)}"`)
    .join(', ')}.`

const inFigures = (count: number) => count.toLocaleString('en-US')
