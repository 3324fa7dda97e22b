import { retryDelayMs } from '../rules/retry.ts'
import type { Device } from './device.ts'

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
  await device.db.transaction('rw', device.db.meta, async () => {
    const asked = heldUntil(device, await device.db.fact('askedUntil', 0))
    await device.db.setFact('askedUntil', device.now() + Math.max(wait, asked))
    await holdAtLeast(device, wait)
  })
}

/** Makes the whole engine wait. Runs inside a fenced transaction; what the server asked for has been `heard` before. */
export async function hold(device: Device, { problem, wait }: Hold): Promise<void> {
  const { db } = device
  const troubles = (await db.fact('troubles', 0)) + 1
  await db.setFact('troubles', troubles)
  if (wait === 'backOff') await holdAtLeast(device, retryDelayMs(troubles, device.random()))
  await db.setFact('connection', problem === 'noSignal' ? 'noSignal' : 'serverDown')
}

async function holdAtLeast(device: Device, ms: number): Promise<void> {
  await device.db.setFact('holdUntil', device.now() + Math.max(ms, await heldFor(device)))
}

/** The user asked: waits of the back-off are passed over, but what a server asked for stands. */
export async function passOverHold(device: Device): Promise<void> {
  const { db } = device
  await db.setFact('holdUntil', device.now() + heldUntil(device, await db.fact('askedUntil', 0)))
}
