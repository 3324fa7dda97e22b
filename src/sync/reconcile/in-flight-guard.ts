import { inTransaction } from '../../db/in-transaction.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import type { Device } from '../device/device.ts'
import { askDueAt, hasWaitPassed } from '../entry/answer-wait.ts'
import { type InFlight, type InFlightRows, inFlightRows } from '../entry/in-flight-rows.ts'
import { problemOf } from '../transport/problem.ts'
import type { Outcome } from '../transport/send.ts'
import { askUser } from './ask-user.ts'

/** Other entries that may still change this entry's rows. On a server that keeps keys, only refused ones can. */
const othersOf = (device: Device, late: InFlightRows, { key, touches }: OutboxEntry): InFlight[] =>
  touches
    .flatMap((name) => late[name] ?? [])
    .filter((it) => it.key !== key && (device.keyed !== true || it.refused === true))

/**
 * An entry must not leave before this time because of changes in flight on its rows (ms of the device's clock); 0 for
 * none.
 */
export const inFlightUntil = (device: Device, late: InFlightRows, offset: number, entry: OutboxEntry): number =>
  Math.max(0, ...othersOf(device, late, entry).map((it) => askDueAt(device, it, offset)))

/**
 * Whether no earlier change of this entry's rows can still be carried out. If one might, it asks for the server's
 * clock, because the device's own may have been set. Returns `tooEarly` or the failed answer if it cannot be sure yet.
 */
export async function nothingInFlight(device: Device, entry: OutboxEntry): Promise<true | 'tooEarly' | Outcome> {
  const { db } = device
  const others = othersOf(device, await inFlightRows(db), entry)
  if (others.length === 0) return true
  const outcome = await askUser(device)
  if (problemOf(outcome)) return outcome
  const offset = await db.fact('clockOffsetMs', 0)
  const now = device.now()
  // If the clock was set meanwhile, nobody knows how much of the wait has passed, so it starts again.
  const isOver = others.every((it) => hasWaitPassed(device, it, offset))
  await inTransaction(db, 'rw', [db.meta], async (db) => {
    const late = Object.entries(await inFlightRows(db)).flatMap(([name, it]) => {
      if (!it || it.key === entry.key || !entry.touches.some((touched) => touched === name)) return [[name, it]]
      return isOver ? [] : [[name, { ...it, at: now, offset }]]
    })
    await db.setFact('late', Object.fromEntries(late))
  })
  return isOver || 'tooEarly'
}
