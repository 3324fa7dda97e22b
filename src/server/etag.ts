import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Endpoint } from '../contract/endpoint.ts'
import { type RecordType, typeOfParam } from '../contract/id.ts'
import { Refused } from './errors.ts'
import type { Tx } from './store/core-tables.ts'

/** The table of each record type. */
export const tableOf: Record<RecordType, string> = {
  address: 'addresses',
  unit: 'units',
  inspection: 'inspections',
  area: 'areas',
  observation: 'observations',
  violation: 'violations',
  violationComment: 'violation_comments',
  citation: 'citations',
  comment: 'comments',
  contact: 'contacts',
  contactComment: 'contact_comments',
  business: 'businesses',
  code: 'codes',
  room: 'rooms',
  prompt: 'prompts',
  license: 'licenses',
  permit: 'permits',
  user: 'users',
  alert: 'premise_alerts',
  answer: 'prompt_answers',
  service: 'notice_services',
}

/**
 * The strong ETag of an answer. A single record's begins with its version, '<id>-<updated_at in ms>', which a client
 * can also make from a row of a list and send as If-Match; the rest is the hash of the whole answer.
 */
export const etagOf = (reply: unknown, body: Buffer): string => {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  const version = versionOfReply(reply)
  return version ? `"${version}.${hash}"` : `"${hash}"`
}

/** Whether a client that sends this If-None-Match has the answer already. */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((it) => it.trim().replace(/^W\//, '') === etag))

/**
 * Honours If-Match: throws 412 when the record that the path names has changed since, unless it already says all that
 * the request wants of it. Locks the row, so that nobody changes it between this look and the effect.
 */
export const assertUnchanged = async (
  tx: Tx,
  ifMatch: string | undefined,
  call: { endpoint: Endpoint; params: Record<string, number>; body: unknown },
): Promise<void> => {
  if (ifMatch === undefined || ifMatch.trim() === '*') return
  const name = call.endpoint.path
    .match(/:(\w+)/g)
    ?.at(-1)
    ?.slice(1)
  if (!name) return
  const table = sql.identifier(tableOf[typeOfParam(name)])
  const found = await tx.execute<Record<string, unknown>>(
    sql`select *, (extract(epoch from updated_at) * 1000)::bigint as version_ms from ${table} where id = ${call.params[name]} for update`,
  )
  const row = found.rows[0]
  if (!row) return
  const version = `${row.id}-${row.version_ms}`
  // A proxy that compresses an answer marks its version as weak. Ours names the record's state, so it is as good.
  const wanted = ifMatch.split(',').map(
    (tag) =>
      tag
        .trim()
        .replace(/^(W\/)?"|"$/g, '')
        .split('.')[0],
  )
  if (wanted.includes(version) || saysAlready(row, call.body)) return
  throw new Refused(412, 'The record was changed by someone else meanwhile', { ETag: `"${version}"` })
}

const versionOfReply = (reply: unknown): string | undefined => {
  if (!(reply instanceof Object) || !('id' in reply) || !('updated_at' in reply)) return undefined
  const ms = typeof reply.updated_at === 'string' ? Date.parse(reply.updated_at) : Number.NaN
  return Number.isNaN(ms) ? undefined : `${reply.id}-${ms}`
}

const saysAlready = (row: Record<string, unknown>, body: unknown): boolean => {
  if (!(body instanceof Object)) return false
  const fields = Object.entries(body).filter(([name]) => name !== 'observed_at')
  return fields.length > 0 && fields.every(([name, value]) => name in row && isSame(row[name], value))
}

/** The driver gives 64-bit numbers as text. */
const isSame = (stored: unknown, wanted: unknown): boolean =>
  stored === wanted || (typeof wanted === 'number' && typeof stored === 'string' && Number(stored) === wanted)
