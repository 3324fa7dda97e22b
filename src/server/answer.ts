import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context } from 'hono'
import { emulatedReply } from './emulated-replies.ts'
import type { Route } from './endpoint.ts'
import type { Refused } from './errors.ts'
import { etagOf, isKnown } from './etag.ts'
import type { Answer } from './idempotency.ts'
import type { Faults } from './profile.ts'

/** Header of every answer of the API. The device has its own database; no cache in between may store answers. */
const always = { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' }

/** A route's reply, checked against the contract and serialized. One that breaks the contract is a bug and throws. */
export const answerOf = async (
  { c, route, services }: { c: Context; route: Route; services: { faults: Faults } },
  returned: unknown,
): Promise<{ answer: Answer; reply: unknown }> => {
  if (returned instanceof Response) return { answer: await documentAnswer(returned), reply: null }
  if (returned instanceof Blob) return { answer: await documentAnswer(new Response(returned)), reply: null }
  const { endpoint } = route
  const parsed = endpoint.reply.parse(route.holdsNoDate ? returned : withTexts(returned))
  const reply = emulatedReply(endpoint, parsed, services.faults)
  const body = Buffer.from(JSON.stringify(reply ?? null))
  const headers: Record<string, string> = { ...always }
  if (services.faults.noVersions) return { answer: { status: endpoint.status, body, headers }, reply }
  headers.ETag = etagOf(reply, body)
  if (endpoint.method === 'GET' && isKnown(c.req.header('If-None-Match'), headers.ETag))
    return { answer: { status: 304, body: Buffer.alloc(0), headers }, reply }
  return { answer: { status: endpoint.status, body, headers }, reply }
}

/** A value as JSON. */
export const jsonAnswer = (status: number, value: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  body: Buffer.from(JSON.stringify(value)),
  headers: { ...always, ...headers },
})

/** A refusal as JSON: `{detail}`. */
export const refusalAnswer = ({ status, detail, headers }: Refused): Answer => jsonAnswer(status, { detail }, headers)

/** Below this, compressing costs more than it saves. */
const COMPRESS_BYTES = 2048

const compress = promisify(gzip)

/**
 * Sends the answer. JSON is compressed if the client accepts it. Its Date is the office's time, and devices correct
 * their clocks by it (G-16).
 */
export const finish = async (c: Context, { status, body, headers }: Answer, now: Date): Promise<Response> => {
  for (const [name, value] of Object.entries(headers)) c.header(name, value)
  c.header('Date', now.toUTCString())
  // The statuses come from the contract and from `Refused`. Hono's type is a list of literal numbers.
  c.status(status as 200)
  if (status === 304) return c.body(null)
  c.header('Vary', 'Accept-Encoding')
  const isJson = headers['Content-Type'] === 'application/json'
  if (!isJson || body.byteLength < COMPRESS_BYTES || !/\bgzip\b/.test(c.req.header('Accept-Encoding') ?? ''))
    return c.body(new Uint8Array(body))
  c.header('Content-Encoding', 'gzip')
  return c.body(new Uint8Array(await compress(body, { level: 4 })))
}

const documentAnswer = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: Buffer.from(await response.arrayBuffer()),
  headers: {
    ...Object.fromEntries(response.headers),
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  },
})

/** Every Date as ISO text in UTC. An object without a Date is not copied, because most have none. */
export const withTexts = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return value.map(withTexts)
  let changed: Record<string, unknown> | undefined
  const fields: Record<string, unknown> = value as Record<string, unknown>
  for (const name of Object.keys(fields)) {
    const item = fields[name]
    if (typeof item !== 'object' || item === null) continue
    const text = withTexts(item)
    if (text === item) continue
    changed ??= { ...fields }
    changed[name] = text
  }
  return changed ?? value
}
