import type { Endpoint } from '../contract/endpoint.ts'
import { Refused } from './errors.ts'
import type { Faults } from './profile.ts'

/** Lists for which a documented server answers 404 when they are empty, with its words. */
const emptyLists: Record<string, string> = {
  B13: 'No comments found for this address',
  B14: 'No comments found for this address',
  B15: 'No violations found for this address',
  B16: 'No inspections found for this address',
}

/** Uploads for which a documented server answers one sentence, and the upload that it lists without hashes. */
const wordyUploads = new Set(['B79', 'B94'])

/** Fields that a documented server never sends. */
const unsaid = new Set(['sha256', 'observed_at', 'closed_at', 'status_at'])

/** A reply as the emulated server would send it; unchanged when no fault is on. */
export const emulatedReply = (endpoint: Endpoint, reply: unknown, faults: Faults): unknown => {
  const words = emptyLists[endpoint.id]
  if (faults.emptyListIs404 && words && Array.isArray(reply) && reply.length === 0) throw new Refused(404, words)
  if (faults.uploadsSayLittle && wordyUploads.has(endpoint.id)) return { detail: 'Photos uploaded successfully' }
  const said = each(reply, (record) => reducedRecord(endpoint.id, record, faults))
  return faults.naiveTimes || faults.uploadsSayLittle ? rewrite(said, faults) : said
}

/**
 * What the emulated server answers where ours refuses: an empty list for an unknown parent, 500 for a body that names
 * an unknown record. Undefined where it refuses too.
 */
export const emulatedRefusal = (endpoint: Endpoint, { status }: Refused, faults: Faults): unknown => {
  if (status !== 404) return undefined
  if (faults.unknownParentIsEmpty && endpoint.id in ofNothing) return ofNothing[endpoint.id]
  return faults.unknownReferenceIs500 && referring.has(endpoint.id) ? 'failure' : undefined
}

/** Lists and counts that do not check whether their parent exists. */
const ofNothing: Record<string, unknown> = {
  ...Object.fromEntries(
    ['B8', 'B23', 'B27', 'B28', 'B30', 'B60', 'B63', 'B64', 'B76', 'B78', 'B84', 'B86', 'B91'].map((id) => [id, []]),
  ),
  ...Object.fromEntries(['B97', 'B105', 'B108', 'B113', 'B118'].map((id) => [id, []])),
  B88: 0,
}

/** Calls whose body may name a record that does not exist. */
const referring = new Set(['B24', 'B46', 'B61', 'B77', 'B87', 'B109', 'B119'])

/** Fields that are null in these answers, whatever the record holds. */
const thin: Record<string, readonly string[]> = {
  B14: ['combadd'],
  B24: ['combadd'],
  B27: ['combadd'],
  B29: ['user'],
  B30: ['user'],
  B43: ['unit_id'],
  B60: ['user', 'combadd'],
  B106: ['user', 'code_name'],
  B107: ['user'],
  B108: ['status', 'fine', 'citationid'],
}

const commentCalls = new Set(['B14', 'B22', 'B23', 'B24', 'B25', 'B26', 'B27'])
const photosWithoutId = new Set(['B13', 'B28', 'B32', 'B73', 'B78'])

const reducedRecord = (id: string, record: object, faults: Faults): object => {
  const nulls = [
    ...(faults.thinLists ? (thin[id] ?? []) : []),
    ...(faults.statusForgetsInspector && id === 'B81' ? ['inspector'] : []),
  ]
  const gone = [
    ...(faults.commentsHidePhotos && commentCalls.has(id) ? ['photos'] : []),
    ...(faults.photosHaveNoId && photosWithoutId.has(id) ? ['id'] : []),
  ]
  if (nulls.length === 0 && gone.length === 0) return record
  const kept = Object.entries(record).filter(([name]) => !gone.includes(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, nulls.includes(name) ? null : value]))
}

/** The records of a list, or the record itself. */
const each = (reply: unknown, change: (record: object) => object): unknown => {
  if (Array.isArray(reply)) return reply.map((item) => each(item, change))
  return reply instanceof Object ? change(reply) : reply
}

const rewrite = (value: unknown, faults: Faults): unknown => {
  if (typeof value === 'string') return faults.naiveTimes ? naive(value) : value
  if (Array.isArray(value)) return value.map((item) => rewrite(item, faults))
  if (!(value instanceof Object)) return value
  const said = Object.entries(value).filter(([name]) => !(faults.uploadsSayLittle && unsaid.has(name)))
  return Object.fromEntries(said.map(([name, item]) => [name, rewrite(item, faults)]))
}

/** A time as the documented server writes it: without zone, in microseconds. */
const naive = (text: string) => text.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})Z$/, '$1000')
