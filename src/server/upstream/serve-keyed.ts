import { createHash } from 'node:crypto'
import type { Context, Hono, MiddlewareHandler, Next } from 'hono'
import { lookedHeader, type ServerInfo, sync } from '../../contract/sync.ts'
import { jsonAnswer, refusalAnswer } from '../answer.ts'
import { readLimited } from '../body-limits.ts'
import type { Config } from '../config.ts'
import { withPasswords } from '../endpoint.ts'
import { Refused, refusalOf } from '../errors.ts'
import { MAX_FILE_BYTES } from '../files/upload-check.ts'
import { type Answer, readKey } from '../idempotency.ts'
import { isOpen } from '../permissions.ts'
import { MAX_BODY_BYTES } from '../request.ts'
import { version } from '../version.ts'
import { createCallers, notAuthenticated } from './caller-identity.ts'
import { UpstreamInterrupted, UpstreamUnreachable } from './forward-request.ts'
import { batchIn, carryOutBatch } from './front-batch.ts'
import { KeyedForwarder, type KeyedForwarderOptions } from './keyed-forwarder.ts'
import { API, canonicalBody, endpointOf, type KeyedWrite } from './keyed-write.ts'
import { type Spooled, spool } from './spool.ts'
import { extendSocketTimeout } from './upstream-api.ts'
import { upstreamKeepsKeys } from './upstream-kind.ts'

/** A front that keeps keys for the server behind it. */
interface KeyedFront extends KeyedForwarderOptions {
  config: Config
  /** Folder of long bodies while they are forwarded. */
  spoolFolder: string
}

/**
 * Serves every changing call with a key, and our own two calls by which a device learns that keys are kept and sends
 * batches. All other calls go to the next handler, and so do all calls when the other server keeps keys itself. Returns
 * a function that waits for calls under way.
 */
export const serveKeyed = (app: Hono, front: KeyedFront): { idle(): Promise<void> } => {
  const { forward, clock } = front
  const keeper = new KeyedForwarder(front)
  const keeps = upstreamKeepsKeys(forward, clock)
  const callers = createCallers(forward, clock)

  /**
   * Answers a call, or passes it to the next handler. When it is unknown whether the other server keeps keys, that
   * server counts as unavailable.
   */
  const answered = async (c: Context, next: Next, work: () => Promise<Answer>) => {
    const sent = c.req.header('Idempotency-Key')
    try {
      if (await isPassedBy(c, keeps)) {
        await next()
        return
      }
      c.set('call', 'kept')
      extendSocketTimeout(c)
      return respond(await work(), sent)
    } catch (error) {
      return respond(refused(error, c, front), sent)
    }
  }

  const writeOf = (c: Context, { who, key, assertAccepted }: Sent, body: Spooled): KeyedWrite => {
    const url = new URL(c.req.url)
    const { method, headers } = c.req.raw
    const endpoint = endpointOf(method, url)
    const type = headers.get('content-type') ?? ''
    const place = `${method} ${url.pathname.replace(/\/$/, '')}${url.search}`
    const request_hash = createHash('sha256')
      .update(`${place}\n${canonicalBody(body, type)}`)
      .digest('base64url')
    const looked = Number(headers.get(lookedHeader) ?? 0)
    const times = Number.isSafeInteger(looked) && looked > 0 ? looked : 0
    const sent = { who, key, request_hash, method, url, endpoint, headers, body, looked: times }
    return { ...sent, env: c.env, assertAccepted }
  }

  const keyed: MiddlewareHandler = async (c, next) => {
    const sent = c.req.header('Idempotency-Key')
    if (sent === undefined || isReading(c.req.method)) return next()
    return answered(c, next, async () => {
      const key = readKey(sent)
      if (key === null) throw new Refused(400, 'Idempotency-Key is empty')
      const authorization = c.req.header('Authorization') ?? null
      const who = await callers.personOf(authorization, c.env)
      const assertAccepted = () => callers.assertAccepted(authorization, c.env)
      const isUpload = c.req.header('Content-Type')?.startsWith('multipart/') ?? false
      // Nothing of a stranger's body is written to the disk.
      const body = await spool(c.req.raw.body, { folder: front.spoolFolder, isUpload, who, beforeDisk: assertAccepted })
      try {
        return await keeper.answer(writeOf(c, { who, key, assertAccepted }, body))
      } finally {
        await body.drop()
      }
    })
  }

  app.get(`${API}${sync.info.path}`, (c, next) =>
    answered(c, next, async () => {
      if (c.req.header('Authorization') === undefined) throw notAuthenticated()
      return jsonAnswer(200, infoOf(front))
    }),
  )

  app.post(`${API}${sync.batch.path}`, (c, next) =>
    answered(c, next, async () => {
      const { headers } = c.req.raw
      if (headers.get('authorization') === null) throw notAuthenticated()
      const body = await readLimited(c.req.raw.body, { limit: MAX_BODY_BYTES, isUpload: false })
      const send = async (request: Request) => app.fetch(askedAs(headers, request), Object(c.env))
      return jsonAnswer(200, await carryOutBatch(batchIn(body.toString('utf8')), headers.get('authorization'), send))
    }),
  )

  app.use(`${API}/*`, keyed)
  return { idle: () => keeper.idle() }
}

/** Whose call it is. */
type Sent = Pick<KeyedWrite, 'who' | 'key' | 'assertAccepted'>

/** A call of a batch has the network origin of its batch. */
const askedAs = (headers: Headers, request: Request): Request => {
  for (const name of ['host', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']) {
    const value = headers.get(name)
    if (value !== null) request.headers.set(name, value)
  }
  return request
}

const isReading = (method: string) => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** A device's reports about itself. Their keys are not kept. */
const reports: readonly string[] = ['X1', 'X3']

const isPassedBy = async (c: Context, keeps: (env: unknown) => Promise<boolean>): Promise<boolean> => {
  const endpoint = endpointOf(c.req.method, new URL(c.req.url))
  if (endpoint && (isOpen(endpoint.id) || withPasswords.has(endpoint.id) || reports.includes(endpoint.id))) return true
  return keeps(c.env)
}

const infoOf = ({ config, clock }: KeyedFront): ServerInfo => ({
  profile: 'keyed',
  upstream: 'documented',
  limits: { fileBytes: MAX_FILE_BYTES },
  timeZone: config.townZone,
  version,
  now: clock().toISOString(),
})

const refused = (error: unknown, c: Context, { log }: KeyedFront): Answer => {
  // An interrupted call itself becomes a doubt. Only an earlier request, such as reading a list, can fail here.
  if (error instanceof UpstreamUnreachable || error instanceof UpstreamInterrupted) {
    log.error({ err: error, path: c.req.path }, 'passing on failed')
    return jsonAnswer(
      503,
      { detail: 'The server of the town does not answer just now. Nothing was sent to it.' },
      again,
    )
  }
  const refusal = refusalOf(error)
  if (!refusal || refusal.status >= 500) log.error({ err: error, path: c.req.path }, 'call failed')
  return refusalAnswer(refusal ?? new Refused(500, 'The server made a mistake.'))
}

const again = { 'Retry-After': '15' }

/**
 * The key is echoed as it was sent, on refusals too. It tells the device that a retry is safe here. With a 429 it would
 * say that only this call must wait, but the other server means all of them.
 */
const respond = ({ status, body, headers }: Answer, sent: string | undefined): Response => {
  const all = new Headers(headers)
  if (sent !== undefined && status !== 429) all.set('Idempotency-Key', sent)
  return new Response(status === 204 || status === 304 ? null : new Uint8Array(body), { status, headers: all })
}
