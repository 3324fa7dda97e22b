import * as z from 'zod/mini'
import { keysAtOnce, sync, type TownHistory } from '../../contract/sync.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import type { SentWork } from '../../db/outbox.ts'
import { retryAfterMs } from '../../rules/retry.ts'
import { type Device, newKey } from '../device/device.ts'
import type { Drain } from '../entry/flight.ts'
import { note } from '../entry/journal.ts'
import { fenced } from '../entry/lease-fence.ts'
import { noFeed } from '../pull/feed.ts'
import { forgetMerges } from '../pull/merged.ts'
import type { Backoff } from '../transport/backoff.ts'
import { send } from '../transport/send.ts'
import { putBack } from './put-back.ts'
import { restoredFact, type TownRestored } from './restored-told.ts'

/*
 * A town restored from a backup lacks what it acknowledged after that backup. Each restore gives its database a new
 * name. A phone that meets a new name asks which of its keys the town has. It puts the missing work back into the
 * outbox, in the old order and under the old keys, before it sends anything else.
 */

/** How far the clocks of the backup and of this device may differ (ms). */
const clockRoomMs = 60_000

/** Checks whether the town was restored since the last session. Returns why that could not be checked, else null. */
export async function recoverFromRestore(drain: Drain): Promise<Backoff | 'signedOut' | null> {
  const { device, epoch } = drain
  const { db, history } = device
  if (!history) return null
  const known = await db.fact<string | null>('history', null)
  if (known === history.id) return null
  const missing = await missingKeys(device, await db.sent.toCollection().primaryKeys())
  if (!Array.isArray(missing)) return missing
  await fenced(device, epoch, 'all', async (inside) => {
    const { db } = inside
    const work = (await db.sent.bulkGet(missing)).filter((it) => it !== undefined)
    const lost = work.filter((it) => it.proven || isAfter(history, it))
    const feed = await db.fact('feed', noFeed)
    // The first sending of a session finds no name noted. What was read in this history still holds.
    if (known !== null || feed?.history !== history.id) await forgetMerges(db)
    const told = await putBack(inside, lost)
    await db.setFact('history', history.id)
    if (known === null && lost.length === 0) return
    await note(db, device.now(), 'the town was restored', { backupMadeAt: history.backupMadeAt, ...told })
    if (lost.length > 0) await tell(db, { backupMadeAt: history.backupMadeAt, ...told, keptSince: null })
  })
  return null
}

/** Without a key the time decides: work confirmed before the backup is in it. */
const isAfter = ({ backupMadeAt }: TownHistory, { at }: SentWork): boolean =>
  backupMadeAt !== null && at > Date.parse(backupMadeAt) - clockRoomMs

async function tell(db: DeviceDatabase, told: TownRestored): Promise<void> {
  const goneUntil = await db.fact('sentGoneUntil', 0)
  const isTooOld = told.backupMadeAt !== null && goneUntil > Date.parse(told.backupMadeAt)
  await db.setFact(restoredFact, { ...told, keptSince: isTooOld ? goneUntil : null })
}

/** The keys that the server has never carried out. */
async function missingKeys(device: Device, keys: readonly string[]): Promise<string[] | Backoff | 'signedOut'> {
  const missing: string[] = []
  for (let from = 0; from < keys.length; from += keysAtOnce) {
    const asked = keys.slice(from, from + keysAtOnce)
    const known = await askKnown(device, asked)
    if (!(known instanceof Set)) return known
    missing.push(...asked.filter((key) => !known.has(key)))
  }
  return missing
}

async function askKnown(device: Device, keys: readonly string[]): Promise<Set<string> | Backoff | 'signedOut'> {
  const wire = { method: 'POST', url: sync.known.path, encoding: 'json', text: JSON.stringify({ keys }) } as const
  const outcome = await send(device, wire, newKey(), { as: device.learntWith })
  if (outcome.kind === 'silence') return { problem: 'noSignal', wait: 'backOff' }
  if (outcome.kind === 'foreign') return { problem: 'foreign', wait: 'backOff' }
  if (outcome.status === 401) return 'signedOut'
  const answer = z.safeParse(sync.known.reply, outcome.body)
  if (outcome.status === sync.known.status && answer.success) return new Set(answer.data.known)
  return { problem: 'serverDown', wait: retryAfterMs(outcome.retryAfter, new Date(device.now())) ?? 'backOff' }
}
