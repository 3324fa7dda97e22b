import type { DeviceDatabase } from '../../db/database.ts'
import { type GivenId, linkEnds, linkName, type OutboxEntry, type RowName, rowName } from '../../db/outbox.ts'
import type { PhotoRow } from '../../db/photos.ts'
import { groupedBy } from '../../rules/grouped.ts'
import { wholeOutbox } from '../entry/each-entry.ts'
import { entriesNaming, photosOn } from '../entry/in-bulk.ts'

/** Everything that uses the local ids of records that have just got ids from the server. */
interface Replaced {
  renamed: ReadonlyMap<RowName, RowName>
  /** Waiting entries and photos, already renamed and ready to be stored. */
  entries: OutboxEntry[]
  photos: PhotoRow[]
  /** Rows changed by entries that needed such a record. They are rebuilt because they show its new id. */
  hanging: RowName[]
}

/** Reads everything that waits for these records in one round. `going`: the entries that leave the outbox now. */
export async function namesToReplace(
  db: DeviceDatabase,
  given: readonly GivenId[],
  going: ReadonlySet<number>,
): Promise<Replaced> {
  const renamed = new Map(given.map(({ type, local, server }) => [rowName(type, local), rowName(type, server)]))
  // Groups have no index. Only two record types form groups, so the outbox is scanned only for these.
  const formsGroup = given.some(({ type }) => type === 'inspection' || type === 'violation')
  const [touching, needing, scanned, photos] = await Promise.all([
    entriesNaming(db, 'touches', renamed.keys()),
    entriesNaming(db, 'needs', renamed.keys()),
    formsGroup ? wholeOutbox(db) : [],
    Promise.all(
      [...groupedBy(given, (it) => it.type)].map(async ([type, all]) => {
        const ids = new Map(all.map((it) => [it.local, it.server]))
        const hung = await photosOn(db, type, [...ids.keys()])
        return hung.map((it) => ({ ...it, ownerId: ids.get(it.ownerId) ?? it.ownerId }))
      }),
    ),
  ])
  const groups: ReadonlyMap<string, RowName> = renamed
  const inGroup = scanned.filter((it) => groups.has(it.group))
  const waiting = new Map([...touching, ...needing, ...inGroup].map((it) => [it.seq, it]))
  const after = (name: RowName) => nameAfter(name, renamed)
  const entries = [...waiting.values()]
    .filter((it) => !going.has(it.seq))
    .map((it) => ({ ...it, touches: it.touches.map(after), group: groups.get(it.group) ?? it.group }))
  const hanging = needing.filter((it) => !going.has(it.seq)).flatMap((it) => it.touches.map(after))
  return { renamed, entries, photos: photos.flat(), hanging }
}

/** The name of a row or link after the records in it were renamed. */
function nameAfter(name: RowName, renamed: ReadonlyMap<RowName, RowName>): RowName {
  const ends = linkEnds(name)
  if (!ends) return renamed.get(name) ?? name
  const [from, to] = ends
  return linkName(renamed.get(from) ?? from, renamed.get(to) ?? to)
}
