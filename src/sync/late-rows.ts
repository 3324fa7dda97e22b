import type { DeviceDatabase } from '../db/database.ts'
import type { RowName } from '../db/outbox.ts'

/** Since when, on both clocks, a sending of the entry with this key may be under way to its row. */
export interface Late {
  key: string
  at: number
  offset: number
  /** The office refused it when it was sent again: that leaves no trace of its key, so no key holds the first one off. */
  refused?: true
}

export type LateRows = Readonly<Partial<Record<RowName, Late>>>

/** The fact 'late', when there are none. */
export const noLateRows: LateRows = {}

export const lateRows = (db: DeviceDatabase): Promise<LateRows> => db.fact('late', noLateRows)

/** A record that was made here has its server's name now. Runs inside the transaction that settles. */
export async function renameLate(db: DeviceDatabase, before: RowName, after: RowName): Promise<void> {
  const { [before]: late, ...others } = await lateRows(db)
  if (late) await db.setFact('late', { ...others, [after]: late })
}
