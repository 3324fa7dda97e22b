import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Context, Hono } from 'hono'
import type { Log } from '../log.ts'
import { headersBack, headersOnward } from './headers.ts'
import { passing, passOn, UpstreamAway, UpstreamBroke } from './pass-on.ts'

/** The server that answers, and where its files lie if that is another place. */
export interface Upstream {
  /** Calls are made below it: 'https://records.town.example' or '.../api'. */
  api: URL
  /** The object store whose addresses its answers name; null where files come from the server itself. */
  files: URL | null
  trustProxy: boolean
  log: Log
}

/** Where calls and files are served; the same places as on a server of our own. */
const API = '/api'
const FILES = '/api/files/'
/** A list of all addresses is held to exchange the addresses of its files; more than this is no list. */
const MAX_REWRITTEN_BYTES = 256 * 1024 * 1024
const COMPRESS_BYTES = 2048
const compress = promisify(gzip)

/**
 * Answers every call by passing it on: the app and the API have one origin then, so that a failure of the other server
 * cannot be taken for a missing signal, and photos pass the app's content policy.
 */
export const serveUpstream = (app: Hono, upstream: Upstream): void => {
  const { files } = upstream
  if (files) app.get(`${FILES}*`, (c) => answered(c, upstream, () => passFile(c, upstream, files)))
  app.all(`${API}/*`, (c) => answered(c, upstream, () => passCall(c, upstream)))
}

const answered = async (c: Context, { log }: Upstream, pass: () => Promise<Response>): Promise<Response> => {
  c.set('call', 'passed on')
  try {
    return await pass()
  } catch (error) {
    if (c.req.raw.signal.aborted) log.info({ path: c.req.path }, 'the caller hung up')
    else if (error instanceof UpstreamAway || error instanceof UpstreamBroke)
      log.error({ err: error, path: c.req.path }, 'passing on failed')
    else throw error
    return error instanceof UpstreamAway
      ? c.json({ detail: 'The server of the town does not answer just now. Nothing was sent to it.' }, 503, again)
      : c.json({ detail: 'The server of the town broke off without an answer.' }, 502)
  }
}

const again = { 'Retry-After': '15' }

const passCall = async (c: Context, upstream: Upstream): Promise<Response> => {
  const { pathname, search } = new URL(c.req.url)
  const headers = headersOnward(c, upstream.trustProxy)
  // What must be read here must come readable.
  if (upstream.files) headers['accept-encoding'] = 'identity'
  waitLonger(c)
  const url = below(upstream.api, pathname.slice(API.length), search)
  const { method, body, signal } = c.req.raw
  const answer = await passOn({ method, url, headers, body, signal })
  const back = headersBack(answer)
  const location = back.get('location')
  if (location !== null) back.set('location', ownLocation(location, url, upstream.api))
  const isJson = /^application\/json\b/i.test(back.get('content-type') ?? '')
  if (upstream.files && isJson && hasBody(c, answer)) return withOwnFiles(c, answer, back, upstream.files)
  return respond(c, answer, back)
}

/** The store's files under our origin; the caller's token stays here, for the store's own signature opens them. */
const passFile = async (c: Context, upstream: Upstream, files: URL): Promise<Response> => {
  const { pathname, search } = new URL(c.req.url)
  const url = below(files, `/${pathname.slice(FILES.length)}`, search)
  const asked = headersOnward(c, upstream.trustProxy)
  const headers = Object.fromEntries(
    Object.entries(asked).filter(([name]) => /^(accept|range|if-none-match|if-modified-since|user-agent)$/.test(name)),
  )
  const answer = await passOn({ method: 'GET', url, headers, body: null, signal: c.req.raw.signal })
  const back = headersBack(answer)
  // What a stranger stored there must not act as a part of the app.
  back.set('Content-Security-Policy', "sandbox; default-src 'none'")
  back.set('X-Content-Type-Options', 'nosniff')
  if (!/^image\/(jpeg|png|webp|gif|avif)\b/i.test(back.get('content-type') ?? '') && !back.has('content-disposition'))
    back.set('Content-Disposition', 'attachment')
  return respond(c, answer, back)
}

/** Put together part by part: a path that begins with two slashes would else name another host. */
const below = (base: URL, path: string, search: string): URL =>
  Object.assign(new URL(base), { pathname: `${bare(base)}${path}`, search })

const bare = ({ pathname }: URL) => pathname.replace(/\/$/, '')

/** The other server may think longer than an idle line may last here. */
const waitLonger = ({ env }: Context) => {
  const incoming = env instanceof Object && 'incoming' in env ? env.incoming : undefined
  const socket = incoming instanceof Object && 'socket' in incoming ? incoming.socket : undefined
  if (socket instanceof Object && 'setTimeout' in socket && typeof socket.setTimeout === 'function')
    socket.setTimeout(passing.idleMs + passing.connectMs)
}

/** A redirect within the other server stays within us; 'http://records/rooms/' becomes '/api/rooms/'. */
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
  // The same stream; only the two libraries' types of it differ.
  return new Response(Readable.toWeb(answer) as ReadableStream<Uint8Array>, { status, headers })
}

const withOwnFiles = async (c: Context, answer: IncomingMessage, headers: Headers, files: URL): Promise<Response> => {
  const chunks: Buffer[] = []
  let length = 0
  try {
    for await (const chunk of answer) {
      length += chunk.length
      if (length > MAX_REWRITTEN_BYTES) throw new UpstreamBroke('The answer is too long')
      chunks.push(chunk)
    }
  } catch (error) {
    throw new UpstreamBroke('The answer broke off', { cause: error })
  }
  const text = Buffer.concat(chunks).toString('utf8')
  const body = Buffer.from(text.replaceAll(`"${files.origin}${bare(files)}/`, `"${FILES}`))
  headers.delete('content-length')
  const init = { status: answer.statusCode ?? 502, headers }
  if (body.byteLength < COMPRESS_BYTES || !/\bgzip\b/.test(c.req.header('Accept-Encoding') ?? ''))
    return new Response(body, init)
  headers.set('Content-Encoding', 'gzip')
  headers.append('Vary', 'Accept-Encoding')
  return new Response(new Uint8Array(await compress(body, { level: 4 })), init)
}
