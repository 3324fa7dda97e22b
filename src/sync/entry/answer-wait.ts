import type { OutboxEntry } from '../../db/outbox.ts'
import type { Device } from '../device/device.ts'

/*
 * A sending whose answer was lost may still be carried out for a while (`doubtWaitMs`). That the while is over is proven
 * by a clock that was not set meanwhile, and by nothing else (I22). This is the one place that says so.
 */

/** A moment on both clocks: the device's (ms), and how far the server's was ahead of it then (ms). */
interface Since {
  at: number
  offset: number
}

type Clock = Pick<Device, 'now' | 'doubtWaitMs'>

/** From now on the outcome of a sending is unknown: the moment on both clocks. */
export const unknownSince = async ({ db, now }: Device): Promise<Pick<OutboxEntry, 'sentAt' | 'sentOffsetMs'>> => ({
  sentAt: now(),
  sentOffsetMs: await db.fact('clockOffsetMs', 0),
})

/** Since when the outcome of an entry is unknown. */
export const sinceOf = ({ sentAt, sentOffsetMs }: OutboxEntry): Since => ({
  at: sentAt ?? 0,
  offset: sentOffsetMs ?? 0,
})

/** When the wait is over (ms of the device's clock); null where that clock was set since, so that it proves nothing. */
const trustedEnd = ({ now, doubtWaitMs }: Clock, since: Since, offset: number): number | null =>
  since.offset === offset && since.at <= now() ? since.at + doubtWaitMs : null

/** Whether the sending can no longer be carried out. `offset`: of the server's clock now, as its last answer told it. */
export function hasWaitPassed(device: Clock, since: Since, offset: number): boolean {
  const end = trustedEnd(device, since, offset)
  return end !== null && end <= device.now()
}

/**
 * When to ask the server next (ms of the device's clock): at the end of the wait. At once where the clock was set since:
 * the answer tells by how much, and the wait begins anew.
 */
export const askDueAt = (device: Clock, since: Since, offset: number): number =>
  trustedEnd(device, since, offset) ?? device.now()

/**
 * The same moment, put into the device's clock as it is set today. For questions that cost a whole list: such a list is
 * not read at once because the clock was set, but when the wait has passed by the server's clock. It can only show that
 * the record is there; that it is not there is for `hasWaitPassed` to prove, by the moment as it was noted.
 */
export const byClockOfToday = ({ at, offset: then }: Since, offset: number): Since => ({
  at: at + then - offset,
  offset,
})
