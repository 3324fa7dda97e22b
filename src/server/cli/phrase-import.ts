import type pg from 'pg'
import { textLimits } from '../../contract/text-limits.ts'
import { mappedRows } from './mapping.ts'
import { inOneTransaction } from './one-transaction.ts'
import type { Row } from './rows.ts'
import type { ImportOptions, Report } from './table-import.ts'

/** The columns of a file of phrases; all except the text may be empty. */
export const phraseFields = ['text', 'room', 'chapter', 'section'] as const

interface Line {
  text: string
  room: string | null
  codeId: number | null
}

/** Replaces the town's list of phrases in ONE transaction: the file is the whole list. */
export const importPhrases = async (
  client: pg.ClientBase,
  rows: AsyncIterable<Row>,
  { mapping }: ImportOptions = {},
): Promise<Report> => {
  const report: Report = { read: 0, added: 0, changed: 0, same: 0, bad: [] }
  const codes = await client.query<{ id: string; chapter: string; section: string }>(
    "select id, coalesce(chapter, '') as chapter, coalesce(section, '') as section from codes",
  )
  const codeIds = new Map(codes.rows.map(({ id, chapter, section }) => [keyOf(chapter, section), Number(id)]))
  const lines = new Map<string, Line>()
  for await (const { line, values } of mappedRows(rows, phraseFields, mapping)) {
    report.read++
    const { text = '', room = '', chapter = '', section = '' } = values
    const codeId = codeIds.get(keyOf(chapter, section))
    const problem = phraseProblem(values, codeIds)
    if (problem) report.bad.push({ line, problem })
    else {
      const phrase = { text: text.trim(), room: room.trim() || null, codeId: codeId ?? null }
      lines.set(JSON.stringify(phrase), phrase)
    }
  }
  await inOneTransaction(client, async () => {
    const known = await client.query<{ text: string; room: string | null; code_id: string | null }>(
      'delete from phrases returning text, room, code_id',
    )
    const before = new Set(
      known.rows.map(({ text, room, code_id }) =>
        JSON.stringify({ text, room, codeId: code_id === null ? null : Number(code_id) }),
      ),
    )
    for (const [key, { text, room, codeId }] of lines) {
      await client.query('insert into phrases (text, room, code_id) values ($1, $2, $3)', [text, room, codeId])
      report[before.has(key) ? 'same' : 'added']++
    }
  })
  return report
}

/** The problem of a line of a file of phrases; undefined if there is none. */
export const phraseProblem = (
  { text = '', room = '', chapter = '', section = '' }: { [Field in (typeof phraseFields)[number]]?: string },
  codeIds: ReadonlyMap<string, number>,
): string | undefined => {
  if (text.trim() === '') return 'has no text'
  if (text.trim().length > textLimits.line || room.trim().length > textLimits.line)
    return `is longer than ${textLimits.line} characters`
  const code = keyOf(chapter, section)
  if (code !== keyOf('', '') && !codeIds.has(code))
    return `names a section that the code book does not have: ${chapter}, ${section}`
  return undefined
}

/** The key of a section of the code book. */
export const keyOf = (chapter: string, section: string): string => JSON.stringify([chapter.trim(), section.trim()])
