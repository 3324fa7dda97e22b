import type { OutboxEntry } from '../../db/outbox.ts'
import type { Device } from '../device/device.ts'

/** From now on the outcome of a sending is unknown: the moment on both clocks. */
export const unknownSince = async ({ db, now }: Device): Promise<Pick<OutboxEntry, 'sentAt' | 'sentOffsetMs'>> => ({
  sentAt: now(),
  sentOffsetMs: await db.fact('clockOffsetMs', 0),
})
