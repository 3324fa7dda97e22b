import { idRank, newestBy } from '../../rules/list-order.ts'

interface Dated {
  id: number
  observed_at?: string | null
  created_at?: string | null
}

/** Newest first by when it was observed; of the same moment, what was made here last, then the highest number. */
export const newestFirst = <Row extends Dated>(rows: readonly Row[]): Row[] =>
  newestBy(
    rows.map((row) => ({ moment: row.observed_at ?? row.created_at, rank: idRank(row.id), row })),
    ['moment', 'rank'],
  ).map(({ row }) => row)
