import type { RecordType } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { type RowName, rowName } from '../../db/outbox.ts'

/**
 * Former names of records. Those numbered by a lost town have the local ids under which they are sent again; merged ones
 * have the ids of the surviving records.
 */
type FormerNames = Readonly<Partial<Record<RowName, number>>>

/** The fact 'former' if there are none. */
export const noFormerNames: FormerNames = {}

/**
 * The current id of a record. For a local id, the server's id once it is known. For a number of a lost town, the local
 * id until the record has arrived again. For a merged record, the id of the survivor. Any other id is returned unchanged.
 */
export async function serverIdOf(db: DeviceDatabase, type: RecordType, id: number): Promise<number> {
  const server = id < 0 ? (await db.ids.get([type, id]))?.server : id
  if (server === undefined) return id
  const former = formerly(await db.fact('former', noFormerNames), type, server)
  if (former === undefined) return server
  return (await db.ids.get([type, former]))?.server ?? former
}

/**
 * For records that were made on this device: the local id of each by the server's. A choice among rows that is kept by
 * local ids stays when the office gives its own.
 */
export async function localIdsOf(db: DeviceDatabase, type: RecordType, ids: readonly number[]) {
  const given = await db.ids
    .where('[type+server]')
    .anyOf(ids.map((id) => [type, id]))
    .toArray()
  return new Map(given.map((it) => [it.server, it.local]))
}

/** The current id of a former name, also after several merges; undefined if the name is not a former one. */
export function formerly(names: FormerNames, type: RecordType, id: number): number | undefined {
  let now: number | undefined
  const seen = new Set<number>()
  for (let next = names[rowName(type, id)]; next !== undefined && !seen.has(next); next = names[rowName(type, next)]) {
    seen.add(next)
    now = next
  }
  return now
}

/** 'area:-5' split into its two parts. */
export const splitName = (name: RowName): [RecordType, number] => {
  const [type, id] = name.split(':')
  // Row names are only made by `rowName`, from a record type and a number.
  return [type as RecordType, Number(id)]
}

/**
 * All names of a form: 'observation/area:-12', and 'observation/area:7' once the office has the area; 'comment/address:2'
 * and 'comment/address:1' once it has merged the two. From then on its draft and files are stored under the second name,
 * though the page may still use the first.
 */
export async function formNames(db: DeviceDatabase, form: string): Promise<string[]> {
  const parts = form.split('/').map(async (part) => {
    const [type, id] = splitName(part as RowName)
    // A part without a number is the kind of the form.
    const current = Number.isNaN(id) ? id : await serverIdOf(db, type, id)
    return Object.is(current, id) ? part : rowName(type, current)
  })
  return [...new Set([form, (await Promise.all(parts)).join('/')])]
}

/** The last of a form's names, under which its files and its draft are stored. */
export const currentName = async (db: DeviceDatabase, form: string): Promise<string> =>
  (await formNames(db, form)).at(-1) ?? form
