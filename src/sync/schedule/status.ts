import { type DeviceDatabase, sealedKind } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { filesOf, needsUser } from '../../db/outbox.ts'
import { countDuplicates } from '../acknowledge/possible-duplicates.ts'

/** The two things that are always on screen: the connection, and the person's work. */
export interface SyncStatus {
  /** Set until the device has been read: the figures below say nothing yet. */
  isUnread?: true
  connection: 'online' | 'noSignal' | 'serverDown' | 'unknown'
  paused: null | 'signIn' | 'storage'
  /** Entries without files that the server has not confirmed. */
  waiting: number
  /** How many of these are being sent now. */
  sending: number
  /** Entries that need a decision of the user. */
  needsYou: number
  /** Files that the server has not confirmed. */
  photosWaiting: number
  /** Records that the office may have twice, until the user has decided. */
  mayBeTwice: number
  /** Entries that were sealed at a sign-out and could not be opened yet. */
  sealed: number
  /** When the last entry was confirmed (ms). */
  lastSentAt: number | null
  /** When the oldest unsent entry was made (ms). */
  oldestAt: number | null
}

/**
 * Reads the status; inside a live query it follows every change. It counts by indexes and reads few entries, so
 * thousands of waiting entries cost little more than ten.
 */
export const statusOf = (db: DeviceDatabase): Promise<SyncStatus> =>
  // One transaction, because each of these reads would open its own.
  inTransaction(db, 'r', [db.outbox, db.meta], readStatus)

async function readStatus(db: DeviceDatabase): Promise<SyncStatus> {
  const { outbox } = db
  const [all, files, filesAlone, sending, standing, first, mayBeTwice, sealed, connection, paused, lastSentAt] =
    await Promise.all([
      outbox.count(),
      outbox.where('touches').startsWith('photo:').count(),
      entriesOfFilesAlone(db),
      outbox.where('state').equals('sending').count(),
      outbox.where('state').anyOf(needsUser).toArray(),
      outbox.orderBy('seq').first(),
      countDuplicates(db),
      sealedEntries(db),
      db.fact<SyncStatus['connection']>('connection', 'unknown'),
      db.fact<SyncStatus['paused']>('paused', null),
      db.fact<number | null>('lastSentAt', null),
    ])
  const standingEntries = standing.filter((it) => it.photo === null)
  return {
    connection,
    paused,
    waiting: all - filesAlone - standingEntries.length,
    sending,
    needsYou: standing.length,
    photosWaiting: files - standing.flatMap(filesOf).length,
    mayBeTwice,
    sealed,
    lastSentAt,
    oldestAt: first?.capturedAt ?? null,
  }
}

const sealedEntries = async (db: Pick<DeviceDatabase, 'meta'>): Promise<number> =>
  (await sealedWork(db)).reduce((sum, { entries }) => sum + entries, 0)

/** The part of a sealed copy (`SealedCopy` in session/seal) that is reported. */
interface SealedWork {
  entries: number
  at: number
  oldestAt?: number
}

/** The sealed copies on this device. */
export async function sealedWork({ meta }: Pick<DeviceDatabase, 'meta'>): Promise<SealedWork[]> {
  const copies = await meta.where('name').startsWith(sealedKind).toArray()
  // Only session/seal writes facts with this prefix.
  return copies.map(({ value }) => value as SealedWork)
}

/**
 * Types of records that travel with their files in one call, so their entries touch both. A test compares this list
 * with the commands.
 */
export const carriers = ['comment', 'contactComment', 'violationComment', 'service'] as const

/** The number of entries that carry only a file. A comment carries its files itself. */
async function entriesOfFilesAlone({ outbox }: DeviceDatabase): Promise<number> {
  const touching = (prefix: string) => outbox.where('touches').startsWith(prefix)
  const records = (await Promise.all(carriers.map((it) => touching(`${it}:`).primaryKeys()))).flat()
  // Each of the other entries carries one file.
  if (records.length === 0) return touching('photo:').count()
  const withRecord = new Set(records)
  return new Set((await touching('photo:').primaryKeys()).filter((seq) => !withRecord.has(seq))).size
}
