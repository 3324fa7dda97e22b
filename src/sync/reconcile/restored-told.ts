import type { DeviceDatabase } from '../../db/database.ts'

/** What the person is told once: the office has gone back, and what of theirs is sent again. */
export interface TownRestored {
  /** When the backup was made; null where the server does not say. */
  backupMadeAt: string | null
  /** Records and changes of records, and photos, that are sent again. */
  records: number
  photos: number
  /** Photos that the office lacks, and whose bytes are no longer on this device. */
  photosGone: number
  /** What was sent before this moment is no longer kept here, although the backup is older (ms); null for nothing. */
  keptSince: number | null
}

export const restoredFact = 'townRestored'

/** What the person has not read yet; null for nothing. */
export const townRestored = (db: DeviceDatabase): Promise<TownRestored | null> => db.fact(restoredFact, null)

export const hasRead = (db: DeviceDatabase): Promise<void> => db.setFact(restoredFact, null)
