import type { DeviceDatabase } from '../../db/database.ts'
import type { OutboxEntry, RowName } from '../../db/outbox.ts'
import { commands } from '../../records/index.ts'
import type { Device } from '../device/device.ts'

/** Since when, on both clocks, a sending of the entry with this key may still be carried out on its row. */
export interface InFlight {
  key: string
  at: number
  offset: number
  /**
   * The office refused the repeat, or the user discarded the entry. Nothing is then stored under the key, so the key
   * does not stop the first sending.
   */
  refused?: true
}

export type InFlightRows = Readonly<Partial<Record<RowName, InFlight>>>

/** The fact 'late' if there are none. */
export const noInFlightRows: InFlightRows = {}

export const inFlightRows = (db: DeviceDatabase): Promise<InFlightRows> => db.fact('late', noInFlightRows)

/** Renames records made on this device to their server names. Runs inside the transaction that settles. */
export async function renameInFlight(db: DeviceDatabase, renamed: ReadonlyMap<RowName, RowName>): Promise<void> {
  const late = Object.entries(await inFlightRows(db))
  // This fact has only row names as keys.
  const afterwards = late.map(([name, it]) => [renamed.get(name as RowName) ?? name, it])
  if (late.some(([name]) => renamed.has(name as RowName))) await db.setFact('late', Object.fromEntries(afterwards))
}

/*
 * A change whose answer is missing is sent again at once, since the same value twice does no harm. But a server
 * without keys may still carry out the first sending, seconds after a newer change of the same row, and undo that
 * change. So the next change of the row waits as long as an unknown outcome does.
 */

/** The most rows kept. By then the waits of the oldest are long over. */
const mostRows = 200

/** Records that a change may still be carried out, even if it was refused. Runs inside a fenced transaction. */
export async function recordInFlight(
  device: Device,
  entry: OutboxEntry,
  how: Pick<InFlight, 'refused'> = {},
): Promise<void> {
  const { db } = device
  // A call that makes a record is looked for before it is repeated, so nothing has to wait for it.
  if (commands.get(entry.command)?.endpoint.repeat === 'make') return
  const since: InFlight = { key: entry.key, at: device.now(), offset: await db.fact('clockOffsetMs', 0), ...how }
  const before = Object.entries(await inFlightRows(db)).slice(-mostRows)
  await db.setFact('late', Object.fromEntries([...before, ...entry.touches.map((name) => [name, since])]))
}
