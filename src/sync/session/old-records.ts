import { type RecordType, recordTypes } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { type RowName, rowName } from '../../db/outbox.ts'
import { dayMs } from '../../rules/dates.ts'
import { forgetOldPhotos } from '../device/photo-caches.ts'
import { note } from '../entry/journal.ts'
import { forgetOldSent } from '../entry/sent-work.ts'
import { dayNumberOf } from '../pull/looked-at.ts'
import { byType, parentsOf, rowsUnsentWorkNeeds, withParents } from './dependent-rows.ts'

/** Lists shared by all work, with no records of a case. They are fetched again at each preparation. */
const shared: readonly RecordType[] = ['code', 'room', 'prompt', 'user']

/**
 * Deletes records that nobody looked at for that many days. A look at a record also counts for the records that belong
 * to it, and its parents stay with it. Records that unsent work needs are never touched. `now` is the server's time,
 * because a device clock that was set must not delete a prepared day (I22). Returns the number deleted.
 */
export async function forgetOldRecords(db: DeviceDatabase, now: number, days: number): Promise<number> {
  const today = dayNumberOf(now)
  const gone = await inTransaction(db, 'rw', db.tables, async (db) => {
    // A look dated in the future was written by a clock that was set, so it counts as today's.
    await db.looks.where('day').above(today).modify({ day: today })
    const old = await unseenRows(db, today, today - days)
    // Sent work is kept no longer than a town may need it.
    await forgetOldSent(db, now)
    // For work sent that long ago the key is enough.
    await db.receipts.filter((it) => it.words !== '' && it.at < now - days * dayMs).modify({ words: '' })
    if (old.length === 0) return 0
    for (const [type, ids] of byType(old)) {
      await db.anyRows(type).bulkDelete(ids)
      await forgetSentPhotos(db, type, ids)
    }
    await db.looks.bulkDelete(old)
    // A list that lost rows must be fetched again, and must not count as complete until then.
    await db.pulls.filter((it) => it.value === undefined || it.at < now - days * dayMs).delete()
    await db.packs.filter((it) => it.at < now - days * dayMs).delete()
    await note(db, now, 'old records went', { rows: old.length, days })
    return old.length
  })
  await forgetOldPhotos(now - days * dayMs)
  return gone
}

/** Rows last looked at before `limit`. A row that nobody has looked at counts from when it is first seen here. */
async function unseenRows(db: DeviceDatabase, today: number, limit: number): Promise<RowName[]> {
  const looks = new Map((await db.looks.toArray()).map(({ row, day }) => [row, day]))
  const parents = new Map<RowName, RowName[]>()
  for (const type of recordTypes.filter((it) => !shared.includes(it)))
    await db.anyRows(type).each((row) => {
      if (row.id > 0) parents.set(rowName(type, row.id), parentsOf(row))
    })
  const latest = (name: RowName, depth = 0): number =>
    Math.max(
      looks.get(name) ?? Number.NEGATIVE_INFINITY,
      // Records belong to each other over a few steps at most.
      ...(depth < 6 ? (parents.get(name) ?? []).map((it) => latest(it, depth + 1)) : []),
    )
  const met: RowName[] = []
  const seen: RowName[] = []
  const old: RowName[] = []
  for (const name of parents.keys()) {
    const day = latest(name)
    if (day === Number.NEGATIVE_INFINITY) met.push(name)
    else (day > limit ? seen : old).push(name)
  }
  await db.looks.bulkPut(met.map((row) => ({ row, day: today })))
  await db.looks.filter(({ row, day }) => day <= limit && !parents.has(row)).delete()
  const kept = await withParents(db, [...met, ...seen])
  const hanging = await rowsUnsentWorkNeeds(db)
  return old.filter((name) => !kept.has(name) && !hanging.has(name))
}

/** The thumbnails of sent photos are deleted with their record. */
async function forgetSentPhotos(db: DeviceDatabase, type: RecordType, ids: readonly number[]): Promise<void> {
  const owners = ids.map((id): [string, number] => [type, id])
  const photos = await db.photos.where('[ownerType+ownerId]').anyOf(owners).toArray()
  const sent = photos.filter((it) => it.state === 'verified').map((it) => it.id)
  await db.photos.bulkDelete(sent)
  await db.blobs.where('photo').anyOf(sent).delete()
}
