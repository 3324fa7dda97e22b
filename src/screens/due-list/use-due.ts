import { useEffect, useState } from 'react'
import { isDatabaseClosed } from '../../db/database-closed.ts'
import { useZone } from '../../parts/use-now.ts'
import { type Due, dueOf, dueQuestion, dueSources } from '../../records/due.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useListChanges, useListSearch } from '../../sync/react/list-search.ts'
import { useIsStarted } from '../../sync/react/live.ts'

/** The days of a part of the list, both among them. */
export interface Band {
  from: string
  to: string
}

/** What is due within some days. */
export interface DueRows {
  rows: Due[]
  /** Of all, of which the first `most` of each kind are among the rows. */
  total: number
}

/** So many of each kind are listed in one part. */
export const most = 100

/** What is due in each band, the soonest first; undefined until it is read. `person` is a name, '' for everybody. */
export function useDue(
  bands: readonly Band[],
  person: string,
  sources = dueSources,
): { due: DueRows[] | undefined; isFailed: boolean } {
  const { db } = useEngine().device
  const zone = useZone()
  const isLive = useIsStarted()
  const searcher = useListSearch(zone)
  const changes = useListChanges(searcher, true)
  const [due, setDue] = useState<DueRows[]>()
  const [isFailed, setFailed] = useState(false)
  const asked = JSON.stringify([bands, person])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` names the bands; they are read again after each change
  useEffect(() => {
    if (!isLive) return
    let isShown = true
    const ofBand = async (band: Band): Promise<DueRows> => {
      const parts = await Promise.all(
        sources.map(async (source) => {
          const { ids, total } = await searcher.find(dueQuestion(source, band, person), 0, most)
          const rows = await db.anyRows(source.listing.type).bulkGet(ids)
          return { total, rows: rows.flatMap((row) => (row ? [dueOf(source, row, zone)] : [])) }
        }),
      )
      const rows = parts.flatMap((it) => it.rows).sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0))
      return { rows, total: parts.reduce((sum, it) => sum + it.total, 0) }
    }
    Promise.all(bands.map(ofBand)).then(
      (found) => {
        if (!isShown) return
        setFailed(false)
        setDue(found)
      },
      (error: unknown) => isShown && !isDatabaseClosed(error) && setFailed(true),
    )
    return () => {
      isShown = false
    }
  }, [db, zone, searcher, changes, isLive, asked])
  return { due, isFailed }
}
