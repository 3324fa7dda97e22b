import type { DBCore, DBCoreTable, Middleware, Transaction } from 'dexie'
import type { RecordType } from '../contract/id.ts'
import { listEntries } from './list-entries.ts'

/** The field, with a multi-entry index, that says which lists contain a row and where. */
export const listField = 'listKeys'

type Entries = (row: object) => string[]

/** The types whose rows are in lists of any length. */
// `Object.keys` loses the type of the keys.
export const listedTypes = Object.keys(listEntries) as RecordType[]

// Each table holds rows of its own type, checked against the contract before they were stored.
const entriesOf = (type: RecordType) => listEntries[type] as Entries | undefined

/** The entry of a row from one to another; undefined if there is none, or several. */
export function entryBetween(type: RecordType, { from, to }: { from: string; to: string }, row: object) {
  const entries = entriesOf(type)?.(row).filter((it) => it >= from && it <= to) ?? []
  return entries.length === 1 ? entries[0] : undefined
}

/**
 * Adds the list entries to each row when it is written, and removes them when it is read. No other code sees the
 * field.
 */
export const keepsListKeys: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'list keys',
  create: (core) => ({
    ...core,
    table: (name) => {
      // Dexie has tables of other names too, which have no entries.
      const entries = entriesOf(name as RecordType)
      return entries ? keeping(core.table(name), entries) : core.table(name)
    },
  }),
}

function keeping(table: DBCoreTable, entries: Entries): DBCoreTable {
  return {
    ...table,
    mutate: (request) =>
      table.mutate(
        request.type === 'add' || request.type === 'put'
          ? { ...request, values: request.values.map((row: object) => ({ ...row, [listField]: entries(row) })) }
          : request,
      ),
    // No `async` here: Dexie follows a transaction through foreign promises only for a limited number of steps.
    get: (request) => table.get(request).then(withoutListKeys),
    getMany: (request) => table.getMany(request).then((rows) => rows.map(withoutListKeys)),
    query: (request) =>
      table
        .query(request)
        .then((found) => (request.values ? { ...found, result: found.result.map(withoutListKeys) } : found)),
    openCursor: (request) =>
      table.openCursor(request).then((cursor) =>
        cursor && request.values
          ? Object.create(cursor, {
              // Browsers refuse these of an object that only inherits from a cursor.
              key: { get: () => cursor.key },
              primaryKey: { get: () => cursor.primaryKey },
              value: { get: () => withoutListKeys(cursor.value) },
            })
          : cursor,
      ),
  }
}

/**
 * A row as all other code sees it. A copy, because Dexie compares the stored object with the written one to find out
 * which reads a change concerns.
 */
export function withoutListKeys<Row>(row: Row): Row {
  if (!row || typeof row !== 'object' || !(listField in row)) return row
  const { [listField]: _, ...rest } = row
  // No type of a row has the field.
  return rest as Row
}

/** Rewrites every listed row so that it gets its entries. For the upgrade to a schema with new or different entries. */
export async function enterIntoLists(upgrade: Transaction): Promise<void> {
  for (const type of listedTypes)
    await upgrade
      .table(type)
      .toCollection()
      .modify(() => undefined)
}
