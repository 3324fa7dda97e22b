import { inTransaction } from '../../db/in-transaction.ts'
import { push, type Run } from '../deliver/push.ts'
import type { Device } from '../device/device.ts'
import { note } from '../entry/journal.ts'
import { mendOutbox } from '../entry/repair-outbox.ts'
import { passOverHold } from '../transport/backoff.ts'

/** A runner silent for this long has died or hangs; its lock is taken from it, and its epoch fences it. */
const silenceMs = 90_000

/** Why nothing ran: another tab or the service worker is at it, or, without locks, could be. */
export type Ran = Run | 'busy'

/**
 * One drain under the device's lock, so that tabs and the service worker never send the same entry. `tapped`: the
 * user asked for it, so waits of the back-off are passed over (never the server's own Retry-After).
 */
export async function run(device: Device, tapped = false): Promise<Ran> {
  const name = lockName(device)
  const { locks } = device
  if (!locks) return 'busy'
  const result = await unlessStolen(
    locks.request(name, { ifAvailable: true }, async (lock) =>
      lock ? await drain(device, tapped) : ('busy' as const),
    ),
  )
  if (result !== 'busy') return result
  const heartbeat = await device.db.fact('heartbeat', 0)
  const silent = Math.abs(device.now() - heartbeat)
  if (silent < silenceMs) return 'busy'
  // Told before it is taken: who was given the lock while its page was frozen learns here that it has it no more.
  await device.db.setFact('steals', (await device.db.fact('steals', 0)) + 1)
  await note(device.db, device.now(), 'took over', { silent })
  return unlessStolen(locks.request(name, { steal: true }, () => drain(device, tapped)))
}

/**
 * Stands in line for the lock and drains as soon as it is free: what a tab that dies leaves is taken up at once, not
 * when somebody looks again. `granted` is given the drain when it begins, and hears of its end however the lock fares;
 * `signal` leaves the line.
 */
export async function runInTurn(device: Device, signal: AbortSignal, granted: (running: Promise<Ran>) => void) {
  const { locks } = device
  if (!locks) return
  const steals = await device.db.fact('steals', 0)
  await unlessStolen(
    locks.request(lockName(device), { signal }, () => {
      const running = drain(device, false, steals)
      granted(running)
      return running
    }),
  )
}

/** A file that crawls, but moves, is given no less time than this. */
const slowestUploadMs = 10 * 60_000

/** What this page or worker sent last. */
const latest = new WeakMap<Device, Promise<unknown>>()

/**
 * One flight for an entry (I15), also of this page's own: what it has in the air since before it was robbed of the lock
 * lands first, or is given up as silent. Asked once the epoch has fenced it.
 */
async function earlierOver(device: Device): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, slowestUploadMs)
  })
  // How it ended was told to whoever asked for it.
  await Promise.race([latest.get(device)?.catch(() => undefined), patience])
  clearTimeout(timer)
}

const lockName = ({ db }: Device) => `codesoft-drain-${db.name}`

/** Who is robbed of the lock, or leaves the line, is told by an AbortError at once; a drain is fenced and ends by itself (I15). */
async function unlessStolen(running: Promise<Ran>): Promise<Ran> {
  try {
    return await running
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
    return 'busy'
  }
}

/** `steals`: how many there had been when this page stood in line; one more may have been of its own place. */
async function drain(device: Device, tapped: boolean, steals: number | null = null): Promise<Ran> {
  const { db } = device
  const epoch = await inTransaction(db, 'rw', [db.meta], async (db) => {
    if (steals !== null && (await db.fact('steals', 0)) !== steals) return null
    const next = (await db.fact('epoch', 0)) + 1
    await db.setFact('epoch', next)
    await db.setFact('heartbeat', device.now())
    await db.setFact('running', true)
    if (tapped) await passOverHold({ ...device, db })
    return next
  })
  if (epoch === null) return 'busy'
  const beat = setInterval(() => void sayAlive(device), 15_000)
  try {
    await earlierOver(device)
    // The heartbeat stands by now: a look through a long outbox must not seem like silence, or the lock would be taken.
    await mendOutbox(db, device.now())
    const pushing = push(device, epoch, tapped)
    latest.set(device, pushing)
    return await pushing
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
