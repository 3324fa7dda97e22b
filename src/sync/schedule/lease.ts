import { isDatabaseClosed } from '../../db/database-closed.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { type DrainResult, push } from '../deliver/push.ts'
import type { Device } from '../device/device.ts'
import { note } from '../entry/journal.ts'
import { checkAgain, repairOutbox } from '../entry/repair-outbox.ts'
import { skipBackoff } from '../transport/backoff.ts'

/** A runner without a heartbeat for this long has died or hangs. Its lease is stolen, and the epoch fences it. */
const silenceMs = 90_000

/** `busy`: another tab or the service worker is sending or, without locks, might be. */
export type RunResult = DrainResult | 'busy'

/**
 * One drain under the device's lock, so that tabs and the service worker never send the same entry. `tapped`: the user
 * asked for it, so back-off waits are skipped (never the server's own Retry-After).
 */
export async function runUnderLease(device: Device, tapped = false): Promise<RunResult> {
  const name = lockName(device)
  const { locks } = device
  if (!locks) return 'busy'
  const result = await busyIfStolen(
    locks.request(name, { ifAvailable: true }, async (lock) =>
      lock ? await drain(device, tapped) : ('busy' as const),
    ),
  )
  if (result !== 'busy') return result
  const heartbeat = await device.db.fact('heartbeat', 0)
  const silent = Math.abs(device.now() - heartbeat)
  if (silent < silenceMs) return 'busy'
  // Written before the lock is stolen. A page that was frozen while it got the lock reads here that it has lost it.
  await device.db.setFact('steals', (await device.db.fact('steals', 0)) + 1)
  await note(device.db, device.now(), 'took over', { silent })
  return busyIfStolen(locks.request(name, { steal: true }, () => drain(device, tapped)))
}

/**
 * Waits for the lease and drains as soon as it is free, so that the work of a dying tab goes on at once. `granted`
 * gets the running drain when it starts, and sees how it ends even if the lock is stolen. `signal` cancels the wait.
 */
export async function runWhenLeased(
  device: Device,
  signal: AbortSignal,
  granted: (running: Promise<RunResult>) => void,
) {
  const { locks } = device
  if (!locks) return
  const steals = await device.db.fact('steals', 0)
  await busyIfStolen(
    locks.request(lockName(device), { signal }, () => {
      const running = drain(device, false, steals)
      granted(running)
      return running
    }),
  )
}

/** A slow upload that still makes progress gets at least this time. */
const slowestUploadMs = 10 * 60_000

/** The last drain of this page or worker. */
const latest = new WeakMap<Device, Promise<unknown>>()

/**
 * One request at a time for an entry (I15), also within this page: a new drain waits until the requests of the page's
 * earlier drain, whose lease was stolen, have ended or timed out. Called after the epoch has fenced the earlier one.
 */
async function earlierOver(device: Device): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const patience = new Promise((resolve) => {
    timer = setTimeout(resolve, slowestUploadMs)
  })
  // Its caller has already handled the error.
  await Promise.race([latest.get(device)?.catch(() => undefined), patience])
  clearTimeout(timer)
}

const lockName = ({ db }: Device) => `codesoft-drain-${db.name}`

/** Waiting for the lock ends with an AbortError when it is stolen or cancelled. A drain under way is fenced and ends by itself (I15). */
async function busyIfStolen(running: Promise<RunResult>): Promise<RunResult> {
  try {
    return await running
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'AbortError') throw error
    return 'busy'
  }
}

/** `steals`: the count when this page began to wait. If it has grown, another page may have taken the lock. */
async function drain(device: Device, tapped: boolean, steals: number | null = null): Promise<RunResult> {
  const { db } = device
  const epoch = await inTransaction(db, 'rw', [db.meta], async (db) => {
    if (steals !== null && (await db.fact('steals', 0)) !== steals) return null
    const next = (await db.fact('epoch', 0)) + 1
    await db.setFact('epoch', next)
    await db.setFact('heartbeat', device.now())
    await db.setFact('running', true)
    if (tapped) await skipBackoff({ ...device, db })
    return next
  })
  if (epoch === null) return 'busy'
  const beat = setInterval(() => void sayAlive(device), 15_000)
  try {
    await earlierOver(device)
    // After the heartbeat, because checking a long outbox takes time and without a heartbeat the lock would be stolen.
    await repairOutbox(db, device.now())
    const pushing = push(device, epoch, tapped)
    latest.set(device, pushing)
    return await pushing
  } catch (error) {
    checkAgain(db)
    throw error
  } finally {
    clearInterval(beat)
    await db.setFact('running', false)
  }
}

/** Writes a heartbeat during a long upload. A sign-out may have closed the database meanwhile, which is no error. */
async function sayAlive({ db, now }: Device): Promise<void> {
  try {
    await db.setFact('heartbeat', now())
  } catch (error) {
    if (!isDatabaseClosed(error)) throw error
  }
}
