import { calls } from '../contract/calls.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { formFields } from '../contract/form-fields.ts'
import { type BatchedAnswer, type BatchedCall, formerHeader } from '../contract/sync.ts'
import { withPasswords } from './endpoint.ts'

/** The call of the contract with this method and path (without '/api'). */
export const matchedCall = (method: string, path: string): Endpoint | undefined =>
  patterns.find((it) => it.endpoint.method === method && it.pattern.test(bare(path)))?.endpoint

/**
 * The lane of a call that only adds a record below a parent: its path, such as '/areas/7/observations'. Nothing else in
 * a batch can depend on the new record, because its id is not known yet. Null for all other calls.
 */
export const laneOfCreate = ({ method, path }: BatchedCall): string | null =>
  matchedCall(method, path)?.repeat === 'make' ? bare(path) : null

/** A call of a batch as a request of its own, or the refusal of a call that a batch may not contain. */
export const callAlone = (
  call: BatchedCall,
  authorization: string | undefined,
): { request: Request } | { refusal: BatchedAnswer } => {
  const endpoint = matchedCall(call.method, call.path)
  const refusal = (status: number, detail: string) => ({
    refusal: { key: call.key, status, body: { detail }, etag: null },
  })
  if (!endpoint) return refusal(404, 'Not Found')
  if (isLeftOut(endpoint)) return refusal(422, 'This call cannot stand in a batch')
  // Only keys that a header can carry: sent alone, the call has its key in a header.
  if (!isPrintable(call.key)) return refusal(400, 'Idempotency-Key is not a string of 1 to 255 characters')
  if (!isPrintable(call.ifMatch ?? '')) return refusal(400, 'If-Match is not a version')
  const headers = new Headers({ 'Idempotency-Key': JSON.stringify(call.key) })
  if (authorization) headers.set('Authorization', authorization)
  if (call.ifMatch !== undefined) headers.set('If-Match', call.ifMatch)
  if (call.former !== undefined && /^[\w:]+$/.test(call.former)) headers.set(formerHeader, call.former)
  const body = bodyOf(endpoint, call.body, headers)
  const url = new URL(`/api${endpoint.path.endsWith('/') ? `${bare(call.path)}/` : bare(call.path)}`, 'http://batch')
  return { request: new Request(url, { method: call.method, headers, body }) }
}

/** The answer to one call within the answer to the batch. */
export const batchedAnswer = async ({ key }: Pick<BatchedCall, 'key'>, answer: Response): Promise<BatchedAnswer> => {
  const text = await answer.text()
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json') ?? false
  const body: unknown = isJson ? JSON.parse(text) : { detail: text }
  const retryAfter = answer.headers.get('Retry-After')
  const { status, headers } = answer
  return { key, status, body, etag: headers.get('ETag'), ...(retryAfter === null ? {} : { retryAfter }) }
}

const bodyOf = ({ encoding }: Endpoint, body: unknown, headers: Headers): string | null => {
  if (encoding === 'none' || body === undefined) return null
  if (encoding === 'json') {
    headers.set('Content-Type', 'application/json')
    return JSON.stringify(body)
  }
  headers.set('Content-Type', 'application/x-www-form-urlencoded')
  return new URLSearchParams(formFields(body)).toString()
}

/** Batches must not nest, and passwords do not belong in a batch of records. */
const isLeftOut = ({ id, path }: Endpoint) => withPasswords.has(id) || path.startsWith('/sync/')

const isPrintable = (text: string) => /^[\x20-\x7e]*$/.test(text)

const bare = (path: string) => path.replace(/\/$/, '')

const patterns = calls.map((endpoint) => ({
  endpoint,
  pattern: new RegExp(`^${bare(endpoint.path).replaceAll(/:\w+/g, '\\d+')}$`),
}))
