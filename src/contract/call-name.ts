import type * as z from 'zod/mini'

/** The names of the parameters in a path: 'areaId' for '/areas/:areaId/observations'. */
type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type Params<Path extends string> = Record<ParamName<Path>, number>

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * How a body is sent. `form` is urlencoded or multipart, as the caller chooses; `files` is multipart with file parts.
 */
export type Encoding = 'none' | 'json' | 'form' | 'files'

/**
 * What a second sending of the same call does on a server that knows no Idempotency-Key.
 * `set`: nothing new (absolute values, DELETE). `unique`: the server itself refuses or keeps one (unit, contact).
 * `make`: a second record.
 */
export type Repeat = 'set' | 'unique' | 'make'

/**
 * The name of one call of the API, and how it is sent. Its schemas, which check request and reply, are found by `id` in
 * schemas.ts, because the first screen only reads the device and needs none of them.
 */
export interface CallName<
  Path extends string = string,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
> {
  /** Row of the specification's inventory, part B; 'X…' for an extension of ours. */
  id: string
  method: Method
  /** The exact documented path, its trailing slash included: a documented server redirects any other form. */
  path: Path
  encoding: Encoding
  /** Name of the multipart field that holds the files; '' when the call takes none. */
  files: string
  /** Status of success. */
  status: 200 | 201
  repeat: Repeat
  /** Only for the compiler: the types of its schemas. Never set. */
  checks?: { body: Body; reply: Reply }
}

/** 'POST /areas/:areaId/observations': the name under which a call waits in the outbox. */
export const nameOf = ({ method, path }: Pick<CallName, 'method' | 'path'>) => `${method} ${path}`

/** Fills the parameters in: '/areas/7/observations'. Throws on a parameter that is no id, so none can reach a URL. */
export const urlOf = (path: string, params: Record<string, number>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const id = params[name]
    if (id === undefined || !Number.isInteger(id) || id <= 0) throw new Error(`${path}: ${name} is ${id}, no server id`)
    return String(id)
  })
