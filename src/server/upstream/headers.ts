import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Context } from 'hono'
import { remoteAddressOf } from '../remote-address.ts'

/** Headers of one connection, not of the message (RFC 9110, 7.6.1). */
const ofConnection = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]

/** A header that the other server must not send to our callers: it would delete unsent work on phones. */
const notForCallers = ['clear-site-data', 'service-worker-allowed', 'alt-svc']

/** The caller's headers for the other server, without those of the connection, and with the caller's address added. */
export const requestHeaders = (c: Context, trustProxy: boolean): OutgoingHttpHeaders => {
  const { headers, url } = c.req.raw
  const named = namedIn(headers.get('connection'))
  const forwarded = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'forwarded', 'x-real-ip']
  const left = new Set([...ofConnection, ...named, ...forwarded, 'host'])
  const onward: OutgoingHttpHeaders = {}
  for (const [name, value] of headers) if (!left.has(name)) onward[name] = value
  const before = trustProxy ? headers.get('x-forwarded-for') : null
  const address = remoteAddressOf(c)
  const line = [before, address].filter(Boolean).join(', ')
  if (line !== '') onward['x-forwarded-for'] = line
  onward['x-forwarded-proto'] = (trustProxy && headers.get('x-forwarded-proto')) || new URL(url).protocol.slice(0, -1)
  onward['x-forwarded-host'] = (trustProxy && headers.get('x-forwarded-host')) || headers.get('host') || ''
  return onward
}

/** The other server's headers for our caller. */
export const responseHeaders = ({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): Headers => {
  const named = namedIn(headersDistinct.connection?.join(',') ?? null)
  const left = new Set([...ofConnection, ...named, ...notForCallers])
  const back = new Headers()
  for (const [name, values] of Object.entries(headersDistinct))
    if (!left.has(name)) for (const value of values ?? []) back.append(name, value)
  return back
}

/** A Connection header may name further headers of the connection. */
const namedIn = (connection: string | null) => (connection ?? '').split(',').map((name) => name.trim().toLowerCase())
