import type { RecordType } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import type { OutboxEntry, RowName, Shadow } from '../../db/outbox.ts'
import type { PhotoRow } from '../../db/photos.ts'
import type { AnyRow } from '../../db/rows.ts'
import { groupedBy } from '../../rules/grouped.ts'

/*
 * Reads rows by many keys in few requests. Rows that are settled together mostly have neighbouring ids, so one range
 * holds them with few others between. If a range would hold too many others, each key is read by itself, all at once.
 */

/** The most rows that a range may hold. */
const roomFor = (asked: number): number => asked * 4 + 20

/** All rows of a range, or the rows of each key if the range holds too many. */
async function ofRange<Row>(
  asked: number,
  range: (limit: number) => PromiseLike<Row[]>,
  each: () => Promise<Row[][]>,
): Promise<Row[]> {
  const limit = roomFor(asked)
  const rows = asked > 1 ? await range(limit) : null
  return rows && rows.length < limit ? rows : (await each()).flat()
}

/** The smallest and the largest id. */
const ends = (ids: readonly number[]): [low: number, high: number] => [Math.min(...ids), Math.max(...ids)]

/** The entries with one of these row names in `list`, in the user's order. */
export async function entriesNaming(
  db: DeviceDatabase,
  list: 'touches' | 'needs',
  names: Iterable<RowName>,
): Promise<OutboxEntry[]> {
  const wanted = new Set(names)
  // Names of equal length with the same text before the digits sort in the order of their numbers.
  const alike = groupedBy(wanted, (name) => `${name.replace(/\d+$/, '')}${name.length}`)
  const found = [...alike.values()].map((group) => {
    const inOrder = group.toSorted()
    const [first, last] = [inOrder.at(0), inOrder.at(-1)]
    return ofRange(
      group.length,
      (limit) => db.outbox.where(list).between(first, last, true, true).limit(limit).toArray(),
      () => Promise.all(group.map((name) => db.outbox.where(list).equals(name).toArray())),
    )
  })
  const entries = new Map((await Promise.all(found)).flat().map((it) => [it.seq, it]))
  return [...entries.values()].filter((it) => it[list].some((name) => wanted.has(name))).sort((a, b) => a.seq - b.seq)
}

/** The entries with these numbers. */
export async function entriesAt(db: DeviceDatabase, seqs: readonly number[]): Promise<Map<number, OutboxEntry>> {
  const wanted = new Set(seqs)
  const found = await ofRange(
    wanted.size,
    (limit) =>
      db.outbox
        .where('seq')
        .between(...ends(seqs), true, true)
        .limit(limit)
        .toArray(),
    async () => [(await db.outbox.bulkGet([...wanted])).filter((it) => it !== undefined)],
  )
  return new Map(found.filter((it) => wanted.has(it.seq)).map((it) => [it.seq, it]))
}

/** The rows of a type with these ids. */
export async function rowsAt(db: DeviceDatabase, type: RecordType, ids: readonly number[]): Promise<AnyRow[]> {
  const found = await ofRange(
    ids.length,
    (limit) =>
      db
        .anyRows(type)
        .where('id')
        .between(...ends(ids), true, true)
        .limit(limit)
        .toArray(),
    async () => [(await db.anyRows(type).bulkGet([...ids])).filter((it) => it !== undefined)],
  )
  return found.filter((it) => ids.includes(it.id))
}

/** The stored server copies of rows of a type with these ids. */
export async function shadowsAt(db: DeviceDatabase, type: RecordType, ids: readonly number[]): Promise<Shadow[]> {
  const [low, high] = ends(ids)
  const found = await ofRange(
    ids.length,
    (limit) => db.shadows.where('[type+id]').between([type, low], [type, high], true, true).limit(limit).toArray(),
    async () => [(await db.shadows.bulkGet(ids.map((id) => [type, id]))).filter((it) => it !== undefined)],
  )
  return found.filter((it) => ids.includes(it.id))
}

/** The photos of records of a type with these ids. */
export async function photosOn(db: DeviceDatabase, type: RecordType, ids: readonly number[]): Promise<PhotoRow[]> {
  const [low, high] = ends(ids)
  const owned = db.photos.where('[ownerType+ownerId]')
  const found = await ofRange(
    ids.length,
    (limit) => owned.between([type, low], [type, high], true, true).limit(limit).toArray(),
    () => Promise.all(ids.map((id) => db.photos.where('[ownerType+ownerId]').equals([type, id]).toArray())),
  )
  return found.filter((it) => ids.includes(it.ownerId))
}
