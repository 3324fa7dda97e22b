import type { Id } from '../contract/id.ts'
import type { Violation, ViolationComment } from '../contract/violation.ts'
import { useLive } from '../sync/react/live.ts'

/** The comments on a violation that this device has as rows of their own; undefined while reading. */
export const useCommentRows = (violationId: Id): ViolationComment[] | undefined =>
  useLive(
    (db) => db.rows('violationComment').where('violation_id').equals(violationId).toArray(),
    [violationId],
    `comments of violation ${violationId}`,
  )

/**
 * The known comments on a violation: the office's, then those made here, until the office lists them too. Lists of
 * violations leave out the comments, so undefined means that there may be some.
 */
export function useKnownComments({ id, violation_comments: told }: Violation): ViolationComment[] | undefined {
  const rows = useCommentRows(id) ?? []
  const fresh = rows.filter((it) => told?.every((other) => other.id !== it.id) ?? true)
  return told || fresh.length > 0 ? [...(told ?? []), ...fresh] : undefined
}
