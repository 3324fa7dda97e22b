import type { OutboxEntry } from '../db/outbox.ts'
import { commands } from '../records/index.ts'
import type { Device } from './device.ts'
import { type Late, type LateRows, lateRows } from './late-rows.ts'
import { hear, problemOf } from './pull.ts'
import { type Outcome, read } from './send.ts'

/*
 * A change whose answer is missing is sent again at once: the same value twice is that value. But a server that keeps
 * no keys may still carry the first sending out, seconds after a newer change of the same row, and undo that. So the
 * next change of the row waits as long as a doubt does.
 */

/** The oldest are long over by the time that there are more. */
const mostRows = 200

/** Remembers that a change may yet be carried out. Runs inside a fenced transaction. */
export async function noteLate(device: Device, entry: OutboxEntry): Promise<void> {
  const { db } = device
  // What makes a record is looked for before it is sent again.
  if (commands.get(entry.command)?.endpoint.repeat === 'make') return
  const since: Late = { key: entry.key, at: device.now(), offset: await db.fact('clockOffsetMs', 0) }
  const before = Object.entries(await lateRows(db)).slice(-mostRows)
  await db.setFact('late', Object.fromEntries([...before, ...entry.touches.map((name) => [name, since])]))
}

/** What another entry may still do to the rows of this one; nothing on a server that keeps keys. */
const othersOf = (device: Device, late: LateRows, { key, touches }: OutboxEntry): Late[] =>
  device.keyed === true ? [] : touches.flatMap((name) => (late[name] && late[name].key !== key ? [late[name]] : []))

/** When an entry may leave (ms of the device's clock), as far as late changes of its rows go. */
export const lateUntil = (device: Device, late: LateRows, offset: number, entry: OutboxEntry): number =>
  Math.max(
    0,
    ...othersOf(device, late, entry).map((it) => {
      const began = it.at + it.offset - offset
      // The clock was set meanwhile: the look before the sending tells by how much.
      return began > device.now() ? 0 : began + device.doubtWaitMs
    }),
  )

/**
 * Whether nothing can come late to the rows of this entry any more; asks the server's clock when something might, since
 * the device's own may have been set. Else from when on it is asked again is put off, or the look itself failed.
 */
export async function nothingLate(device: Device, entry: OutboxEntry): Promise<true | 'tooEarly' | Outcome> {
  // One read less before each sending.
  if (device.keyed === true) return true
  const { db } = device
  const others = othersOf(device, await lateRows(db), entry)
  if (others.length === 0) return true
  const outcome = await read(device, '/user')
  await hear(device, outcome)
  if (problemOf(outcome)) return outcome
  const offset = await db.fact('clockOffsetMs', 0)
  const now = device.now()
  const isOver = others.every((it) => now + offset - it.at - it.offset >= device.doubtWaitMs)
  await db.transaction('rw', db.meta, async () => {
    const late = Object.entries(await lateRows(db)).flatMap(([name, it]) => {
      if (!it || it.key === entry.key || !entry.touches.some((touched) => touched === name)) return [[name, it]]
      return isOver ? [] : [[name, { ...it, at: now, offset }]]
    })
    await db.setFact('late', Object.fromEntries(late))
  })
  return isOver || 'tooEarly'
}
