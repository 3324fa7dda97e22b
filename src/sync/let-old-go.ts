import type { Device } from './device.ts'
import { purge } from './photos/purge.ts'
import { forgetOldSent } from './sent-work.ts'

/** What the server holds for sure goes when its time is over. */
export async function letOldGo({ db, now }: Device): Promise<void> {
  await purge(db, now())
  await forgetOldSent(db, now() + (await db.fact('clockOffsetMs', 0)))
}
