import * as z from 'zod/mini'

/** The names of the parameters in a path: 'areaId' for '/areas/:areaId/observations'. */
type ParamName<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never

export type Params<Path extends string> = Record<ParamName<Path>, number>

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The encoding of a body. `form` is urlencoded or multipart, as the caller likes; `files` is multipart with file
 * parts.
 */
type Encoding = 'none' | 'json' | 'form' | 'files'

/**
 * What a second sending of the same call does on a server without Idempotency-Keys. `set`: nothing new (absolute
 * values, DELETE). `unique`: the server itself refuses it or keeps one (unit, contact). `make`: a second record.
 */
type Repeat = 'set' | 'unique' | 'make'

/** One call of the API: its request and its reply. Client, routes and OpenAPI are made from these. */
export interface Endpoint<
  Path extends string = string,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Search extends z.ZodMiniType = z.ZodMiniType,
> {
  /** Its id in the specification's inventory, part B; 'X…' for our extensions. */
  id: string
  method: Method
  /** The exact documented path, including its trailing slash, because a documented server redirects any other form. */
  path: Path
  search: Search
  encoding: Encoding
  body: Body
  /** The multipart field of the files; '' if the call takes none. */
  files: string
  reply: Reply
  /** The status of success. */
  status: 200 | 201
  repeat: Repeat
}

interface Options {
  encoding?: Encoding
  files?: string
  status?: 200 | 201
  repeat?: Repeat
}

const nothing = z.optional(z.unknown())

/** A call that reads. `search` lists its query parameters, as text parsed to values. */
export const get = <
  const Path extends string,
  Reply extends z.ZodMiniType,
  Search extends z.ZodMiniType = typeof nothing,
>(
  id: string,
  path: Path,
  reply: Reply,
  search?: Search,
): Endpoint<Path, typeof nothing, Reply, Search> => ({
  id,
  method: 'GET',
  path,
  search: (search ?? nothing) as Search,
  encoding: 'none',
  body: nothing,
  files: '',
  reply,
  status: 200,
  repeat: 'set',
})

const writes =
  (method: Method, usual: Options) =>
  <const Path extends string, Body extends z.ZodMiniType, Reply extends z.ZodMiniType>(
    id: string,
    path: Path,
    body: Body,
    reply: Reply,
    options: Options = {},
  ): Endpoint<Path, Body, Reply, typeof nothing> => ({
    id,
    method,
    path,
    search: nothing,
    encoding: 'json',
    body,
    files: '',
    reply,
    status: 200,
    repeat: 'set',
    ...usual,
    ...options,
  })

/** A call that makes a record. Set `repeat` if the documented server prevents duplicates itself. */
export const post = writes('POST', { repeat: 'make' })
export const put = writes('PUT', {})
export const patch = writes('PATCH', {})

/** A call that deletes a record or a link. */
export const remove = <const Path extends string, Reply extends z.ZodMiniType>(id: string, path: Path, reply: Reply) =>
  writes('DELETE', { encoding: 'none' })(id, path, nothing, reply)

/** A call with files in the multipart field `field`, beside the fields of `body`. Its command decides how many. */
export const upload = <const Path extends string, Body extends z.ZodMiniType, Reply extends z.ZodMiniType>(
  id: string,
  path: Path,
  field: string,
  body: Body,
  reply: Reply,
  options: Options = {},
) => writes('POST', { encoding: 'files', files: field, repeat: 'make' })(id, path, body, reply, options)

/** 'POST /areas/:areaId/observations': the call's name in the outbox. */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>) => `${method} ${path}`

/**
 * Fills in the parameters: '/areas/7/observations'. Throws for a parameter that is no id, so that none gets into a
 * URL.
 */
export const urlOf = (path: string, params: Record<string, number>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const id = params[name]
    if (id === undefined || !Number.isInteger(id) || id <= 0) throw new Error(`${path}: ${name} is ${id}, no server id`)
    return String(id)
  })
