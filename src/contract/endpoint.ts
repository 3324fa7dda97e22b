import * as z from 'zod/mini'
import type { CallName, Encoding, Method, Repeat } from './call-name.ts'

/** One call of the API: its request and its reply. Client, routes and OpenAPI are made from these. */
export interface Endpoint<
  Path extends string = string,
  Body extends z.ZodMiniType = z.ZodMiniType,
  Reply extends z.ZodMiniType = z.ZodMiniType,
  Search extends z.ZodMiniType = z.ZodMiniType,
> extends CallName<Path, Body, Reply> {
  search: Search
  body: Body
  reply: Reply
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
