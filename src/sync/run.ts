import type { Device } from './device.ts'
import { note } from './journal.ts'
import { mendOutbox } from './mend.ts'
import { push, type Run } from './push.ts'

/** A runner silent for this long has died or hangs; its lock is taken from it, and its epoch fences it. */
const silenceMs = 90_000

/** Why nothing ran: another tab or the service worker is at it. */
export type Ran = Run | 'busy'

/**
 * One drain under the device's lock, so that tabs and the service worker never send the same entry. `tapped`: the
 * user asked for it, so waits of the back-off are passed over (never the server's own Retry-After).
 */
export async function run(device: Device, tapped = false): Promise<Ran> {
  const name = lockName(device)
  const result = await unlessStolen(
    device.locks.request(name, { ifAvailable: true }, async (lock) =>
      lock ? await drain(device, tapped) : ('busy' as const),
    ),
  )
  if (result !== 'busy') return result
  const heartbeat = await device.db.fact('heartbeat', 0)
  const silent = Math.abs(device.now() - heartbeat)
  if (silent < silenceMs) return 'busy'
  await note(device.db, device.now(), 'took over', { silent })
  return unlessStolen(device.locks.request(name, { steal: true }, () => drain(device, tapped)))
}

/**
 * Stands in line for the lock and drains as soon as it is free: what a tab that dies leaves is taken up at once, not
 * when somebody looks again. `granted` is told when it begins; `signal` leaves the line.
 */
export const runInTurn = (device: Device, signal: AbortSignal, granted: () => void): Promise<Ran> =>
  unlessStolen(
    device.locks.request(lockName(device), { signal }, () => {
      granted()
      return drain(device, false)
    }),
  )

const lockName = ({ db }: Device) => `codesoft-drain-${db.name}`

/** Who is robbed of the lock, or leaves the line, is told by an AbortError at once; a drain is fenced and ends by itself (I15). */
async function unlessStolen(running: Promise<Ran>): Promise<Ran> {
  try {
    return await running
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return 'busy'
    throw error
  }
}

async function drain(device: Device, tapped: boolean): Promise<Run> {
  const { db } = device
  const [epoch, passes] = await db.transaction('rw', db.meta, async () => {
    const next = (await db.fact('epoch', 0)) + 1
    await db.setFact('epoch', next)
    await db.setFact('heartbeat', device.now())
    await db.setFact('running', true)
    const passes = tapped && !(await db.fact('holdByServer', false))
    if (passes) await db.setFact('holdUntil', 0)
    return [next, passes] as const
  })
  // The heartbeat stands by now: a look through a long outbox must not seem like silence, or the lock would be taken.
  await mendOutbox(db, device.now())
  const beat = setInterval(() => void sayAlive(device), 15_000)
  try {
    return await push(device, epoch, passes)
  } finally {
    clearInterval(beat)
    await db.setFact('running', false)
  }
}

/** A long upload says that its runner lives; a database that is closed meanwhile, at sign-out, needs no word any more. */
async function sayAlive({ db, now }: Device): Promise<void> {
  try {
    await db.setFact('heartbeat', now())
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DatabaseClosedError') throw error
  }
}
