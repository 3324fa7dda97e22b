import type { Endpoint } from '../../contract/endpoint.ts'
import { lookedHeader } from '../../contract/sync.ts'
import { matchedCall } from '../batched-call.ts'
import type { Answer } from '../idempotency.ts'
import type { Spooled } from './spool.ts'

/** Sends one request to the other server. Throws `UpstreamUnreachable` or `UpstreamInterrupted`. */
export type Forward = (request: Request, env: unknown) => Promise<Response>

/** A call that changes something, with its key, and its whole body here. */
export interface KeyedWrite {
  who: string
  key: string
  request_hash: string
  method: string
  /** Under '/api', with its query. */
  url: URL
  /** Of the contract; undefined for a call that it does not know. */
  endpoint: Endpoint | undefined
  headers: Headers
  body: Spooled
  /** The number of the doubt into which the sender has looked; 0 for none. */
  looked: number
  env: unknown
}

/** The prefix of every call. */
export const API = '/api'

/** Its address without '/api' and query: '/areas/7/observations'. */
export const pathOf = ({ url }: Pick<KeyedWrite, 'url'>): string => url.pathname.slice(API.length)

/** Whether a second sending makes a second record; of a call that the contract does not know, a POST may. */
export const makesOf = ({ endpoint, method }: Pick<KeyedWrite, 'endpoint' | 'method'>): boolean =>
  endpoint ? endpoint.repeat === 'make' : method === 'POST'

/** Whether it only carries files for a record that stands: the owner's list tells of them by their names. */
export const isFileCall = ({ endpoint }: Pick<KeyedWrite, 'endpoint'>): boolean =>
  endpoint?.encoding === 'files' && endpoint.path.endsWith('/photos')

/** What a change changes: '/violation/7' for its deadline too. null for what makes something. */
export const resourceOf = (write: KeyedWrite): string | null => {
  const isSet = write.endpoint ? write.endpoint.repeat === 'set' : write.method !== 'POST'
  return isSet ? pathOf(write).split('/').slice(0, 3).join('/') : null
}

/** The request as it goes on: the whole body is here, and no caller who hangs up can break it off. */
export const forwardedRequest = ({ method, url, headers, body }: KeyedWrite): Request => {
  const onward = new Headers(headers)
  onward.delete(lookedHeader)
  onward.delete('transfer-encoding')
  // The answer is kept, so it must come readable to every later caller.
  onward.set('accept-encoding', 'identity')
  if (body.bytes > 0) onward.set('content-length', String(body.bytes))
  const init: RequestInit & { duplex: 'half' } = { method, headers: onward, body: body.stream(), duplex: 'half' }
  return new Request(url, init)
}

/** Headers that belong to an answer for as long as it is kept. */
const keptHeaders = ['content-type', 'content-encoding', 'content-disposition', 'etag', 'location', 'retry-after']

/** Reads an answer to its end. */
export const readAnswer = async (response: Response): Promise<Answer> => {
  const headers: Record<string, string> = {}
  for (const name of keptHeaders) {
    const value = response.headers.get(name)
    if (value !== null) headers[name] = value
  }
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) }
}

/** The fields that the body says, as far as they are text that is held in memory. */
export const bodyFields = async ({ body, headers }: KeyedWrite): Promise<Record<string, unknown>> => {
  const type = headers.get('content-type') ?? ''
  if (body.text === null || body.text === '') return {}
  try {
    if (/\bjson\b/i.test(type)) return Object(JSON.parse(body.text))
    if (/urlencoded/i.test(type)) return Object.fromEntries(new URLSearchParams(body.text))
    const form = await new Response(body.stream(), { headers: { 'content-type': type } }).formData()
    return Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))
  } catch {
    // The other server will say what is wrong with it.
    return {}
  }
}

/**
 * By which a second sending is known as the same: method, address and body. JSON is compared as a value, since in a
 * batch it is written anew; a body of no words at all is no body.
 */
export const canonicalBody = ({ text, hash }: Pick<Spooled, 'text' | 'hash'>, type: string): string => {
  if (text === null || !/\bjson\b/i.test(type)) return hash
  try {
    return JSON.stringify(JSON.parse(text)).replace(/^null$/, '')
  } catch {
    return text
  }
}

/** The call of the contract that a request makes. */
export const endpointOf = (method: string, url: URL): Endpoint | undefined =>
  matchedCall(method, url.pathname.slice(API.length))
