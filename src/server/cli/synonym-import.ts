import type pg from 'pg'
import { textLimits } from '../../contract/text-limits.ts'
import { lockListTables } from './import-lock.ts'
import { inImport } from './in-import.ts'
import { mappedRows } from './mapping.ts'
import { assertNothingLost, assertUsable, newReport, type Report } from './report.ts'
import type { Row } from './rows.ts'
import type { ImportOptions } from './table-import.ts'

/** The column of a file of synonyms: 'plumbing; sink; drain' means that each word also finds what the others find. */
export const synonymFields = ['words'] as const

/**
 * Replaces the town's list of synonyms in ONE transaction: the file is the whole list. Throws a StartFailure, and leaves
 * the list as it is, when the file has no usable line, or would remove something while lines of it are left out.
 */
export const importSynonyms = async (
  client: pg.ClientBase,
  rows: AsyncIterable<Row>,
  { mapping, unread }: ImportOptions = {},
): Promise<Report> =>
  inImport(client, 'synonyms', unread, async () => {
    const report = newReport()
    const groups = new Map<string, string[]>()
    for await (const { line, values, unfit, isEmpty } of mappedRows(
      rows,
      { fields: synonymFields, required: ['words'] },
      mapping,
    )) {
      report.read++
      const words = wordsIn(values.words ?? '')
      const problem = unfit ?? wordsProblem(words)
      if (problem) report.bad.push({ line, problem, isEmpty })
      else groups.set(words.join(';'), words)
    }
    assertUsable(report, groups.size)
    await lockListTables(client, 'synonyms')
    const known = await client.query<{ words: string[] }>('delete from code_synonyms returning words')
    const before = new Set(known.rows.map(({ words }) => words.join(';')))
    for (const [key, words] of groups) {
      await client.query('insert into code_synonyms (words) values ($1)', [words])
      report[before.has(key) ? 'same' : 'added']++
    }
    report.removed = [...before].filter((key) => !groups.has(key)).length
    assertNothingLost(report, unread)
    return report
  })

/** The problem of a group of words; undefined if there is none. */
export const wordsProblem = (words: readonly string[]): string | undefined => {
  if (words.length < 2) return 'has fewer than two words'
  if (words.some((it) => it.length > textLimits.line)) return `a word is longer than ${textLimits.line} characters`
  // As the page of the list shows and sends it: a longer group could be changed there no more.
  if (words.join('; ').length > textLimits.remark)
    return `is longer than ${textLimits.remark.toLocaleString('en-US')} characters`
  return undefined
}

/** The words of a line, lower-case and each once; spaces inside a word stay. */
export const wordsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[;|,]/)
      .map((it) => it.trim().toLowerCase())
      .filter((it) => it !== ''),
  ),
]
