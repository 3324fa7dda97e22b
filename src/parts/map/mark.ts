import type { Point } from '../../rules/point.ts'

/** What stands on the map: open matters of three kinds, or an address whatever is open there. */
export type MarkKind = 'stop' | 'violation' | 'complaint' | 'address'

/** One record on the map. */
export interface Mark {
  /** Unlike that of any other mark: 'violation 7'. */
  key: string
  kind: MarkKind
  point: Point
}
