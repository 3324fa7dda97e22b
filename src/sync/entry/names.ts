import type { RecordType } from '../../contract/id.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { type RowName, rowName } from '../../db/outbox.ts'

/** Records that a lost town had numbered: their former names, and the local ids under which they are sent again. */
type FormerNames = Readonly<Partial<Record<RowName, number>>>

/** The fact 'former', when there are none. */
export const noFormerNames: FormerNames = {}

/**
 * The id under which a record is known now: the server's for a local one, once known; for a number of a lost town the
 * local one, until the record has arrived again. Any other id as it is.
 */
export async function serverIdOf(db: DeviceDatabase, type: RecordType, id: number): Promise<number> {
  const local = id < 0 ? id : (await db.fact('former', noFormerNames))[rowName(type, id)]
  if (local === undefined) return id
  return (await db.ids.get([type, local]))?.server ?? local
}

/** 'area:-5' as its two parts. */
export const splitName = (name: RowName): [RecordType, number] => {
  const [type, id] = name.split(':')
  // Row names are only ever made by rowName, from a record type and a number.
  return [type as RecordType, Number(id)]
}

/**
 * The names that a form has had: 'observation/area:-12', and 'observation/area:7' once the office has the area. What was
 * chosen in it stands under the second from then on, though the page may still know it by the first.
 */
export async function formNames(db: DeviceDatabase, form: string): Promise<string[]> {
  const parts = form.split('/').map(async (part) => {
    const [type, id] = splitName(part as RowName)
    return id < 0 ? rowName(type, await serverIdOf(db, type, id)) : part
  })
  return [...new Set([form, (await Promise.all(parts)).join('/')])]
}
