import type { Endpoint } from '../contract/endpoint.ts'
import { Refused } from './errors.ts'
import type { Faults } from './profile.ts'

/** The lists that a documented server answers with 404 when they are empty, with its words. */
const emptyLists: Record<string, string> = {
  B13: 'No comments found for this address',
  B14: 'No comments found for this address',
  B15: 'No violations found for this address',
  B16: 'No inspections found for this address',
}

/** Uploads that a documented server answers with a sentence only, and the one that lists without hashes. */
const wordyUploads = new Set(['B79', 'B94'])

/** What a documented server never says, by the field's name. */
const unsaid = new Set(['sha256', 'observed_at'])

/** A reply as the played server would give it; the reply itself where no fault is on. */
export const playedReply = (endpoint: Endpoint, reply: unknown, faults: Faults): unknown => {
  const words = emptyLists[endpoint.id]
  if (faults.emptyListIs404 && words && Array.isArray(reply) && reply.length === 0) throw new Refused(404, words)
  if (faults.uploadsSayLittle && wordyUploads.has(endpoint.id)) return { detail: 'Photos uploaded successfully' }
  if (!faults.naiveTimes && !faults.uploadsSayLittle) return reply
  return rewrite(reply, faults)
}

const rewrite = (value: unknown, faults: Faults): unknown => {
  if (typeof value === 'string') return faults.naiveTimes ? naive(value) : value
  if (Array.isArray(value)) return value.map((item) => rewrite(item, faults))
  if (!(value instanceof Object)) return value
  const said = Object.entries(value).filter(([name]) => !(faults.uploadsSayLittle && unsaid.has(name)))
  return Object.fromEntries(said.map(([name, item]) => [name, rewrite(item, faults)]))
}

/** '2026-11-20T17:21:22.539Z' as the documented server writes it: without zone, in microseconds. */
const naive = (text: string) => text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})Z$/, '$1000')
