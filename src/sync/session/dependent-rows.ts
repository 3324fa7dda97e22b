import { type RecordType, recordTypes } from '../../contract/id.ts'
import { idsIn } from '../../contract/refs.ts'
import { schemasOf } from '../../contract/schemas.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { isRow, linkEnds, type OutboxEntry, type RowName, rowName } from '../../db/outbox.ts'
import type { AnyRow } from '../../db/rows.ts'
import { commands } from '../../records/index.ts'
import type { PossibleDuplicate } from '../acknowledge/possible-duplicates.ts'
import { eachEntry } from '../entry/each-entry.ts'
import { splitName } from '../entry/names.ts'

/** The fields of a record that name its parents. */
const parentFields: readonly (readonly [field: string, type: RecordType])[] = [
  ['address_id', 'address'],
  ['unit_id', 'unit'],
  ['inspection_id', 'inspection'],
  ['area_id', 'area'],
  ['violation_id', 'violation'],
  ['contact_id', 'contact'],
  ['business_id', 'business'],
]

/** The parents of a row. */
export const parentsOf = (row: object): RowName[] =>
  parentFields.flatMap(([field, type]) => {
    const id: unknown = Reflect.get(row, field)
    return typeof id === 'number' ? [rowName(type, id)] : []
  })

/**
 * Every row that unsent work needs: the rows that it changes or names, and their parents. Half-typed forms and
 * possible duplicates count as unsent work. May run inside a transaction over all tables.
 */
export async function rowsUnsentWorkNeeds(db: DeviceDatabase): Promise<Set<RowName>> {
  const named: RowName[] = []
  await eachEntry(db, (entry) => named.push(...namedBy(entry)))
  for (const photo of await db.photos.where('state').notEqual('verified').toArray())
    if (photo.ownerType !== '') named.push(rowName(photo.ownerType, photo.ownerId))
  for (const { form } of await db.drafts.toArray()) named.push(...(form.split('/') as RowName[]).filter(isKnownRow))
  const seconds = await db.meta.where('name').startsWith('second:').toArray()
  // Only `possible-duplicates.ts` writes facts with this prefix.
  named.push(...seconds.map(({ value }) => (value as PossibleDuplicate).on))
  return withParents(db, named)
}

/** The rows with these names and all their parents, if this device has them. */
async function withParents(db: DeviceDatabase, named: readonly RowName[]): Promise<Set<RowName>> {
  const found = new Set<RowName>()
  for (let next = named.filter(isKnownRow); next.length > 0; ) {
    const fresh = [...new Set(next)].filter((name) => !found.has(name))
    for (const name of fresh) found.add(name)
    next = []
    for (const [type, ids] of byType(fresh)) {
      const given = await db.ids.bulkGet(ids.filter((id) => id < 0).map((id): [RecordType, number] => [type, id]))
      next.push(...given.flatMap((it) => (it ? [rowName(type, it.server)] : [])))
      const rows = (await db.anyRows(type).bulkGet(ids)) as (AnyRow | undefined)[]
      next.push(...rows.flatMap((row) => (row ? parentsOf(row) : [])))
    }
  }
  return found
}

/** Row names grouped by type. */
export function byType(names: Iterable<RowName>): Map<RecordType, number[]> {
  const all = new Map<RecordType, number[]>()
  for (const name of names) {
    const [type, id] = splitName(name)
    all.set(type, [...(all.get(type) ?? []), id])
  }
  return all
}

function namedBy({ touches, needs, group, params, command, body }: OutboxEntry): RowName[] {
  const ends = touches.flatMap((name) => linkEnds(name) ?? [name])
  const path = Object.entries(params).flatMap(([name, id]) => {
    const type = recordTypes.find((it) => name === `${it}Id`)
    return type ? [rowName(type, id)] : []
  })
  const known = commands.get(command)
  const inBody = known ? idsIn(schemasOf(known.endpoint).body, body).map(({ of, id }) => rowName(of, id)) : []
  // A group is '' or the name of a row.
  return [...ends, ...needs, ...path, ...inBody, ...(group === '' ? [] : [group as RowName])]
}

const isKnownRow = (name: RowName): boolean =>
  isRow(name) && recordTypes.some((it) => name.startsWith(`${it}:`)) && Number.isInteger(splitName(name)[1])
