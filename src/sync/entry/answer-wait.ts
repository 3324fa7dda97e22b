import type { OutboxEntry } from '../../db/outbox.ts'
import type { Device } from '../device/device.ts'

/*
 * A sending whose answer was lost may still be carried out for a while (`doubtWaitMs`). Only a clock that was not set
 * meanwhile proves that this time has passed (I22). This module is the only place that decides it.
 */

/** A moment on both clocks: the device's (ms), and how far the server's was ahead then (ms). */
interface Since {
  at: number
  offset: number
}

type Clock = Pick<Device, 'now' | 'doubtWaitMs'>

/** The current moment on both clocks. From now on the outcome of a sending is unknown. */
export const unknownSince = async ({ db, now }: Device): Promise<Pick<OutboxEntry, 'sentAt' | 'sentOffsetMs'>> => ({
  sentAt: now(),
  sentOffsetMs: await db.fact('clockOffsetMs', 0),
})

/** Since when an entry's outcome is unknown. */
export const sinceOf = ({ sentAt, sentOffsetMs }: OutboxEntry): Since => ({
  at: sentAt ?? 0,
  offset: sentOffsetMs ?? 0,
})

/** When the wait ends (ms of the device's clock); null if that clock was set since, because then it proves nothing. */
const trustedEnd = ({ now, doubtWaitMs }: Clock, since: Since, offset: number): number | null =>
  since.offset === offset && since.at <= now() ? since.at + doubtWaitMs : null

/** Whether the sending can no longer be carried out. `offset`: that of the server's clock in its latest answer. */
export function hasWaitPassed(device: Clock, since: Since, offset: number): boolean {
  const end = trustedEnd(device, since, offset)
  return end !== null && end <= device.now()
}

/**
 * When to ask the server next (ms of the device's clock): at the end of the wait, or at once if the clock was set
 * since. The answer tells the new offset, and the wait starts again.
 */
export const askDueAt = (device: Clock, since: Since, offset: number): number =>
  trustedEnd(device, since, offset) ?? device.now()

/**
 * The same moment, converted to the device's clock as it is set today. Used where a check means reading a whole list:
 * the list is not read at once because the clock was set, but when the wait has passed by the server's clock. Such a
 * check can only show that the record is there. Its absence is proved by `hasWaitPassed`, with the moment as it was
 * recorded.
 */
export const byClockOfToday = ({ at, offset: then }: Since, offset: number): Since => ({
  at: at + then - offset,
  offset,
})
