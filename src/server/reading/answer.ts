import { eq, getTableColumns, sql } from 'drizzle-orm'
import type { AnswerValue } from '../../contract/answer.ts'
import { promptAnswers } from '../store/field-tables.ts'
import { areas } from '../store/visit-tables.ts'
import { fieldRow } from './created-row.ts'
import { newest, type Reader, type Reading, readingOf } from './page.ts'

const { created_by_key: _key, ...stored } = getTableColumns(promptAnswers)
// A check constraint limits the answers to the contract's.
const columns = { ...stored, answer: sql<AnswerValue | null>`${promptAnswers.answer}` }

const fromAnswers = readingOf(promptAnswers, newest(promptAnswers), (tx) =>
  tx
    .select({ row: columns, inspection_id: areas.inspection_id })
    .from(promptAnswers)
    .innerJoin(areas, eq(areas.id, promptAnswers.area_id))
    .$dynamic(),
)

/** Answers to prompts, with their inspection. */
export const readAnswers = async ({ tx }: Pick<Reader, 'tx'>, reading: Reading) =>
  (await fromAnswers(tx, reading)).map(({ row, inspection_id }) => ({ ...fieldRow(row), inspection_id }))
