import { useMemo } from 'react'
import type { Violation, ViolationComment } from '../contract/violation.ts'
import { useLive } from '../sync/react/live.ts'

/**
 * The known comments on a violation: the office's, then those made here, until the office lists them too. Lists of
 * violations leave out the comments, so undefined means that there may be some.
 */
export function useKnownComments({ id, violation_comments: told }: Violation): ViolationComment[] | undefined {
  const here = useLive(
    (db) => db.rows('violationComment').where('violation_id').equals(id).toArray(),
    [id],
    `comments of violation ${id}`,
  )
  return useMemo(() => {
    const fresh = (here ?? []).filter((it) => told?.every((other) => other.id !== it.id) ?? true)
    return told || fresh.length > 0 ? [...(told ?? []), ...fresh] : undefined
  }, [here, told])
}
