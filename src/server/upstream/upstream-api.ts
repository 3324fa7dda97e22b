import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { type Context, Hono } from 'hono'
import { fetchNamedFile, fileHeadersBack, fileHeadersOnward, SANDBOX } from './files.ts'
import { forwardRequest, forwardTimeouts, UpstreamInterrupted, UpstreamUnreachable } from './forward-request.ts'
import { requestHeaders, responseHeaders } from './headers.ts'
import { callNamingFiles, NAMED_FILES, withNamedFiles } from './named-files.ts'
import type { Upstream } from './upstream.ts'

/** Paths of calls and files, the same as on a server with its own records. */
const API = '/api'
const FILES = '/api/files/'
/** A list of records is held in memory to replace its file addresses. A larger answer is not such a list. */
const MAX_REWRITTEN_BYTES = 256 * 1024 * 1024
const COMPRESS_BYTES = 2048
const compress = promisify(gzip)

/**
 * Forwards every call. App and API then have one origin, so a failure of the other server is not mistaken for a missing
 * signal, and photos satisfy the app's content policy.
 */
export const serveUpstream = (app: Hono, upstream: Upstream): void => {
  const { files } = upstream
  app.get(`${NAMED_FILES}*`, (c) => answered(c, upstream, () => passNamedFile(c, upstream)))
  app.all(`${NAMED_FILES}*`, (c) => c.json({ detail: 'Method Not Allowed' }, 405, { Allow: 'GET, HEAD' }))
  if (files) app.get(`${FILES}*`, (c) => answered(c, upstream, () => passFile(c, upstream, files)))
  app.all(`${API}/*`, (c) => answered(c, upstream, () => passCall(c, upstream)))
}

/** Forwards single requests as `serveUpstream` does. Throws `UpstreamUnreachable` or `UpstreamInterrupted`. */
export const forwardTo = (upstream: Upstream): ((request: Request, env: unknown) => Promise<Response>) => {
  const app = new Hono({ strict: true })
  app.onError((error) => {
    throw error
  })
  app.all(`${API}/*`, (c) => passCall(c, upstream))
  return async (request, env) => app.fetch(request, Object(env))
}

const answered = async (c: Context, { log }: Upstream, pass: () => Promise<Response>): Promise<Response> => {
  c.set('call', 'passed on')
  try {
    return await pass()
  } catch (error) {
    if (c.req.raw.signal.aborted) log.info({ path: c.req.path }, 'the caller hung up')
    else if (error instanceof UpstreamUnreachable || error instanceof UpstreamInterrupted)
      log.error({ err: error, path: c.req.path }, 'passing on failed')
    else throw error
    return error instanceof UpstreamUnreachable
      ? c.json({ detail: 'The server of the town does not answer just now. Nothing was sent to it.' }, 503, again)
      : isReading(c)
        ? // A read changes nothing, so it may be retried at once.
          c.json({ detail: 'The server of the town broke off without an answer.' }, 503, { 'Retry-After': '2' })
        : c.json({ detail: 'The server of the town broke off without an answer.' }, 502)
  }
}

const isReading = ({ req: { method } }: Context) => method === 'GET' || method === 'HEAD'

const again = { 'Retry-After': '15' }

const passCall = async (c: Context, upstream: Upstream): Promise<Response> => {
  const { pathname, search } = new URL(c.req.url)
  const headers = requestHeaders(c, upstream.trustProxy)
  const { method, body, signal } = c.req.raw
  const path = pathname.slice(API.length)
  const naming = callNamingFiles(method, path)
  // A body that is parsed here must not be compressed.
  if (upstream.files || naming) headers['accept-encoding'] = 'identity'
  extendSocketTimeout(c)
  const url = below(upstream.api, path, search)
  const answer = await forwardRequest({ method, url, headers, body, signal })
  const back = responseHeaders(answer)
  const location = back.get('location')
  if (location !== null) back.set('location', ownLocation(location, url, upstream.api))
  const isJson = /^application\/json\b/i.test(back.get('content-type') ?? '')
  // Only data may come from the other server; anything else must not act as a part of the app.
  if (!isJson) back.set('Content-Security-Policy', SANDBOX)
  if (!(upstream.files || naming) || !isJson || !hasBody(c, answer)) return respond(c, answer, back)
  if (!/^(identity)?$/.test(back.get('content-encoding') ?? '')) {
    upstream.log.warn({ path }, 'an answer came compressed unasked: its photos cannot be shown')
    return respond(c, answer, back)
  }
  const text = withOwnFiles(await textOf(answer), upstream.files)
  const host = String(headers['x-forwarded-host'])
  const names = { asked: url, api: upstream.api, host }
  const renamed = naming ? withNamedFiles(text, naming, { ...names, secret: await upstream.fileSecret() }) : text
  return respondText(c, renamed, answer, back)
}

const passNamedFile = async (c: Context, upstream: Upstream): Promise<Response> => {
  const file = await fetchNamedFile(c, upstream)
  return file instanceof Response ? file : respond(c, file.answer, file.headers)
}

/**
 * Serves the store's files under our origin. The caller's token is not forwarded: the store's own signature gives
 * access.
 */
const passFile = async (c: Context, upstream: Upstream, files: URL): Promise<Response> => {
  const { pathname, search } = new URL(c.req.url)
  const url = below(files, `/${pathname.slice(FILES.length)}`, search)
  const headers = fileHeadersOnward(c, upstream.trustProxy)
  const { method, signal } = c.req.raw
  const answer = await forwardRequest({ method, url, headers, body: null, signal })
  return respond(c, answer, fileHeadersBack(answer))
}

/** Built part by part: a path that begins with two slashes would name another host. */
const below = (base: URL, path: string, search: string): URL =>
  Object.assign(new URL(base), { pathname: `${bare(base)}${path}`, search })

const bare = ({ pathname }: URL) => pathname.replace(/\/$/, '')

/** The other server may take longer to answer than an idle connection may last here. */
export const extendSocketTimeout = ({ env }: Context) => {
  const incoming = env instanceof Object && 'incoming' in env ? env.incoming : undefined
  const socket = incoming instanceof Object && 'socket' in incoming ? incoming.socket : undefined
  if (socket instanceof Object && 'setTimeout' in socket && typeof socket.setTimeout === 'function')
    socket.setTimeout(forwardTimeouts.idleMs + forwardTimeouts.connectMs)
}

/** A redirect within the other server becomes one within ours: 'http://records/rooms/' becomes '/api/rooms/'. */
const ownLocation = (location: string, asked: URL, api: URL): string => {
  const target = new URL(location, asked)
  const base = bare(api)
  if (target.host !== api.host || !target.pathname.startsWith(`${base}/`)) return location
  return `${API}${target.pathname.slice(base.length)}${target.search}`
}

const hasBody = (c: Context, { statusCode = 502 }: IncomingMessage) =>
  c.req.method !== 'HEAD' && statusCode !== 204 && statusCode !== 304

const respond = (c: Context, answer: IncomingMessage, headers: Headers): Response => {
  const status = answer.statusCode ?? 502
  if (!hasBody(c, answer)) {
    answer.resume()
    return new Response(null, { status, headers })
  }
  // The same stream; only the two libraries' types differ.
  return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status, headers })
}

const textOf = async (answer: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of answer) {
      length += chunk.length
      if (length > MAX_REWRITTEN_BYTES) throw new UpstreamInterrupted('The answer is too long')
      chunks.push(chunk)
    }
  } catch (error) {
    throw new UpstreamInterrupted('The answer broke off', { cause: error })
  }
  return Buffer.concat(chunks).toString('utf8')
}

const withOwnFiles = (text: string, files: URL | null): string =>
  files ? text.replaceAll(`"${files.origin}${bare(files)}/`, `"${FILES}`) : text

const respondText = async (c: Context, text: string, answer: IncomingMessage, headers: Headers): Promise<Response> => {
  const body = Buffer.from(text)
  headers.delete('content-length')
  const init = { status: answer.statusCode ?? 502, headers }
  if (body.byteLength < COMPRESS_BYTES || !/\bgzip\b/.test(c.req.header('Accept-Encoding') ?? ''))
    return new Response(body, init)
  headers.set('Content-Encoding', 'gzip')
  headers.append('Vary', 'Accept-Encoding')
  return new Response(new Uint8Array(await compress(body, { level: 4 })), init)
}
