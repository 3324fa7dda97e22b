import type { Violation, ViolationComment } from '../../contract/violation.ts'
import { useKnownComments } from '../../parts/violation-comments-known.ts'
import { isFollowUp } from '../../rules/follow-up.ts'
import { newestSeenFirst } from '../../rules/list-order.ts'

/** The comments on a violation, newest first: the office's, and this device's newer ones. */
export const useSaid = (violation: Violation): ViolationComment[] =>
  newestSeenFirst(useKnownComments(violation).rows ?? [])

/** The follow-up of a day among the comments. */
export const followUpOf = (said: readonly ViolationComment[], day: string): ViolationComment | undefined =>
  said.find(({ content }) => isFollowUp(content, day))
