import type { Answer } from '../idempotency.ts'

/** The outcome of a call on the other server: carried out, surely not carried out, or unknown. */
type CallOutcome = 'done' | 'refused' | 'unknown'

/**
 * A 5xx may come after the row was stored (measured), or from a proxy that gave up waiting; so may a 408. A page
 * instead of JSON is not the answer of the call. Every other refusal, and a redirect, is decided before anything is
 * changed.
 */
export const callOutcome = ({ status, body, headers }: Answer): CallOutcome => {
  if (status >= 500 || status === 408 || status < 200) return 'unknown'
  if (status >= 300) return 'refused'
  if (body.byteLength === 0) return status === 204 ? 'done' : 'unknown'
  return /\bjson\b/i.test(headers['content-type'] ?? '') && isJson(body) ? 'done' : 'unknown'
}

const isJson = (body: Buffer): boolean => {
  try {
    JSON.parse(body.toString('utf8'))
    return true
  } catch {
    return false
  }
}
