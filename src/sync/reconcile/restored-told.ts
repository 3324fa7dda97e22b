import type { DeviceDatabase } from '../../db/database.ts'

/** What the person is told once: the office was restored from a backup, and which of their work is sent again. */
export interface TownRestored {
  /** When the backup was made; null if the server does not say. */
  backupMadeAt: string | null
  /** Records with their changes, and photos, that are sent again. */
  records: number
  photos: number
  /** Photos that the office lacks and whose bytes are no longer on this device. */
  photosGone: number
  /**
   * Set if the backup is older than the sent work kept here: what was sent before this time cannot be sent again (ms);
   * else null.
   */
  keptSince: number | null
}

export const restoredFact = 'townRestored'

/** The message that the person has not read yet; null if there is none. */
export const townRestored = (db: DeviceDatabase): Promise<TownRestored | null> => db.fact(restoredFact, null)

export const hasRead = (db: DeviceDatabase): Promise<void> => db.setFact(restoredFact, null)
