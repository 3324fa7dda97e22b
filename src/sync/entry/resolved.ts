import { idsInParams, mapParams } from '../../contract/params.ts'
import type { DeviceDatabase } from '../../db/database.ts'
import { type RowName, rowName } from '../../db/outbox.ts'
import type { Query } from '../../records/query.ts'
import { serverIdOf, splitName } from './names.ts'

/** The query with the current ids of its records. */
export async function resolved(db: DeviceDatabase, query: Query): Promise<Query> {
  const given = new Map<RowName, number>()
  for (const { of, id } of idsInParams(query.params)) {
    const now = await serverIdOf(db, of, id)
    if (now !== id) given.set(rowName(of, id), now)
  }
  if (given.size === 0) return query
  const scope = Object.fromEntries(
    Object.entries(query.scope).map(([field, value]) => [
      field,
      typeof value === 'number' ? nowIn(given, field, value) : value,
    ]),
  )
  return { ...query, params: mapParams(query.params, (of, id) => given.get(rowName(of, id)) ?? id), scope }
}

/** A local id is the number of an outbox entry, so it is unique. A server id may belong to one record of each type. */
const nowIn = (given: ReadonlyMap<RowName, number>, field: string, value: number): number => {
  for (const [name, now] of given) {
    const [type, id] = splitName(name)
    if (id === value && (value < 0 || field === 'id' || field === `${type}_id`)) return now
  }
  return value
}
