import type { DeviceDatabase } from '../db/database.ts'
import { filesOf, needsUser, type OutboxEntry } from '../db/outbox.ts'

/** The two facts that are always on screen: the connection, and my work. */
export interface SyncStatus {
  connection: 'online' | 'noSignal' | 'serverDown' | 'unknown'
  paused: null | 'signIn' | 'storage'
  /** Calls other than a file's own that the server has not confirmed. */
  waiting: number
  /** Of these, on their way now. */
  sending: number
  /** Entries that only the user can bring further. */
  needsYou: number
  /** Files that the server has not confirmed. */
  photosWaiting: number
  /** When the last entry was confirmed (ms). */
  lastSentAt: number | null
  /** When the oldest unsent work was done (ms). */
  oldestAt: number | null
}

/** Reads the status; inside a live query it follows every change. */
export async function statusOf(db: DeviceDatabase): Promise<SyncStatus> {
  const entries = await db.outbox.toArray()
  const data = entries.filter((it) => it.photo === null)
  return {
    connection: await db.fact<SyncStatus['connection']>('connection', 'unknown'),
    paused: await db.fact<SyncStatus['paused']>('paused', null),
    waiting: data.filter((it) => !needsUser.includes(it.state)).length,
    sending: entries.filter((it) => it.state === 'sending').length,
    needsYou: entries.filter((it) => needsUser.includes(it.state)).length,
    photosWaiting: entries.filter((it) => !needsUser.includes(it.state)).flatMap(filesOf).length,
    lastSentAt: await db.fact<number | null>('lastSentAt', null),
    oldestAt: oldest(entries),
  }
}

const oldest = (entries: readonly OutboxEntry[]): number | null =>
  entries.length === 0 ? null : Math.min(...entries.map((it) => it.capturedAt))
