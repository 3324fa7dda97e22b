import type { Violation, ViolationComment } from '../../contract/violation.ts'
import { isFollowUp } from '../../rules/follow-up.ts'
import { newestFirst } from '../../rules/list-order.ts'
import { useLive } from '../../sync/react/live.ts'

/** The comments on a violation, newest first: the office's, and this device's newer ones. */
export function useSaid({ id, violation_comments }: Violation): ViolationComment[] {
  const made =
    useLive(
      (db) => db.rows('violationComment').where('violation_id').equals(id).toArray(),
      [id],
      `comments of violation ${id}`,
    ) ?? []
  const told = violation_comments ?? []
  const fresh = made.filter((it) => told.every((other) => other.id !== it.id))
  return newestFirst([...told, ...fresh])
}

/** The follow-up of a day among the comments. */
export const followUpOf = (said: readonly ViolationComment[], day: string): ViolationComment | undefined =>
  said.find(({ content }) => isFollowUp(content, day))
