import { parseMoment } from '../../rules/dates.ts'

interface Dated {
  id: number
  observed_at?: string | null
  created_at?: string | null
}

/** Newest first by when it was observed; of the same moment, what was made here last, then the highest number. */
export const newestFirst = <Row extends Dated>(rows: readonly Row[]): Row[] =>
  [...rows].sort((a, b) => at(b) - at(a) || rank(b) - rank(a))

const at = (row: Dated): number => (parseMoment(row.observed_at) ?? parseMoment(row.created_at))?.getTime() ?? 0

// A local id is minus the number of the deed: it counts above every number of the server.
const rank = ({ id }: Dated): number => (id < 0 ? Number.MAX_SAFE_INTEGER / 2 - id : id)
