import type pg from 'pg'
import { textLimits } from '../../contract/text-limits.ts'
import { lockListTables } from './import-lock.ts'
import { inImport } from './in-import.ts'
import { mappedRows } from './mapping.ts'
import { newReport, type Report } from './report.ts'
import type { Row } from './rows.ts'
import type { ImportOptions } from './table-import.ts'

/** The columns of a checklist file: a line for each prompt, with the name of its room. */
export const roomFields = ['room', 'prompt'] as const

/**
 * Adds missing rooms and prompts in the order of the file and in ONE transaction. A room is identified by its name, a
 * prompt by its text within the room. A line without a prompt makes only the room.
 */
export const importRooms = async (
  client: pg.ClientBase,
  rows: AsyncIterable<Row>,
  { mapping, unread }: ImportOptions = {},
): Promise<Report> =>
  inImport(client, 'rooms', unread, async () => {
    const report = newReport()
    await lockListTables(client, 'rooms')
    for await (const { line, values, unfit } of mappedRows(rows, { fields: roomFields, required: ['room'] }, mapping)) {
      report.read++
      const { room = '', prompt } = values
      const problem = unfit ?? roomProblem(values)
      if (problem) report.bad.push({ line, problem })
      else report[await addPrompt(client, room, prompt)]++
    }
    return report
  })

/** The problem of a line of a file of checklists; undefined if there is none. */
export const roomProblem = ({
  room = '',
  prompt = '',
}: {
  [Field in (typeof roomFields)[number]]?: string
}): string | undefined => {
  if (room === '') return 'has no room'
  if (room.length > textLimits.line) return `room is longer than ${textLimits.line} characters`
  if (prompt.length > textLimits.remark) return `prompt is longer than ${textLimits.remark} characters`
  return undefined
}

const addPrompt = async (
  client: pg.ClientBase,
  room: string,
  prompt: string | undefined,
): Promise<'added' | 'same'> => {
  const known = await client.query<{ id: number }>(
    'select min(id) as id from rooms where search_line(name) = search_line($1)',
    [room],
  )
  const roomId =
    known.rows[0]?.id ?? (await client.query('insert into rooms (name) values ($1) returning id', [room])).rows[0].id
  const isNew = !known.rows[0]?.id
  if (prompt === undefined) return isNew ? 'added' : 'same'
  const added = await client.query(
    `insert into prompts (room_id, content) select $1::bigint, $2::text
     where not exists (select from prompts where room_id = $1 and search_line(content) = search_line($2))`,
    [roomId, prompt],
  )
  return added.rowCount ? 'added' : 'same'
}
