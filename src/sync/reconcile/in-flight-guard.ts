import { inTransaction } from '../../db/in-transaction.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import type { Device } from '../device/device.ts'
import { type Late, type LateRows, lateRows } from '../entry/in-flight-rows.ts'
import { hear } from '../transport/connection.ts'
import { problemOf } from '../transport/problem.ts'
import { type Outcome, read } from '../transport/send.ts'

/** What another entry may still do to the rows of this one: on a server that keeps keys only what it has refused. */
const othersOf = (device: Device, late: LateRows, { key, touches }: OutboxEntry): Late[] =>
  touches
    .flatMap((name) => late[name] ?? [])
    .filter((it) => it.key !== key && (device.keyed !== true || it.refused === true))

/** When an entry may leave (ms of the device's clock), as far as late changes of its rows go; 0 when nothing is late. */
export const lateUntil = (device: Device, late: LateRows, offset: number, entry: OutboxEntry): number =>
  Math.max(
    0,
    // The clock was set meanwhile: the look before the sending tells by how much.
    ...othersOf(device, late, entry).map((it) =>
      isSameClock(device, it, offset) ? it.at + device.doubtWaitMs : device.now(),
    ),
  )

const isSameClock = (device: Device, it: Late, offset: number): boolean => it.offset === offset && it.at <= device.now()

/**
 * Whether nothing can come late to the rows of this entry any more; asks the server's clock when something might, since
 * the device's own may have been set. Else from when on it is asked again is put off, or the look itself failed.
 */
export async function nothingLate(device: Device, entry: OutboxEntry): Promise<true | 'tooEarly' | Outcome> {
  const { db } = device
  const others = othersOf(device, await lateRows(db), entry)
  if (others.length === 0) return true
  const outcome = await read(device, '/user')
  await hear(device, outcome)
  if (problemOf(outcome)) return outcome
  const offset = await db.fact('clockOffsetMs', 0)
  const now = device.now()
  // Where the clock was set meanwhile nobody knows before or after what: the wait begins anew.
  const isOver = others.every((it) => isSameClock(device, it, offset) && now - it.at >= device.doubtWaitMs)
  await inTransaction(db, 'rw', [db.meta], async (db) => {
    const late = Object.entries(await lateRows(db)).flatMap(([name, it]) => {
      if (!it || it.key === entry.key || !entry.touches.some((touched) => touched === name)) return [[name, it]]
      return isOver ? [] : [[name, { ...it, at: now, offset }]]
    })
    await db.setFact('late', Object.fromEntries(late))
  })
  return isOver || 'tooEarly'
}
