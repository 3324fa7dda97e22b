import type { DeviceDatabase, JournalLine } from '../../db/database.ts'
import { useLive } from '../../sync/react/live.ts'

/** What this device holds, by table. */
export interface Holdings {
  counts: [table: string, rows: number][]
  packsReady: number
  packs: number
}

/** Lines of the journal that are shown and copied. */
const shownLines = 60
const copiedLines = 500

async function holdingsOf(db: DeviceDatabase): Promise<Holdings> {
  const counts = await Promise.all(db.tables.map(async (it) => [it.name, await it.count()] as [string, number]))
  const packs = await db.packs.toArray()
  return {
    counts: counts.filter(([, rows]) => rows > 0).sort(([a], [b]) => a.localeCompare(b)),
    packsReady: packs.filter((it) => it.ready).length,
    packs: packs.length,
  }
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
export const useHoldings = (): Holdings | undefined => useLive(holdingsOf, [])

const lastLines = (db: DeviceDatabase, count: number): Promise<JournalLine[]> =>
  db.journal.orderBy('n').reverse().limit(count).toArray()

/** The newest lines of the journal, newest first. */
export const useJournal = (): JournalLine[] | undefined => useLive((db) => lastLines(db, shownLines), [])

/** The lines that go into diagnostics. */
export const journalToCopy = (db: DeviceDatabase): Promise<JournalLine[]> => lastLines(db, copiedLines)
