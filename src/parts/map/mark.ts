import type { Point } from '../../rules/point.ts'

/** The marks on the map: open records of three kinds, or an address. */
export type MarkKind = 'stop' | 'violation' | 'complaint' | 'address'

/** One record on the map. */
export interface Mark {
  /** Unique among all marks: 'violation 7'. */
  key: string
  kind: MarkKind
  point: Point
}
