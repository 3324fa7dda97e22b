import type { Id } from '../../contract/id.ts'
import type { DeviceDatabase, JournalLine } from '../../db/database.ts'
import { partsOf } from '../../parts/field-parts.ts'
import { pendingInspections } from '../../records/inspection.ts'
import { rowsOf } from '../../records/query.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useLive } from '../../sync/react/live.ts'

/** What this device holds, by table. */
export interface Holdings {
  counts: [table: string, rows: number][]
  /** 'Ready 14 of 15', counted as on Prepare for the field: a new inspection is a part that is not here yet. */
  field: string
}

/** Lines of the journal that are shown and copied. */
const shownLines = 60
const copiedLines = 500

async function holdingsOf(db: DeviceDatabase, userId: Id): Promise<Holdings> {
  const counts = await Promise.all(db.tables.map(async (it) => [it.name, await it.count()] as [string, number]))
  return {
    counts: counts.filter(([, rows]) => rows > 0).sort(([a], [b]) => a.localeCompare(b)),
    field: await fieldText(db, userId),
  }
}

async function fieldText(db: DeviceDatabase, userId: Id): Promise<string> {
  const packs = await db.packs.toArray()
  if (packs.length === 0) return 'Not prepared'
  const parts = partsOf(packs, await rowsOf(db, pendingInspections(userId)))
  return `Ready ${parts.filter(({ pack }) => pack?.ready).length} of ${parts.length}`
}

/** The town's address book on this device: how many addresses, and when it was fetched (ms), 0 if never. */
export const useBook = () =>
  useLive(
    async (db) => {
      let count = 0
      await db.addressChunks.each((chunk) => {
        count += chunk.ids.length
      })
      return { count, at: await db.fact('bookAt', 0) }
    },
    [],
    'book facts',
  )

/** What is in each table, live. */
export function useHoldings(): Holdings | undefined {
  const { userId } = useEngine().person
  return useLive((db) => holdingsOf(db, userId), [userId])
}

const lastLines = (db: DeviceDatabase, count: number): Promise<JournalLine[]> =>
  db.journal.orderBy('n').reverse().limit(count).toArray()

/** The newest lines of the journal, newest first. */
export const useJournal = (): JournalLine[] | undefined => useLive((db) => lastLines(db, shownLines), [])

/** The lines that go into diagnostics. */
export const journalToCopy = (db: DeviceDatabase): Promise<JournalLine[]> => lastLines(db, copiedLines)
