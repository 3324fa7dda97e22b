import type { Answer } from '../idempotency.ts'

/** What an answer of the other server says of the call: carried out, surely not carried out, or nothing. */
type CallOutcome = 'done' | 'refused' | 'unknown'

/**
 * A 5xx may come after the row was stored (measured), or from something in between that gave up waiting; a 408 may come
 * from there too, and a page in place of JSON is nobody's answer to a call. Every other refusal, and a redirect, is
 * decided before anything is changed, and leaves no trace.
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
