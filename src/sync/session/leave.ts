import { recordTypes } from '../../contract/id.ts'
import { type DeviceDatabase, sealedKind } from '../../db/database.ts'
import { inRepeatableWrite } from '../../db/in-transaction.ts'
import { filesOf, type RowName, rowName, type SentWork } from '../../db/outbox.ts'
import { possibleDuplicateText } from '../acknowledge/possible-duplicates.ts'
import { countUnsavedForms } from '../entry/drafts.ts'
import { eachEntry } from '../entry/each-entry.ts'
import { madeBy } from '../entry/sent-work.ts'
import { byType, rowsUnsentWorkNeeds } from './dependent-rows.ts'

/**
 * Facts that stay after a sign-out: the fence against an old runner, the server's Retry-After, changes that may still
 * be carried out, and counters. None contains data of a record.
 */
const keptFacts: readonly string[] = [
  'epoch',
  'steals',
  'tick',
  'clockOffsetMs',
  'holdUntil',
  'askedUntil',
  'filesUntil',
  'late',
  'former',
  'persisted',
  'photosStoredBefore',
  'wiped',
  'sealKey',
  'signIn',
]

/** Prefixes of facts that stay: possible duplicates, records still to be checked for one, and sealed copies. */
const keptKinds: readonly string[] = ['second:', 'made:', sealedKind]

/** Tables that are cleaned row by row below, or contain no data of a record. All others are emptied. */
const keptTables: readonly string[] = [
  ...recordTypes,
  'outbox',
  'shadows',
  'ids',
  'photos',
  'blobs',
  'drafts',
  'receipts',
  'sent',
  'journal',
  'meta',
  'sealed',
]

/** How much of a person's work exists only on this device. */
interface Unsent {
  entries: number
  /** Forms that were begun and not saved. */
  drafts: number
  /** Records that the office may have twice, until the person decides. */
  seconds: number
}

/** Counts the work that a sign-out must not delete. */
export async function unsentIn(db: DeviceDatabase): Promise<Unsent> {
  const [entries, drafts, seconds] = await Promise.all([
    db.outbox.count(),
    countUnsavedForms(db),
    db.meta.where('name').startsWith('second:').count(),
  ])
  return { entries, drafts, seconds }
}

/**
 * Deletes everything except unsent work and what is needed to show and send it. Receipts keep their keys and lose
 * their texts, so that a rescue copy sends nothing twice. One transaction: a kill leaves the state before or the state
 * after. `check` runs first in it; what it throws undoes everything.
 */
export async function leaveUnsent(
  db: DeviceDatabase,
  check: (db: DeviceDatabase) => Promise<void> = async () => undefined,
): Promise<Unsent> {
  return inRepeatableWrite(db, db.tables, async (db) => {
    await check(db)
    const needed = await rowsUnsentWorkNeeds(db)
    await forgetSent(db, needed)
    await forgetRecords(db, needed)
    await forgetPhotos(db)
    for (const table of db.tables) if (!keptTables.includes(table.name)) await table.clear()
    await db.receipts.toCollection().modify((it) => {
      const { note } = it
      delete it.note
      Object.assign(it, { command: '', at: 0, touches: [], madeId: null, words: '' })
      if (note === possibleDuplicateText) it.note = note
    })
    await db.meta
      .filter(({ name }) => !keptFacts.includes(name) && !keptKinds.some((it) => name.startsWith(it)))
      .delete()
    // Fences another page or the worker that may still be sending or fetching.
    await db.setFact('epoch', (await db.fact('epoch', 0)) + 1)
    await db.setFact('wiped', (await db.fact('wiped', 0)) + 1)
    return unsentIn(db)
  })
}

/**
 * Keeps the sent work that made or changed a record on which unsent work depends: if the town is restored from a backup,
 * that record must be made again first. Files that were sent are not kept.
 */
async function forgetSent(db: DeviceDatabase, needed: ReadonlySet<RowName>): Promise<void> {
  const given = new Map((await db.ids.toArray()).map((it) => [rowName(it.type, it.local), rowName(it.type, it.server)]))
  const isNeeded = (work: SentWork) => {
    const { entry } = work
    if (filesOf(entry).length > 0) return false
    const made = madeBy(work)
    return [...(made ? [rowName(made.type, made.id)] : []), ...entry.touches].some(
      (name) => needed.has(name) || needed.has(given.get(name) ?? name),
    )
  }
  const gone = await db.sent.filter((it) => !isNeeded(it)).primaryKeys()
  await db.sent.bulkDelete(gone)
}

async function forgetRecords(db: DeviceDatabase, names: ReadonlySet<RowName>): Promise<void> {
  const needed = byType(names)
  for (const type of recordTypes) {
    const table = db.anyRows(type)
    const kept = (await table.bulkGet(needed.get(type) ?? [])).filter((row) => row !== undefined)
    await table.clear()
    if (kept.length > 0) await table.bulkPut(kept)
  }
}

/** Photos of entries and half-typed forms keep all their bytes. */
async function forgetPhotos(db: DeviceDatabase): Promise<void> {
  const carried = new Set<string>()
  await eachEntry(db, (entry) => {
    for (const id of filesOf(entry)) carried.add(id)
  })
  const verified = await db.photos.where('state').equals('verified').primaryKeys()
  await db.photos.bulkDelete(verified.filter((id) => !carried.has(id)))
  const kept = new Set(await db.photos.toCollection().primaryKeys())
  const blobs = await db.blobs.toCollection().primaryKeys()
  await db.blobs.bulkDelete(blobs.filter(([photo]) => !kept.has(photo)))
}
