import type { RecordType } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import type { RowName } from '../../db/outbox.ts'
import { dayMs } from '../../rules/dates.ts'
import { forgetOldPhotos } from '../device/old-photos.ts'
import { recheckPacks } from '../device/recheck-packs.ts'
import { note } from '../entry/journal.ts'
import { forgetOldSent } from '../entry/sent-work.ts'
import type { sharedPacks } from '../online/pack-name.ts'
import { dayNumberOf } from '../pull/looked-at.ts'
import { byType, rowsUnsentWorkNeeds } from './dependent-rows.ts'
import { unseenRows } from './unseen-rows.ts'

/** Rows deleted in one transaction. */
const atOnce = 500

/** The fact that says on which day, and for how many days, the last search was. */
const lastSearch = 'old records searched'

/**
 * Deletes records that nobody looked at for that many days. A look at a record also counts for the records that belong
 * to it, and its parents stay with it. Records that unsent work needs are never touched. `now` is the server's time,
 * because a device clock that was set must not delete a prepared day (I22). Returns the number deleted. Days are
 * counted whole, so all records are read once a day at most.
 */
export async function forgetOldRecords(db: DeviceDatabase, now: number, days: number): Promise<number> {
  const today = dayNumberOf(now)
  // Sent work is kept no longer than a town may need it.
  await forgetOldSent(db, now)
  const search = `${today} ${days}`
  if ((await db.fact(lastSearch, '')) === search) return 0
  // A look dated in the future was written by a clock that was set, so it counts as today's.
  await db.looks.where('day').above(today).modify({ day: today })
  // For work sent that long ago the key is enough.
  await db.receipts.filter((it) => it.words !== '' && it.at < now - days * dayMs).modify({ words: '' })
  const limit = today - days
  const { old, met, idle, keepersOf } = await unseenRows(db, limit)
  // A row that nobody has looked at counts from when it is first seen here.
  for (const names of parts(met)) await db.looks.bulkPut(names.map((row) => ({ row, day: today })))
  for (const names of parts(idle)) await db.looks.bulkDelete(names)
  let gone = 0
  for (const names of parts(old)) {
    const deleted = await inTransaction(db, 'rw', db.tables, (db) =>
      deleteOld(db, names, { keepers: [...keepersOf(names)], limit }),
    )
    // Somebody looked at one of them meanwhile. The next start searches again.
    if (deleted === null) return gone
    gone += deleted
  }
  if (gone > 0) await note(db, now, 'old records went', { rows: gone, days })
  await db.setFact(lastSearch, search)
  const before = now - days * dayMs
  await forgetOldPhotos(before, await preparedSince(db, before))
  await recheckPacks(db)
  return gone
}

/** The cached files of parts that were prepared since. A file that was here already was not fetched again. */
async function preparedSince(db: DeviceDatabase, before: number): Promise<Set<string>> {
  const offset = await db.fact('clockOffsetMs', 0)
  const packs = await db.packs.filter((it) => it.at + offset >= before).toArray()
  return new Set(packs.flatMap(({ files }) => (files ? [...files.thumb, ...files.full] : [])))
}

function* parts(names: readonly RowName[]): Iterable<RowName[]> {
  for (let at = 0; at < names.length; at += atOnce) yield names.slice(at, at + atOnce)
}

interface Limits {
  keepers: RowName[]
  /** The day of the last look that keeps nothing. Lists and preparations up to this day go too. */
  limit: number
}

/** The preparation of the only rows that come in a list alone, so it is the only look at them. */
const contacts: (typeof sharedPacks)[number] = 'Contacts'

/** Deletes rows, unless one of those that keep them was looked at since `limit`: null then. */
async function deleteOld(db: DeviceDatabase, names: RowName[], { keepers, limit }: Limits) {
  if ((await db.looks.bulkGet(keepers)).some((it) => it !== undefined && it.day > limit)) return null
  const needed = await rowsUnsentWorkNeeds(db)
  // Lists and preparations have times of this device's clock.
  const before = (limit + 1) * dayMs - (await db.fact('clockOffsetMs', 0))
  const prepared = await db.packs.get(contacts)
  const keepsContacts = prepared !== undefined && prepared.at >= before
  const old = names.filter((name) => !needed.has(name) && !(keepsContacts && name.startsWith('contact:')))
  if (old.length === 0) return 0
  for (const [type, ids] of byType(old)) {
    await db.anyRows(type).bulkDelete(ids)
    await forgetSentPhotos(db, type, ids)
  }
  await db.looks.bulkDelete(old)
  // A list that lost rows must be fetched again, and must not count as complete until then.
  await db.pulls.filter((it) => it.value === undefined || it.at < before).delete()
  await db.packs.filter((it) => it.at < before).delete()
  return old.length
}

/** The thumbnails of sent photos are deleted with their record. */
async function forgetSentPhotos(db: DeviceDatabase, type: RecordType, ids: readonly number[]): Promise<void> {
  const owners = ids.map((id): [string, number] => [type, id])
  const photos = await db.photos.where('[ownerType+ownerId]').anyOf(owners).toArray()
  const sent = photos.filter((it) => it.state === 'verified').map((it) => it.id)
  await db.photos.bulkDelete(sent)
  await db.blobs.where('photo').anyOf(sent).delete()
}
