import type pg from 'pg'
import { textLimits } from '../../contract/text-limits.ts'
import { lockListTables } from './import-lock.ts'
import { inImport } from './in-import.ts'
import { mappedRows } from './mapping.ts'
import { assertNothingLost, assertUsable, newReport, type Report } from './report.ts'
import type { Row } from './rows.ts'
import type { ImportOptions } from './table-import.ts'

/** The columns of a file of phrases; all except the text may be empty. */
export const phraseFields = ['text', 'room', 'chapter', 'section'] as const

interface Line {
  text: string
  room: string | null
  codeId: number | null
}

/**
 * Replaces the town's list of phrases in ONE transaction: the file is the whole list. Throws a StartFailure, and leaves
 * the list as it is, when the file has no usable line, or would remove something while lines of it are left out.
 */
export const importPhrases = async (
  client: pg.ClientBase,
  rows: AsyncIterable<Row>,
  { mapping, unread }: ImportOptions = {},
): Promise<Report> =>
  inImport(client, 'phrases', unread, async () => {
    const report = newReport()
    const codeIds = await codeIdsOf(client)
    const lines = new Map<string, Line>()
    for await (const { line, values, unfit, isEmpty } of mappedRows(
      rows,
      { fields: phraseFields, required: ['text'] },
      mapping,
    )) {
      report.read++
      const { text = '', room = '', chapter = '', section = '' } = values
      const problem = unfit ?? phraseProblem(values, codeIds)
      if (problem) report.bad.push({ line, problem, isEmpty })
      else {
        const codeId = codeIds.get(keyOf(chapter, section)) ?? null
        const phrase = { text: text.trim(), room: room.trim() || null, codeId }
        lines.set(JSON.stringify(phrase), phrase)
      }
    }
    assertUsable(report, lines.size)
    await lockListTables(client, 'phrases')
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
    report.removed = [...before].filter((key) => !lines.has(key)).length
    assertNothingLost(report, unread)
    return report
  })

const codeIdsOf = async (client: pg.ClientBase): Promise<Map<string, number>> => {
  const codes = await client.query<{ id: string; chapter: string; section: string }>(
    "select id, coalesce(chapter, '') as chapter, coalesce(section, '') as section from codes",
  )
  return new Map(codes.rows.map(({ id, chapter, section }) => [keyOf(chapter, section), Number(id)]))
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
