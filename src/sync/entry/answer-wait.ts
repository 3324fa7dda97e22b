import type { OutboxEntry } from '../../db/outbox.ts'
import type { Device } from '../device/device.ts'

/** From now on the outcome of a sending is unknown: the moment on both clocks. */
export const unknownSince = async ({ db, now }: Device): Promise<Pick<OutboxEntry, 'sentAt' | 'sentOffsetMs'>> => ({
  sentAt: now(),
  sentOffsetMs: await db.fact('clockOffsetMs', 0),
})

/** A moment on both clocks: the device's (ms), and how far the server's was ahead of it then (ms). */
interface Since {
  at: number
  offset: number
}

/** Whether the device's clock has not been set since: only then does it tell how much time has passed. */
export const isSameClock = ({ now }: Pick<Device, 'now'>, since: Since, offset: number): boolean =>
  since.offset === offset && since.at <= now()

/**
 * Whether a sending whose answer was lost can no longer be carried out: the whole wait has passed, on a clock that was
 * not set meanwhile. `offset`: of the server's clock now, as its last answer told it.
 */
export const hasWaitPassed = (device: Pick<Device, 'now' | 'doubtWaitMs'>, since: Since, offset: number): boolean =>
  isSameClock(device, since, offset) && device.now() - since.at >= device.doubtWaitMs
