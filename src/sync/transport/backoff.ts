import { inTransaction } from '../../db/in-transaction.ts'
import { retryDelayMs } from '../../rules/retry.ts'
import type { Device } from '../device/device.ts'

/** A hold longer than this is a clock that jumped, not a server's wish (I22). */
const longestHoldMs = 24 * 60 * 60 * 1000

/** How long nothing may be sent (ms), by a back-off or the server's wish; 0 when it may. */
export const heldFor = async (device: Device): Promise<number> =>
  heldUntil(device, await device.db.fact('holdUntil', 0))

/** The same, of a moment that has been read. */
export function heldUntil({ now }: Pick<Device, 'now'>, until: number): number {
  const left = until - now()
  return left > 0 && left <= longestHoldMs ? left : 0
}

/** Why the whole engine must wait, and how long: as a run of failures wants it, or what the server asked for (ms). */
export interface Hold {
  problem: 'noSignal' | 'serverDown' | 'foreign'
  wait: 'backOff' | number
}

/**
 * Writes down at once what a server asked for (ms): that the user's own wish does not shorten (I18). Whoever heard it
 * does so, also a runner that was robbed of its lock: before any fence.
 */
export const heard = async (device: Device, wait: Hold['wait']): Promise<void> => {
  if (wait === 'backOff') return
  await inTransaction(device.db, 'rw', [device.db.meta], async (db) => {
    const asked = heldUntil(device, await db.fact('askedUntil', 0))
    await db.setFact('askedUntil', device.now() + Math.max(wait, asked))
    await holdAtLeast({ ...device, db }, wait)
  })
}

/** Makes the whole engine wait. Runs inside a fenced transaction; what the server asked for has been `heard` before. */
export async function hold(device: Device, { problem, wait }: Hold): Promise<void> {
  const { db } = device
  const troubles = (await db.fact('troubles', 0)) + 1
  await db.setFact('troubles', troubles)
  if (wait === 'backOff') await holdAtLeast(device, retryDelayMs(troubles, device.random()))
  await db.setFact('troubledAt', device.now())
  await db.setFact('connection', problem === 'noSignal' ? 'noSignal' : 'serverDown')
}

async function holdAtLeast(device: Device, ms: number): Promise<void> {
  await device.db.setFact('holdUntil', device.now() + Math.max(ms, await heldFor(device)))
}

/** Between two sendings that fail although the server answers questions (ms): at most 2 a minute (I18). */
const apartMs = 30_000

/**
 * The server has answered a question, so there is signal: a back-off from before counts no more, and what waits may
 * leave. What the server itself asked for stands. Where it answers questions and sendings fail all the same, only the
 * first of these words is believed at once. Answers whether there was a back-off to pass over.
 */
export async function signalIsBack(device: Device): Promise<boolean> {
  const { db, now } = device
  return inTransaction(db, 'rw', [db.meta], async (db) => {
    const facts = await db.facts({ holdUntil: 0, askedUntil: 0, troubledAt: 0, believed: false })
    const asked = heldUntil(device, facts.askedUntil)
    if (heldUntil(device, facts.holdUntil) <= asked) return false
    if (facts.believed && Math.abs(now() - facts.troubledAt) < apartMs) return false
    await db.setFact('believed', true)
    await db.setFact('holdUntil', now() + asked)
    return true
  })
}

/** A question got no answer: the signal was gone after all, and its return will be believed again. */
export async function signalIsGone({ db }: Device): Promise<void> {
  if (await db.fact('believed', false)) await db.setFact('believed', false)
}

/** The user asked: waits of the back-off are passed over, but what a server asked for stands. */
export async function passOverHold(device: Device): Promise<void> {
  const { db } = device
  await db.setFact('holdUntil', device.now() + heldUntil(device, await db.fact('askedUntil', 0)))
}

/** The longest wait of one troubled entry. */
export const longestEntryDelayMs = 30 * 60_000
