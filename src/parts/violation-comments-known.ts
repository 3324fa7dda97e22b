import { useMemo } from 'react'
import type { Violation, ViolationComment } from '../contract/violation.ts'
import { useLive } from '../sync/react/live.ts'

interface KnownComments {
  /** undefined if none is known. */
  rows: ViolationComment[] | undefined
  /** The office has told its comments: lists of violations leave them out. */
  isWhole: boolean
}

/** The known comments on a violation: the office's, then those made here, until the office lists them too. */
export function useKnownComments({ id, violation_comments: told }: Violation): KnownComments {
  const here = useLive(
    (db) => db.rows('violationComment').where('violation_id').equals(id).toArray(),
    [id],
    `comments of violation ${id}`,
  )
  return useMemo(() => {
    const fresh = (here ?? []).filter((it) => told?.every((other) => other.id !== it.id) ?? true)
    const rows = told || fresh.length > 0 ? [...(told ?? []), ...fresh] : undefined
    return { rows, isWhole: id < 0 || Boolean(told) }
  }, [here, told, id])
}
