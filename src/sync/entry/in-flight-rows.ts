import type { DeviceDatabase } from '../../db/database.ts'
import type { OutboxEntry, RowName } from '../../db/outbox.ts'
import { commands } from '../../records/index.ts'
import type { Device } from '../device/device.ts'

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

/*
 * A change whose answer is missing is sent again at once: the same value twice is that value. But a server that keeps
 * no keys may still carry the first sending out, seconds after a newer change of the same row, and undo that. So the
 * next change of the row waits as long as a doubt does.
 */

/** The oldest are long over by the time that there are more. */
const mostRows = 200

/** Remembers that a change may yet be carried out, perhaps although it was refused. Runs inside a fenced transaction. */
export async function noteLate(device: Device, entry: OutboxEntry, how: Pick<Late, 'refused'> = {}): Promise<void> {
  const { db } = device
  // What makes a record is looked for before it is sent again.
  if (commands.get(entry.command)?.endpoint.repeat === 'make') return
  const since: Late = { key: entry.key, at: device.now(), offset: await db.fact('clockOffsetMs', 0), ...how }
  const before = Object.entries(await lateRows(db)).slice(-mostRows)
  await db.setFact('late', Object.fromEntries([...before, ...entry.touches.map((name) => [name, since])]))
}
