import type { ViolationComment } from '../../contract/violation.ts'
import type { Pull } from '../../db/database.ts'
import type { AnyRow } from '../../db/rows.ts'
import type { Query } from '../../records/query.ts'

/*
 * The comments on a violation are listed only in its own answer, but they change as rows of their own. So that answer is
 * read again after such a change.
 */

/** The type of these rows. */
export const thread = 'violationComment'

/** The answers that list these comments. */
export function threadsIn(pulls: readonly Pull[], comments: readonly AnyRow[]): Pull[] {
  // The rows were checked as comments.
  const ids = new Set((comments as ViolationComment[]).map((it) => it.violation_id))
  return pulls.filter(({ covers }) => covers?.type === 'violation' && ids.has(Number(covers.scope.id)))
}

/** Whether the answer has a thread, which may be older than a change of one of its comments. */
export const hasThread = ({ type, answers }: Query): boolean => type === 'violation' && answers === 'one'
