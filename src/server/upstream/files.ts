import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import type { Context } from 'hono'
import { forwardRequest, UpstreamUnreachable } from './forward-request.ts'
import { requestHeaders, responseHeaders } from './headers.ts'
import { namedAddress, ownAddress } from './named-files.ts'
import { reachableAddresses } from './reachable-addresses.ts'
import type { Upstream } from './upstream.ts'

/** A file as its origin serves it. */
interface FileAnswer {
  answer: IncomingMessage
  headers: Headers
}

/**
 * Fetches a file that an answer of the other server named. Returns a `Response` when the file is not allowed: 403 for
 * an address that no answer named, 502 for one that leads nearer to this machine than the other server may send us.
 */
export const fetchNamedFile = async (c: Context, upstream: Upstream): Promise<FileAnswer | Response> => {
  const { pathname, search } = new URL(c.req.url)
  const secret = await upstream.fileSecret()
  const url = namedAddress(secret, pathname, search)
  if (!url) return c.json({ detail: 'This address is not valid' }, 403)
  const { api, files, log } = upstream
  const isTrusted = url.host === api.host || url.host === files?.host
  const places = isTrusted ? undefined : await reach(url, api)
  if (places?.length === 0) {
    log.warn({ host: url.host }, 'photos lie inside this network and are not fetched; UPSTREAM_FILES allows a host')
    return c.json({ detail: 'The place of this file is not to be reached from here' }, 502)
  }
  const headers = fileHeadersOnward(c, upstream.trustProxy)
  const { method, signal } = c.req.raw
  const answer = await forwardRequest({ method, url, headers, body: null, signal, places })
  const location = answer.headers.location
  const status = answer.statusCode ?? 502
  if (status < 300 || status === 304 || location === undefined) return { answer, headers: fileHeadersBack(answer) }
  answer.resume()
  const target = URL.canParse(location, url.href) ? new URL(location, url) : null
  // A redirect of the other server itself may name another place. An object store may only redirect to itself.
  if (target && (target.origin === url.origin || url.origin === api.origin))
    return c.redirect(ownAddress(secret, target), 302)
  log.warn({ host: url.host, to: target?.host }, 'a photo was not fetched: its place sends elsewhere')
  return c.json({ detail: 'The place of this file sends elsewhere' }, 502)
}

const reach = async (url: URL, api: URL) => {
  try {
    return await reachableAddresses(url.hostname, api.hostname)
  } catch (error) {
    throw new UpstreamUnreachable('The name of the place is not known', { cause: error })
  }
}

/**
 * The caller's headers that a file request needs. The token is left out: the store's own signature in the address gives
 * access.
 */
export const fileHeadersOnward = (c: Context, trustProxy: boolean): OutgoingHttpHeaders =>
  Object.fromEntries(
    Object.entries(requestHeaders(c, trustProxy)).filter(([name]) =>
      /^(accept|range|if-range|if-none-match|if-modified-since|user-agent)$/.test(name),
    ),
  )

const ofFiles =
  /^(content-(type|length|range|disposition|encoding)|accept-ranges|etag|last-modified|cache-control|expires|age|date|vary)$/

/** The policy of content that somebody else wrote: it may be displayed and must not run anything. */
export const SANDBOX = "sandbox; default-src 'none'"

/** The store's headers that describe the file. A stored file must not act as a part of the app. */
export const fileHeadersBack = (answer: IncomingMessage): Headers => {
  const back = new Headers([...responseHeaders(answer)].filter(([name]) => ofFiles.test(name)))
  back.set('Content-Security-Policy', SANDBOX)
  back.set('X-Content-Type-Options', 'nosniff')
  if (!/^image\/(jpeg|png|webp|gif|avif)\b/i.test(back.get('content-type') ?? '') && !back.has('content-disposition'))
    back.set('Content-Disposition', 'attachment')
  return back
}
