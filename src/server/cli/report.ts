import { StartFailure } from '../store/failure.ts'
import type { BadLine } from './rows.ts'

/** The result of an import. */
export interface Report {
  read: number
  added: number
  changed: number
  same: number
  /** Lines of records that were merged into others here; they were left as they are. */
  merged: number
  /** Lines of the list before that a file with the whole list no longer has. */
  removed: number
  bad: BadLine[]
}

/** The report of an import that has read nothing yet. */
export const newReport = (): Report => ({ read: 0, added: 0, changed: 0, same: 0, merged: 0, removed: 0, bad: [] })

/** Throws a StartFailure if a file with the whole list has no usable line, because it would empty the list. */
export const assertUsable = ({ read, bad: [first] }: Report, usable: number): void => {
  if (read === 0) throw new StartFailure('The file has no lines under its heading. The list stays as it is.')
  if (usable > 0) return
  const why = first ? `: line ${first.line} ${first.problem}` : ''
  throw new StartFailure(`No line of the file can be used${why}. The list stays as it is.`)
}

/** The lines left out that a refusal names. */
const NAMED = 20

/**
 * Throws a StartFailure if a file with the whole list would remove something while lines of it are left out: these may
 * be what would be removed.
 */
export const assertNothingLost = ({ removed, bad }: Report, unread: readonly BadLine[] = []): void => {
  const out = [...unread, ...bad].filter((it) => !it.isEmpty).sort((a, b) => a.line - b.line)
  if (removed === 0 || out.length === 0) return
  const named = out.slice(0, NAMED).map(({ line, problem }) => `line ${line} ${problem}`)
  const more = out.length > NAMED ? ` and ${out.length - NAMED} more` : ''
  throw new StartFailure(
    `The file lacks ${removed} of the list, which may be what lines left out were: ${named.join('; ')}${more}. Correct or delete these lines first. The list stays as it is.`,
  )
}
