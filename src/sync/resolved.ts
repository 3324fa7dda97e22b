import { idsInParams } from '../contract/refs.ts'
import type { DeviceDatabase } from '../db/database.ts'
import type { Query } from '../records/query.ts'
import { serverIdOf } from './ids.ts'

/** The query with the server's ids where they are known. */
export async function resolved(db: DeviceDatabase, query: Query): Promise<Query> {
  const given = new Map<number, number>()
  for (const { of, id } of idsInParams(query.params)) if (id < 0) given.set(id, await serverIdOf(db, of, id))
  if (given.size === 0) return query
  const params = Object.fromEntries(Object.entries(query.params).map(([name, id]) => [name, given.get(id) ?? id]))
  // Local ids are numbers of outbox entries, so one number never stands for two records of a query.
  const scope = Object.fromEntries(
    Object.entries(query.scope).map(([field, value]) => [
      field,
      typeof value === 'number' ? (given.get(value) ?? value) : value,
    ]),
  )
  return { ...query, params, scope }
}
