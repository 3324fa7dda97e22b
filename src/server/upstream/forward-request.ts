import {
  type ClientRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  Agent as PlainAgent,
  request as plain,
} from 'node:http'
import { Agent as SecureAgent, request as secure } from 'node:https'
import type { LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { ResolvedAddress } from './reachable-addresses.ts'

/** Timeouts: to reach the other server, and without any data on the connection. */
export const forwardTimeouts = { connectMs: 10_000, idleMs: 120_000 }

/**
 * A server that closes idle connections may do so while a write is sent. Writes therefore never use an idle connection.
 */
const QUIET_MS = 1000

const agentsOf = (more: { timeout?: number } = {}) => ({
  plain: new PlainAgent({ keepAlive: true, maxSockets: 100, ...more }),
  secure: new SecureAgent({ keepAlive: true, maxSockets: 100, ...more }),
})

/** Connections to chosen addresses are never shared with connections made by name. */
const agents = { named: agentsOf(), chosen: agentsOf(), writing: agentsOf({ timeout: QUIET_MS }) }

/** A request for the other server. */
interface ForwardedRequest {
  method: string
  url: URL
  headers: OutgoingHttpHeaders
  body: ReadableStream<Uint8Array> | null
  /** Aborts the request when the caller hangs up. */
  signal: AbortSignal
  /** Connects only to these addresses, whatever the host name resolves to later. */
  places?: ResolvedAddress[] | undefined
}

/** The other server was not reached, and nothing was sent to it. */
export class UpstreamUnreachable extends Error {}

/** The other server was reached but gave no complete answer. It may have carried out the call. */
export class UpstreamInterrupted extends Error {}

/**
 * Forwards a request and returns the beginning of its answer. Bodies are streamed in both directions. The caller's body
 * is read only after the connection is open. Throws `UpstreamUnreachable` or `UpstreamInterrupted`.
 */
export const forwardRequest = ({
  method,
  url,
  headers,
  body,
  signal,
  places,
}: ForwardedRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const isSecure = url.protocol === 'https:'
    const isReading = method === 'GET' || method === 'HEAD'
    const agent = agents[places ? 'chosen' : isReading ? 'named' : 'writing'][isSecure ? 'secure' : 'plain']
    const asked = (isSecure ? secure : plain)(url, { method, headers, agent, signal, ...(places && lookupOf(places)) })
    let isConnected = false
    const timer = setTimeout(() => asked.destroy(new Error('It took too long to connect')), forwardTimeouts.connectMs)
    asked.once('socket', (socket) => {
      const begin = () => {
        clearTimeout(timer)
        isConnected = true
        asked.setTimeout(forwardTimeouts.idleMs, () => asked.destroy(new Error('Nothing moved for too long')))
        sendBody(asked, body)
      }
      if (socket.connecting) socket.once(isSecure ? 'secureConnect' : 'connect', begin)
      else begin()
    })
    asked.once('response', resolve)
    // After an answer has begun, its own stream reports errors.
    asked.on('error', (error) => {
      clearTimeout(timer)
      reject(new (isConnected ? UpstreamInterrupted : UpstreamUnreachable)(error.message, { cause: error }))
    })
    asked.flushHeaders()
  })

const lookupOf = (places: ResolvedAddress[]): { lookup: LookupFunction } => ({
  lookup: (_, { all }, found) => {
    const [first] = places
    if (all || !first) found(null, places)
    else found(null, first.address, first.family)
  },
})

const sendBody = (asked: ClientRequest, body: ReadableStream<Uint8Array> | null) => {
  if (!body) return void asked.end()
  // The same stream; only the two libraries' types differ.
  const stream = Readable.fromWeb(body as NodeStream)
  // Nothing to do: when the caller breaks off or the answer ends early, `asked` itself reports it.
  pipeline(stream, asked).catch((error) => asked.destroy(error instanceof Error ? error : undefined))
}
