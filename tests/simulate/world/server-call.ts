import { insert, type ModelRow, type ModelType } from './server-tables.ts'
import { type Effect, Refusal, type ServedTown, type SimulatedRequest } from './server-types.ts'

/** One call as a route receives it. */
export interface Call {
  server: ServedTown
  asked: SimulatedRequest
  ids: number[]
  body: Record<string, unknown>
  userId: number
  key: string
}

/** The answer of a route and its effects. */
export interface RouteResult {
  body: unknown
  status?: number
  effect?: Pick<Effect, 'kind' | 'type' | 'id'>
}

export interface Route {
  method: string
  name: string
  pattern: RegExp
  run(call: Call): RouteResult
}

export const route = (line: string, run: (call: Call) => RouteResult): Route => {
  const [method = '', path = ''] = line.split(' ')
  return { method, name: line, pattern: new RegExp(`^${path.replaceAll(/:\w+/g, '(-?\\d+)')}$`), run }
}

export const found = ({ server }: Call, type: ModelType, id: unknown): ModelRow => {
  const row = server.tables.rows[type].get(Number(id))
  if (!row) throw new Refusal(404, `${type} not found`)
  return row
}

export const list = ({ server }: Call, type: ModelType, fits: (row: ModelRow) => boolean): ModelRow[] =>
  [...server.tables.rows[type].values()].filter(fits)

/** The server answers copies, never its own rows. */
export const copied = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** The number that a record had before a restore, if it is still free. */
const formerIn = ({ server, asked }: Call, type: ModelType): number | undefined => {
  const [of, id] = (asked.headers.get('former-number') ?? '').split(':')
  const isFree = server.leftFree.some((it) => it.type === type && Number(id) > it.above && Number(id) <= it.upTo)
  return of === type && isFree && !server.tables.rows[type].has(Number(id)) ? Number(id) : undefined
}

export const makeRecord = (call: Call, type: ModelType, fields: Record<string, unknown>, status = 200): RouteResult => {
  const row = insert(call.server.tables, type, fields, call.server.now(), formerIn(call, type))
  return { body: copied(row), status, effect: { kind: 'make', type, id: row.id } }
}

/** Sets fields of a row. A keyed server with If-Match changes only the version that the client saw. */
export const setFields = (call: Call, type: ModelType, fields: Record<string, unknown>): RouteResult => {
  const row = found(call, type, call.ids[0])
  const wanted = call.asked.headers.get('if-match')?.replaceAll('"', '').split('.')[0]
  const version = `${row.id}-${Date.parse(row.updated_at)}`
  const says = Object.entries(fields).every(([name, value]) => row[name] === value)
  if (call.server.keyed && wanted && wanted !== version && !says) throw new Refusal(412, 'Changed meanwhile')
  Object.assign(row, fields, {
    updated_at: new Date(Math.max(call.server.now(), Date.parse(row.updated_at) + 1)).toISOString(),
  })
  return { body: copied(row), effect: { kind: 'set', type, id: row.id } }
}

/** The files of a record as its list gives them. */
export const filesOf = ({ server }: Pick<Call, 'server'>, owner: string): unknown[] =>
  server.tables.files
    .filter((it) => it.owner === owner)
    .map((it) => ({ url: `/files/${it.name}`, filename: it.name, ...(server.keyed ? { sha256: it.sha256 } : {}) }))

/** Adds a file to an existing record. */
export const keepFile = (call: Call, type: ModelType, status: number): RouteResult => {
  const { server, asked } = call
  const row = found(call, type, call.ids[0])
  const [file] = asked.files
  if (!file || file.size === 0) throw new Refusal(422, 'Choose at least one file')
  const owner = `${type}:${row.id}`
  const documented = server.profile === 'documented'
  // Files are dropped without an error only where the real server does so.
  if (documented && server.dropsFiles && type === 'violation') return { body: { uploaded: [] }, status }
  server.tables.files.push({ owner, name: file.name, sha256: file.sha256, size: file.size })
  const { name: filename, sha256 } = file
  const body = documented
    ? type === 'violation'
      ? { uploaded: [{ filename }] }
      : { detail: 'Photos uploaded successfully' }
    : { detail: 'Photos uploaded successfully', uploaded: [{ filename, sha256 }] }
  return { body, status, effect: { kind: 'file', type, id: row.id } }
}

/** A record and its files in one call. A documented server may keep the record and lose the files. */
export const makeRecordWithFiles = (call: Call, type: ModelType, fields: Record<string, unknown>): RouteResult => {
  const made = makeRecord(call, type, fields)
  const { id } = made.body as ModelRow
  const { server, asked } = call
  const kept = server.profile === 'documented' && server.dropsFiles ? asked.files.slice(1) : asked.files
  for (const { name, sha256, size } of kept) server.tables.files.push({ owner: `${type}:${id}`, name, sha256, size })
  return server.profile === 'keyed'
    ? { ...made, body: { ...(made.body as ModelRow), photos: filesOf(call, `${type}:${id}`) } }
    : made
}
