import { inTransaction } from '../../db/in-transaction.ts'
import { retryDelayMs } from '../../rules/retry.ts'
import type { Device } from '../device/device.ts'

/** A longer wait comes from a clock that jumped and is ignored (I22). */
const longestBackoffMs = 24 * 60 * 60 * 1000

/**
 * How long nothing may be sent (ms) because of a back-off or a Retry-After; 0 if sending is allowed. `ofFiles`: also how
 * long the server takes no more files of this person.
 */
export async function backoffLeftMs(device: Device, ofFiles = false): Promise<number> {
  const left = waitLeftMs(device, await device.db.fact('holdUntil', 0))
  return ofFiles ? Math.max(left, waitLeftMs(device, await device.db.fact('filesUntil', 0))) : left
}

/** The same for a moment that has already been read. */
export function waitLeftMs({ now }: Pick<Device, 'now'>, until: number): number {
  const left = until - now()
  return left > 0 && left <= longestBackoffMs ? left : 0
}

/** Why the whole engine must wait and for how long: a back-off after failures, or the server's Retry-After (ms). */
export interface Backoff {
  problem: 'noSignal' | 'serverDown' | 'foreign'
  wait: 'backOff' | number
}

/**
 * Records a server's Retry-After (ms) at once. Not even the user can shorten it (I18). Every caller that received one
 * records it, even a runner with a stale lease, so this runs outside any fence.
 */
export const recordRetryAfter = async (device: Device, wait: Backoff['wait']): Promise<void> => {
  if (wait === 'backOff') return
  await inTransaction(device.db, 'rw', [device.db.meta], async (db) => {
    const asked = waitLeftMs(device, await db.fact('askedUntil', 0))
    await db.setFact('askedUntil', device.now() + Math.max(wait, asked))
    await waitAtLeast({ ...device, db }, wait)
  })
}

/** Makes the whole engine wait. Runs inside a fenced transaction, after `recordRetryAfter`. */
export async function backOff(device: Device, { problem, wait }: Backoff): Promise<void> {
  const { db } = device
  const troubles = (await db.fact('troubles', 0)) + 1
  await db.setFact('troubles', troubles)
  if (wait === 'backOff') await waitAtLeast(device, retryDelayMs(troubles, device.random()))
  await db.setFact('troubledAt', device.now())
  await db.setFact('connection', problem === 'noSignal' ? 'noSignal' : 'serverDown')
}

async function waitAtLeast(device: Device, ms: number): Promise<void> {
  await device.db.setFact('holdUntil', device.now() + Math.max(ms, await backoffLeftMs(device)))
}

/** The pause between two sendings that fail although the server answers questions (ms): at most 2 a minute (I18). */
const apartMs = 30_000

/**
 * The server has answered a question, so there is signal: the back-off ends and waiting entries may leave. A
 * Retry-After stays. If sendings keep failing although questions are answered, only the first answer ends the back-off
 * at once. Returns whether a back-off was ended.
 */
export async function signalIsBack(device: Device): Promise<boolean> {
  const { db, now } = device
  return inTransaction(db, 'rw', [db.meta], async (db) => {
    const facts = await db.facts({ holdUntil: 0, askedUntil: 0, troubledAt: 0, believed: false })
    const asked = waitLeftMs(device, facts.askedUntil)
    if (waitLeftMs(device, facts.holdUntil) <= asked) return false
    if (facts.believed && Math.abs(now() - facts.troubledAt) < apartMs) return false
    await db.setFact('believed', true)
    await db.setFact('holdUntil', now() + asked)
    return true
  })
}

/** A question got no answer, so there is no signal. The next answer may end the back-off again. */
export async function signalIsGone({ db }: Device): Promise<void> {
  if (await db.fact('believed', false)) await db.setFact('believed', false)
}

/** The user tapped, so the back-off is skipped. A server's Retry-After stays. */
export async function skipBackoff(device: Device): Promise<void> {
  const { db } = device
  await db.setFact('holdUntil', device.now() + waitLeftMs(device, await db.fact('askedUntil', 0)))
}

/** The longest wait of one failing entry. */
export const longestEntryDelayMs = 30 * 60_000
