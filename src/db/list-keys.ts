import type { DBCore, DBCoreTable, Middleware, Transaction } from 'dexie'
import type { RecordType } from '../contract/id.ts'
import { listEntries } from './list-entries.ts'

/** The field, and the multi-entry index on it, that holds in which lists a row stands and where. */
export const listField = 'listKeys'

type Entries = (row: object) => string[]

/** The types whose rows stand in lists of any length. */
// The keys of an object with these keys.
export const listedTypes = Object.keys(listEntries) as RecordType[]

/** Gives each row its entries when it is written, and hands rows out without them: nobody else knows of the field. */
export const keepsListKeys: Middleware<DBCore> = {
  stack: 'dbcore',
  name: 'list keys',
  create: (core) => ({
    ...core,
    table: (name) => {
      // The rows of a table are of its own type: the contract checked them when they came in.
      const entries = listEntries[name as RecordType] as Entries | undefined
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
    // No `async` here: Dexie follows a transaction through its own promises only for so many steps of others.
    get: (request) => table.get(request).then(plain),
    getMany: (request) => table.getMany(request).then((rows) => rows.map(plain)),
    query: (request) =>
      table.query(request).then((found) => (request.values ? { ...found, result: found.result.map(plain) } : found)),
    openCursor: (request) =>
      table
        .openCursor(request)
        .then((cursor) =>
          cursor && request.values ? Object.create(cursor, { value: { get: () => plain(cursor.value) } }) : cursor,
        ),
  }
}

/** A copy, because Dexie compares what is stored with what is written to know which reads a change concerns. */
function plain(row: unknown): unknown {
  if (!row || typeof row !== 'object' || !(listField in row)) return row
  const { [listField]: _, ...rest } = row
  return rest
}

/** Writes every row of these types anew, so that it gets its entries: for a schema in which they are new or others. */
export async function enterIntoLists(upgrade: Transaction, types: readonly RecordType[] = listedTypes): Promise<void> {
  for (const type of types)
    await upgrade
      .table(type)
      .toCollection()
      .modify(() => undefined)
}
