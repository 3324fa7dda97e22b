import { putNewest } from '../rules/put-newest.ts'
import { watchRows } from './changed-rows.ts'
import type { DeviceDatabase } from './database.ts'

/** How often a table was changed, by the names of its database and itself. */
const versions = new Map<string, number>()

function versionOf(database: string, table: string): number {
  const name = `${database}/${table}`
  const version = versions.get(name)
  if (version !== undefined) return version
  versions.set(name, 0)
  watchRows(database, [table], () => versions.set(name, (versions.get(name) ?? 0) + 1))
  return 0
}

interface Kept {
  version: number
  values: Map<string, unknown>
}

/** By connection, so that nothing outlives the database. */
const kept = new WeakMap<IDBDatabase, Map<string, Kept>>()

/**
 * What was found out about a table and stays true until one of its rows changes: the same object for each call with
 * this name, and a new one from `make` after any change, of this page or another. Not for a transaction that has itself
 * written to the table: its changes are told when it ends.
 */
export function keptUntilChange<Value>(db: DeviceDatabase, table: string, name: string, make: () => Value): Value {
  const connection = db.backendDB()
  const tables = kept.get(connection) ?? new Map<string, Kept>()
  kept.set(connection, tables)
  const version = versionOf(db.name, table)
  const last = tables.get(table)
  const { values } = last?.version === version ? last : { values: new Map<string, unknown>() }
  tables.set(table, { version, values })
  if (!values.has(name)) putNewest(values, name, make())
  // The same name always has a value of the same `make`.
  return values.get(name) as Value
}
