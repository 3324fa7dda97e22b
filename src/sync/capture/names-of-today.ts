import type { RecordType } from '../../contract/id.ts'
import type { Ref } from '../../contract/params.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { type RowName, rowName } from '../../db/outbox.ts'
import { formerly, noFormerNames, splitName } from '../entry/names.ts'
import { RecordGone } from './record-gone.ts'

/** The current ids of the records that a call names. */
interface NamesOfToday {
  /** The server's clock minus the device's, as far as it is known (ms). */
  offset: number
  /** The current id of a record; other ids are returned unchanged. */
  idOf(of: RecordType, id: number): number
  /** True if all ids are still current. */
  isSame: boolean
  /** Throws RecordGone if a record is neither at the office nor waiting in the outbox. */
  mustExist(needs: readonly RowName[]): Promise<void>
}

/** Old links contain local ids, or numbers of a lost town or of merged records. One round of reads finds the current ids. */
export async function namesOfToday(db: DeviceDatabase, named: readonly Ref[]): Promise<NamesOfToday> {
  const locals = localNames(named)
  const [facts, ids, makers] = await Promise.all([
    db.facts({ clockOffsetMs: 0, former: noFormerNames }),
    db.ids.bulkGet(locals.map(splitName)),
    makersOf(db, locals),
  ])
  const given = new Map<RowName, number>()
  for (const [at, name] of locals.entries()) {
    const server = ids[at]?.server
    if (server !== undefined) given.set(name, server)
  }
  // Such numbers are rare, so they are looked up only if there are any.
  for (const { of, id } of named) {
    const local = id < 0 ? undefined : formerly(facts.former, of, id)
    if (local !== undefined) given.set(rowName(of, id), (await db.ids.get([of, local]))?.server ?? local)
  }
  return {
    offset: facts.clockOffsetMs,
    idOf: (of, id) => given.get(rowName(of, id)) ?? id,
    isSame: given.size === 0,
    async mustExist(needs) {
      const unseen = needs.filter((name) => !makers.has(name))
      if (unseen.length === 0) return
      const others = await makersOf(db, unseen)
      const orphan = unseen.find((name) => !others.has(name))
      if (orphan) throw new RecordGone(orphan)
    },
  }
}

const localNames = (named: readonly Ref[]): RowName[] => [
  ...new Set(named.filter(({ id }) => id < 0).map(({ of, id }) => rowName(of, id))),
]

/** The names whose records were made on this device and still wait. */
async function makersOf(db: DeviceDatabase, names: readonly RowName[]): Promise<Set<RowName>> {
  const entries = await db.outbox.bulkGet(names.map((name) => -splitName(name)[1]))
  return new Set(names.filter((_, at) => entries[at] !== undefined))
}
