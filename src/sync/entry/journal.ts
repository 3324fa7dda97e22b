import type { DeviceDatabase } from '../../db/database.ts'
import { hadNoRoom } from '../../db/storage-error.ts'

/** The most lines kept; the oldest are deleted. */
const journalLines = 5000

interface Line {
  what: string
  facts: Record<string, unknown>
}

/**
 * Writes diagnostic lines. `facts` are ids, states and statuses; never a token or the user's text. May run inside a
 * transaction that includes the journal.
 */
export async function noteAll(db: DeviceDatabase, at: number, lines: readonly Line[]): Promise<void> {
  if (lines.length === 0) return
  const n = await db.journal.bulkAdd(lines.map(({ what, facts }) => ({ at, what, facts: JSON.stringify(facts) })))
  // Old lines are deleted once in every hundred.
  if (Math.floor(n / 100) > Math.floor((n - lines.length) / 100))
    await db.journal
      .where('n')
      .belowOrEqual(n - journalLines)
      .delete()
}

/** Writes one line. */
export const note = (
  db: DeviceDatabase,
  at: number,
  what: string,
  facts: Record<string, unknown> = {},
): Promise<void> => noteAll(db, at, [{ what, facts }])

/** The same outside a transaction: a device that has no room for the line goes on without it. */
export const noteIfRoom: typeof note = (...line) =>
  note(...line).catch((error: unknown) => {
    if (!hadNoRoom(error)) throw error
  })
