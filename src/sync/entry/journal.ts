import type { DeviceDatabase } from '../../db/database.ts'

/** The most lines kept; the oldest are deleted. */
const journalLines = 5000

/**
 * Writes a line of diagnostics. Facts are ids, states and statuses; never a token, never what the user wrote.
 * May run inside a transaction that includes the journal.
 */
export async function note(
  db: DeviceDatabase,
  at: number,
  what: string,
  facts: Record<string, unknown> = {},
): Promise<void> {
  const n = await db.journal.add({ at, what, facts: JSON.stringify(facts) })
  if (n % 100 === 0)
    await db.journal
      .where('n')
      .belowOrEqual(n - journalLines)
      .delete()
}
