import type { Endpoint } from '../../contract/endpoint.ts'
import { lookedHeader } from '../../contract/sync.ts'
import { matchedCall } from '../batched-call.ts'
import type { Answer } from '../idempotency.ts'
import type { Spooled } from './spool.ts'

/** Sends one request to the other server. Throws `UpstreamUnreachable` or `UpstreamInterrupted`. */
export type Forward = (request: Request, env: unknown) => Promise<Response>

/** A call that changes something, with its key and its complete body. */
export interface KeyedWrite {
  who: string
  key: string
  request_hash: string
  method: string
  /** With '/api' and the query. */
  url: URL
  /** The endpoint in the contract; undefined for an unknown call. */
  endpoint: Endpoint | undefined
  headers: Headers
  body: Spooled
  /** The number of the doubt that the sender has looked into; 0 for none. */
  looked: number
  env: unknown
  /** Throws unless the other server accepts the sender's token. */
  assertAccepted(): Promise<void>
}

/** Prefix of every call. */
export const API = '/api'

/** The path without '/api' and query: '/areas/7/observations'. */
export const pathOf = ({ url }: Pick<KeyedWrite, 'url'>): string => url.pathname.slice(API.length)

/** Whether a second attempt creates a second record. A POST that the contract does not know may. */
export const makesOf = ({ endpoint, method }: Pick<KeyedWrite, 'endpoint' | 'method'>): boolean =>
  endpoint ? endpoint.repeat === 'make' : method === 'POST'

/** Whether the call only adds files to an existing record. The owner's list shows them by name. */
export const isFileCall = ({ endpoint }: Pick<KeyedWrite, 'endpoint'>): boolean =>
  endpoint?.encoding === 'files' && endpoint.path.endsWith('/photos')

/** The resource that a change changes: '/violation/7' also for its deadline. Null for a call that creates. */
export const resourceOf = (write: KeyedWrite): string | null => {
  const isSet = write.endpoint ? write.endpoint.repeat === 'set' : write.method !== 'POST'
  return isSet ? pathOf(write).split('/').slice(0, 3).join('/') : null
}

/** The request as it is forwarded. Its body is complete, so a caller that hangs up cannot interrupt it. */
export const forwardedRequest = ({ method, url, headers, body }: KeyedWrite): Request => {
  const onward = new Headers(headers)
  onward.delete(lookedHeader)
  onward.delete('transfer-encoding')
  // The answer is stored, so it must be readable for every later caller.
  onward.set('accept-encoding', 'identity')
  if (body.bytes > 0) onward.set('content-length', String(body.bytes))
  const init: RequestInit & { duplex: 'half' } = { method, headers: onward, body: body.stream(), duplex: 'half' }
  return new Request(url, init)
}

/** Headers that are stored with an answer. */
const keptHeaders = ['content-type', 'content-encoding', 'content-disposition', 'etag', 'location', 'retry-after']

/** Reads an answer completely. */
export const readAnswer = async (response: Response): Promise<Answer> => {
  const headers: Record<string, string> = {}
  for (const name of keptHeaders) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }
}

/** The fields of a body that is text in memory. */
export const bodyFields = async ({ body, headers }: KeyedWrite): Promise<Record<string, unknown>> => {
  const type = headers.get('content-type') ?? ''
  if (body.text === null || body.text === '') return {}
  try {
    if (/\bjson\b/i.test(type)) return Object(JSON.parse(body.text))
    if (/urlencoded/i.test(type)) return Object.fromEntries(new URLSearchParams(body.text))
    const form = await new Response(body.stream(), { headers: { 'content-type': type } }).formData()
    return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
  } catch {
    // Invalid JSON: the other server will refuse it.
    return {}
  }
}

/**
 * The body in the form in which a retry is compared. JSON is compared as a value, because a batch serialises it again.
 * An empty body counts as none.
 */
export const canonicalBody = ({ text, hash }: Pick<Spooled, 'text' | 'hash'>, type: string): string => {
  if (text === null || !/\bjson\b/i.test(type)) return hash
  try {
    return JSON.stringify(JSON.parse(text)).replace(/^null$/, '')
  } catch {
    return text
  }
}

/** The endpoint of the contract that a request calls. */
export const endpointOf = (method: string, url: URL): Endpoint | undefined =>
  matchedCall(method, url.pathname.slice(API.length))
