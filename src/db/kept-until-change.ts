import { Dexie } from 'dexie'
import type { DeviceDatabase } from './database.ts'

/** How often each table was changed, by Dexie's name for it. */
const versions = new Map<string, number>()
/** Counts the changes that may concern every table. */
let all = 0
let isListening = false

function listen(): void {
  if (isListening) return
  isListening = true
  Dexie.on.storagemutated.subscribe((parts) => {
    if (parts.all) all += 1
    // Dexie names a change 'idb://database/table/index'.
    const tables = new Set(Object.keys(parts).map((part) => part.slice(0, part.lastIndexOf('/') + 1)))
    for (const table of tables) versions.set(table, (versions.get(table) ?? 0) + 1)
  })
}

const versionOf = (db: DeviceDatabase, table: string): string =>
  `${all} ${versions.get(`idb://${db.name}/${table}/`) ?? 0}`

/** By connection, so that nothing outlives the database. */
const kept = new WeakMap<IDBDatabase, Map<string, { version: string; values: Map<string, unknown> }>>()

/**
 * What was found out about a table and stays true until one of its rows changes: the same object for each call with
 * this name, and a new one from `make` after any change, of this page or another. Not for a transaction that has itself
 * written to the table: its changes are told when it ends.
 */
export function keptUntilChange<Value>(db: DeviceDatabase, table: string, name: string, make: () => Value): Value {
  listen()
  const connection = db.backendDB()
  const tables = kept.get(connection) ?? new Map()
  kept.set(connection, tables)
  const version = versionOf(db, table)
  if (tables.get(table)?.version !== version) tables.set(table, { version, values: new Map() })
  const { values } = tables.get(table)
  if (!values.has(name)) values.set(name, make())
  return values.get(name)
}
