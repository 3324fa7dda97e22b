import type { Violation } from '../../contract/violation.ts'
import type { AnyRow } from '../../db/rows.ts'
import { useZone } from '../../parts/use-now.ts'
import { type Due, dueOf, dueQuestion, dueSources } from '../../records/due.ts'
import { deadlineOfViolation } from '../../rules/deadline.ts'
import { useListAnswer, useListSearch } from '../../sync/react/list-search.ts'

/** The days of a part of the list, both included. */
export interface Band {
  from: string
  to: string
}

export interface DueRow extends Due {
  /** The deadline of a violation, which can pass during its day; null for others. */
  deadline: string | null
}

/** What is due within some days. */
export interface DueRows {
  rows: DueRow[]
  /** The total number; the rows have the first `most` of each kind. */
  total: number
}

/** The most rows of each kind in one part. */
export const most = 100

const rowOf = (source: (typeof dueSources)[number], row: AnyRow, zone: string): DueRow => ({
  ...dueOf(source, row, zone),
  deadline: source.kind === 'violation' ? deadlineOfViolation(row as Violation) : null,
})

/** What is due in each band, soonest first; undefined until it is read. `person` is a name, '' for everybody. */
export function useDue(
  bands: readonly Band[],
  person: string,
  sources = dueSources,
): { due: DueRows[] | undefined; isFailed: boolean } {
  const zone = useZone()
  const searcher = useListSearch(zone)
  const name = `due ${JSON.stringify([bands, person, sources.map((it) => it.name)])}`
  const { answer, isFailed } = useListAnswer(searcher, name, (search) => {
    const ofBand = async (band: Band): Promise<DueRows> => {
      const parts = await Promise.all(
        sources.map(async (source) => {
          const { rows, total } = await search.find(dueQuestion(source, band, person), 0, most)
          return { total, rows: rows.map((row) => rowOf(source, row, zone)) }
        }),
      )
      const rows = parts.flatMap((it) => it.rows).sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
      return { rows, total: parts.reduce((sum, it) => sum + it.total, 0) }
    }
    return Promise.all(bands.map(ofBand))
  })
  return { due: answer, isFailed }
}
