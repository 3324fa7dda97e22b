import type { Heartbeat } from '../../contract/sync.ts'
import { sync } from '../../contract/sync.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { deviceName } from '../../rules/device-name.ts'
import { appVersion } from '../../rules/version.ts'
import { type Device, isOurs, newKey } from '../device/device.ts'
import { recordAnswer } from '../transport/connection.ts'
import { send } from '../transport/send.ts'
import { type SyncStatus, sealedWork, statusOf } from './status.ts'

/** After this time an unchanged state is reported again, so that the office sees when a phone was last in contact. */
const saidAgainMs = 30 * 60_000
/** Changes are reported no more often than this: a heartbeat must not compete with the work. */
const saidAtMostMs = 60_000

/** The connection states after a run without failures. */
const heard = new Set(['online', 'unknown'])

interface Said {
  /** The last report. */
  text: string
  at: number
}

/**
 * Tells the office what this device still holds, after a run in which the server answered. Only our own server has
 * this call. Nobody waits for its answer, and after a failure the next run reports again.
 */
export async function tellOffice(device: Device): Promise<void> {
  const { db } = device
  if (!isOurs(device)) return
  const status = await statusOf(db)
  if (!heard.has(status.connection) || status.paused !== null || (await device.token()) === null) return
  const held: Omit<Heartbeat, 'device'> = {
    waiting: status.waiting + status.sealed,
    needsYou: status.needsYou,
    photosWaiting: status.photosWaiting,
    oldestAt: momentOf(await oldestOf(db, status)),
    lastSentAt: momentOf(status.lastSentAt),
    version: appVersion,
  }
  const said = await db.fact<Said | null>('toldOffice', null)
  const text = JSON.stringify({ ...held, lastSentAt: null })
  const age = said ? Math.abs(device.now() - said.at) : Number.POSITIVE_INFINITY
  // An empty outbox is reported at once, because the office may be waiting for it.
  const isNews = said?.text !== text && (age >= saidAtMostMs || held.waiting + status.photosWaiting === 0)
  if (!isNews && age < saidAgainMs) return
  const body: Heartbeat = { device: await nameOf(device), ...held }
  const wire = { method: 'POST', url: sync.heartbeat.path, encoding: 'json', text: JSON.stringify(body) } as const
  const outcome = await send(device, wire, newKey())
  if (outcome.kind !== 'reply' || outcome.status !== 200) return
  await db.setFact('toldOffice', { text, at: device.now() } satisfies Said)
  // It shows that the server is up. If sending a lone entry keeps failing, that is the entry's own fault then (I3).
  await recordAnswer(device, outcome)
}

/** When the oldest unsent entry was saved, sealed ones too; null if there is none. */
async function oldestOf(db: DeviceDatabase, { oldestAt, sealed }: SyncStatus): Promise<number | null> {
  const copies = sealed > 0 ? await sealedWork(db) : []
  // One of an earlier version only says when it was sealed; one may have no entries.
  const made = copies.flatMap((it) => (it.entries > 0 ? [it.oldestAt ?? it.at] : []))
  const all = oldestAt === null ? made : [oldestAt, ...made]
  return all.length > 0 ? Math.min(...all) : null
}

/** This device's name, which lasts as long as its storage. */
async function nameOf({ db }: Device): Promise<string> {
  const known = await db.fact('deviceName', '')
  if (known !== '') return known
  const made = deviceName(globalThis.navigator?.userAgent ?? '', newKey())
  await db.setFact('deviceName', made)
  return made
}

const momentOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
