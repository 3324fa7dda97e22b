import type { OutboxEntry } from '../../db/outbox.ts'
import type { Device } from '../device/device.ts'

/** The moment of now, on both clocks, as the beginning of a doubt. */
export const inDoubtFrom = async ({ db, now }: Device): Promise<Pick<OutboxEntry, 'sentAt' | 'sentOffsetMs'>> => ({
  sentAt: now(),
  sentOffsetMs: await db.fact('clockOffsetMs', 0),
})
