import { closeSync, createReadStream, openSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, gunzipSync } from 'node:zlib'
import { type CsvError, parse } from 'csv-parse'
import { StartFailure } from '../store/failure.ts'

/**
 * One record of an import file, by the names of its columns: the same ones in each record of a file. `line` is where it
 * begins, counted as in an editor.
 */
export interface Row {
  line: number
  cells: Record<string, string>
  /** Cells that no field can take, by column, with the problem of the line (JSON only). */
  unfit?: ReadonlyMap<string, string>
}

/** A line that was left out, with the reason. */
export interface BadLine {
  line: number
  problem: string
  /** No cell of it is filled, as at the end of a sheet: it can stand for nothing. */
  isEmpty?: true | undefined
}

/** A longer record means a quote that was never closed. */
const MAX_RECORD_BYTES = 1_000_000

/** A wider first line is a mistake, and each of its names would cost time and memory in every line. */
const MOST_COLUMNS = 500

/**
 * Reads the records of a file one by one: CSV with a heading line (comma, semicolon or tab; with or without a byte
 * order mark), JSON lines, or JSON; each also gzipped. Records that do not parse go to `refuse` and are left out.
 */
export async function* readRows(path: string, refuse: (bad: BadLine) => void): AsyncGenerator<Row> {
  const name = path.toLowerCase().replace(/\.gz$/, '')
  if (name.endsWith('.json')) yield* readJson(path)
  else if (name.endsWith('.jsonl')) yield* readJsonLines(path, refuse)
  else yield* csvRows(() => bytesOf(path), refuse)
}

/** The records of a text in CSV, as `readRows` reads those of a file. */
export const rowsOfText = (text: string, refuse: (bad: BadLine) => void): AsyncGenerator<Row> =>
  csvRows(() => Readable.from([Buffer.from(text)]), refuse)

async function* csvRows(open: () => Readable, refuse: (bad: BadLine) => void): AsyncGenerator<Row> {
  // The parser reads ahead of the consumer. Lines are therefore counted in the parser, not here.
  const at = { begun: 1, empty: 0, refused: 0 }
  const parser = parse({
    bom: true,
    delimiter: await delimiterOf(open()),
    columns: columnsOf,
    skip_empty_lines: true,
    skip_records_with_error: true,
    max_record_size: MAX_RECORD_BYTES,
    on_record: (cells: Record<string, string>, { lines, empty_lines }): Row => {
      Object.assign(at, { begun: lines + 1, empty: empty_lines })
      return { line: lines - linesWithin(cells), cells }
    },
    on_skip: (error) => {
      const [end, empty] = [Number(error?.lines ?? at.begun), Number(error?.empty_lines ?? 0)]
      // A record with two faults is reported twice; the second report is ignored.
      if (!error || end === at.refused) return undefined
      const line = Math.max(2, at.begun + empty - at.empty)
      const problem = csvProblems[error.code] ?? error.message
      if (error.code === 'CSV_QUOTE_NOT_CLOSED' || error.code === 'CSV_MAX_RECORD_SIZE')
        parser.destroy(
          new StartFailure(`Line ${line} ${problem}, so nothing after it can be told apart. Correct it first.`),
        )
      refuse({ line, problem: end > line ? `${problem} (lines ${line} to ${end})` : problem })
      Object.assign(at, { begun: end + 1, empty, refused: end })
      return undefined
    },
  })
  pipeline(open().setEncoding('utf8'), unixLines, parser, (error) => {
    if (error) parser.destroy(error)
  })
  // The value of `on_record`.
  yield* parser as AsyncIterable<Row>
}

/**
 * Of two columns with one name the first counts, and the parser skips the other. Throws for a heading that is no
 * table's. Many empty columns behind the last one are common, and count as one.
 */
const columnsOf = (heading: readonly string[]): (string | false)[] => {
  const seen = new Set<string>()
  return heading.map((cell) => {
    const name = cell.trim()
    if (seen.has(name)) return false
    if (seen.add(name).size > MOST_COLUMNS)
      throw new StartFailure(
        `The first line of the file has more than ${MOST_COLUMNS} columns. Remove those that are not needed, and try again.`,
      )
    return name
  })
}

/** Converts all line ends to LF, so that line numbers and stored texts do not depend on them. */
async function* unixLines(chunks: AsyncIterable<string>) {
  let held = ''
  for await (const chunk of chunks) {
    const text = held + chunk
    held = text.endsWith('\r') ? '\r' : ''
    yield text.slice(0, text.length - held.length).replaceAll(/\r\n?/g, '\n')
  }
  if (held) yield '\n'
}

/** The separator of the heading line: some countries' spreadsheets write semicolons, some programs tabs. */
const delimiterOf = async (bytes: Readable): Promise<string> => {
  let heading = ''
  for await (const line of createInterface({ input: bytes, crlfDelay: Number.POSITIVE_INFINITY })) {
    heading = line.replaceAll(/"[^"]*"/g, '')
    break
  }
  bytes.destroy()
  const countOf = (sign: string) => heading.split(sign).length
  return [';', '\t'].reduce((best, sign) => (countOf(sign) > countOf(best) ? sign : best), ',')
}

const csvProblems: Partial<Record<CsvError['code'], string>> = {
  CSV_RECORD_INCONSISTENT_COLUMNS: 'has more or fewer cells than the heading',
  CSV_RECORD_INCONSISTENT_FIELDS_LENGTH: 'has more or fewer cells than the heading',
  CSV_INVALID_CLOSING_QUOTE: 'has a quote in the middle of a cell',
  INVALID_OPENING_QUOTE: 'has a quote in the middle of a cell',
  CSV_QUOTE_NOT_CLOSED: 'opens a quote that is never closed',
  CSV_MAX_RECORD_SIZE: 'opens a quote that is never closed',
}

const linesWithin = (record: Record<string, string>) =>
  Object.values(record).reduce((sum, cell) => sum + (cell.includes('\n') ? cell.split('\n').length - 1 : 0), 0)

async function* readJsonLines(path: string, refuse: (bad: BadLine) => void): AsyncGenerator<Row> {
  const names = new Set<string>()
  for await (const text of linesOf(path)) addNames(names, parsed(text))
  let line = 0
  for await (const text of linesOf(path)) {
    line++
    if (!text) continue
    const item = parsed(text)
    const cells = cellsOf(item, names)
    if (cells) yield { line, cells, unfit: unfitIn(item) }
    else refuse({ line, problem: 'is no JSON object' })
  }
}

/** The lines of a file without blanks at their ends, to which a byte order mark belongs. */
async function* linesOf(path: string): AsyncGenerator<string> {
  for await (const text of createInterface({ input: bytesOf(path), crlfDelay: Number.POSITIVE_INFINITY }))
    yield text.trim()
}

/**
 * A list of objects, or a checklist: `{ "rooms": [{ "name", "prompts": ["..."] }] }`. The line is the position in the
 * list.
 */
async function* readJson(path: string): AsyncGenerator<Row> {
  const bytes = await readFile(path)
  const content = parsed((isGzip(path) ? gunzipSync(bytes) : bytes).toString('utf8').replace(/^\uFEFF/, ''))
  const list = content instanceof Object && 'rooms' in content ? checklistRows(content.rooms) : content
  if (!Array.isArray(list)) throw new StartFailure(`${path} is neither a list nor a checklist in JSON.`)
  const names = new Set<string>()
  for (const item of list) addNames(names, item)
  for (const [at, item] of list.entries())
    yield { line: at + 1, cells: cellsOf(item, names) ?? {}, unfit: unfitIn(item) }
}

const checklistRows = (rooms: unknown): unknown[] =>
  (Array.isArray(rooms) ? rooms : []).flatMap((room) => {
    const { name, prompts } = Object(room)
    const contents: unknown[] = Array.isArray(prompts) && prompts.length > 0 ? prompts : ['']
    return contents.map((prompt) => ({
      room: name,
      prompt: prompt instanceof Object ? Object(prompt).content : prompt,
    }))
  })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: the caller reports it with the position in the file.
    return undefined
  }
}

const isRecord = (item: unknown): item is Record<string, unknown> => item instanceof Object && !Array.isArray(item)

/** An object may leave out the fields that it has no value for, so all of them are asked for the columns. */
const addNames = (names: Set<string>, item: unknown) => {
  if (isRecord(item)) for (const name of Object.keys(item)) names.add(name)
}

const cellsOf = (item: unknown, names: ReadonlySet<string>): Record<string, string> | undefined =>
  isRecord(item) ? Object.fromEntries([...names].map((name) => [name, String(item[name] ?? '')])) : undefined

const unfitIn = (item: unknown): Map<string, string> =>
  new Map(
    Object.entries(Object(item)).flatMap(([name, value]) => {
      if (isNested(value)) return [[name, `has an object in the column ${name}`]]
      if (isInexact(value))
        return [[name, `has a number with too many digits in the column ${name}; write it in quotes`]]
      return []
    }),
  )

/** A list of words is text; a list of objects is none. */
const isNested = (value: unknown): boolean => (Array.isArray(value) ? value.some(isNested) : value instanceof Object)

/**
 * A whole number of more than about 15 digits, which JSON.parse has rounded: as text it would be another number, and
 * the ids of two records could become equal. The last digits of a fraction, as in a coordinate, mean nothing.
 */
const isInexact = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isInexact) : typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER

const bytesOf = (path: string): Readable => {
  const isZipped = isGzip(path)
  const file = createReadStream(path)
  if (!isZipped) return file
  const unzipped = createGunzip()
  pipeline(file, unzipped, (error) => {
    if (error) unzipped.destroy(error)
  })
  return unzipped
}

/** Recognised by the first two bytes, whatever the file name says. */
const isGzip = (path: string): boolean => {
  const file = openSync(path, 'r')
  try {
    const first = Buffer.alloc(2)
    return readSync(file, first) === 2 && first.readUInt16BE() === 0x1f8b
  } finally {
    closeSync(file)
  }
}
