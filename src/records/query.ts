import type * as z from 'zod/mini'
import { type CallName, type Params, urlOf } from '../contract/call-name.ts'
import type { RecordType } from '../contract/id.ts'
import type { Photo } from '../contract/photo.ts'
import type { DeviceDatabase } from '../db/database.ts'
import { listStart } from '../db/list-entries.ts'
import { listField } from '../db/list-keys.ts'
import type { AnyRow, Rows } from '../db/rows.ts'

/** What a screen shows: rows on this device, and the documented call that refreshes them. */
export interface Query<Row extends AnyRow = AnyRow> {
  endpoint: CallName
  params: Record<string, number>
  search: Record<string, string | number | boolean>
  type: RecordType
  /**
   * `list`: the answer has all rows of `scope`, so a missing row is gone. `some`: it adds rows and removes none.
   * `one`: a single record.
   */
  answers: 'list' | 'some' | 'one'
  /** Equalities; the first is on an indexed field. Rows that come without these fields get the values. */
  scope: Record<string, number | string | null>
  /** The rows of the answer that belong to this list, if the call returns more. */
  only?(row: Row): boolean
  /** The stored list (`db/list-entries.ts`) with exactly these rows, for the values of the scope. */
  list?: string
  /** For a `list` whose missing rows are not gone: the values that such a row then gets. */
  leftOut?: Partial<Row>
  /**
   * For a `list` that may lack rows which still belong to it: the call of such a row. It is deleted only if that call
   * answers 404.
   */
  rowBy?(id: number): Query
  /**
   * A 404 means that the server does not know this call, not that the list is empty. Another call is used then
   * (AD-30), or the screen says so.
   */
  hasOther?: boolean
  /** The rows in the answer, if the answer is not the row or the list itself. */
  rowsIn?(reply: unknown): Row[]
  /** Whole records in an answer that is stored as a value; they are stored as rows too. */
  alsoRows?(reply: unknown): { type: RecordType; rows: AnyRow[] }
}

/** The name of a query. Two queries with the same name read the same rows. */
export const queryName = ({ endpoint, params, search }: Query): string => {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name]))
  const words = Object.entries(search).map(([name, value]) => `${name}=${value}`)
  return words.length > 0 ? `${path}?${words.join('&')}` : path
}

/** The URL of a query whose ids are all the server's. */
export const queryUrl = (query: Query): string => {
  const words = new URLSearchParams(Object.entries(query.search).map(([name, value]) => [name, String(value)]))
  const url = urlOf(query.endpoint.path, query.params)
  return words.size > 0 ? `${url}?${words}` : url
}

interface Options<Row extends AnyRow> {
  search?: Record<string, string | number | boolean>
  scope?: Record<string, number | string | null>
  answers?: 'list' | 'some'
  only?(row: Row): boolean
  list?: string
  leftOut?: Partial<Row>
  rowBy?(id: number): Query
  hasOther?: boolean
}

/** A list of records: this device's rows in `scope`, refreshed by a call that returns an array of them. */
export const listQuery = <const Path extends string, Type extends RecordType>(
  type: Type,
  endpoint: CallName<Path, z.ZodMiniType, z.ZodMiniType<Rows[Type][]>>,
  params: Params<Path>,
  options: Options<Rows[Type]> = {},
): Query<Rows[Type]> => ({
  // An endpoint with known types is passed on as one whose types are known only at run time.
  endpoint: endpoint as unknown as CallName,
  params,
  search: options.search ?? {},
  type,
  answers: options.answers ?? 'list',
  scope: options.scope ?? {},
  ...(options.only ? { only: options.only } : {}),
  ...(options.list ? { list: options.list } : {}),
  ...(options.leftOut ? { leftOut: options.leftOut } : {}),
  ...(options.rowBy ? { rowBy: options.rowBy } : {}),
  ...(options.hasOther ? { hasOther: true } : {}),
})

/** One record, by its own call. */
export const oneQuery = <const Path extends string, Type extends RecordType>(
  type: Type,
  endpoint: CallName<Path, z.ZodMiniType, z.ZodMiniType<Rows[Type]>>,
  params: Params<Path>,
  id: number,
): Query<Rows[Type]> => ({
  endpoint: endpoint as unknown as CallName,
  params,
  search: {},
  type,
  answers: 'one',
  scope: { id },
})

/** The call that lists a record's files, and one text for each file in its answer: its URL and name. */
export interface FilesQuery {
  query: Query
  names(reply: unknown): string[]
}

/** One text for each file of a list. With two texts a file would seem to exist twice. */
export const fileText = ({ url, filename }: Pick<Photo, 'url' | 'filename'>): string => `${url} ${filename ?? ''}`

/** The files of a record, by a call that returns a list of photos. They are not records, so no rows are stored. */
export const filesQuery = <const Path extends string>(
  endpoint: CallName<Path, z.ZodMiniType, z.ZodMiniType<Photo[]>>,
  params: Params<Path>,
): FilesQuery => ({
  query: { endpoint: endpoint as unknown as CallName, params, search: {}, type: 'comment', answers: 'some', scope: {} },
  // The contract has checked the list in this call's answer.
  names: (reply) => (reply as Photo[]).map(fileText),
})

/** Whether a row has the values of a scope; a missing field counts as null. */
export const isInScope = (row: object, scope: Query['scope']): boolean =>
  Object.entries(scope).every(([field, value]) => (Reflect.get(row, field) ?? null) === value)

/** The rows of a query that are on this device. */
export async function rowsOf<Row extends AnyRow>(
  db: DeviceDatabase,
  query: Pick<Query<Row>, 'type' | 'scope' | 'only' | 'list'>,
): Promise<Row[]> {
  const found = await readScope(db, query)
  // The table holds rows of the query's type, checked against the contract before they were stored.
  const rows = found as Row[]
  return rows.filter((row) => isInScope(row, query.scope) && (query.only?.(row) ?? true))
}

function readScope(db: DeviceDatabase, { type, scope, list }: Pick<Query, 'type' | 'scope' | 'list'>) {
  const table = db.anyRows(type)
  if (list)
    return table
      .where(listField)
      .startsWith(listStart(list, ...valuesOf(scope)))
      .toArray()
  const [first] = Object.entries(scope)
  return first && first[1] !== null ? table.where(first[0]).equals(first[1]).toArray() : table.toArray()
}

const valuesOf = (scope: Query['scope']) => Object.values(scope).filter((value) => value !== null)
