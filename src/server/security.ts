import type { MiddlewareHandler } from 'hono'
import { contentSecurityPolicy } from '../rules/content-security.ts'
import type { Config } from './config.ts'

/**
 * Limits of the HTTP server. Headers must arrive within 10 s. A connection on which the caller does nothing is closed
 * after 20 s (`body-limits.ts` times bodies), and after ten minutes when an answer to a change is not read. A whole
 * request may take half an hour, because a photo with a weak signal does.
 */
export const httpLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30 * 60_000,
  timeout: 20_000,
  unreadAnswer: 600_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
} as const

/** Security headers of every answer. An answer with a policy of its own (a file) keeps it. */
export const guard =
  ({ hsts }: Pick<Config, 'hsts'>): MiddlewareHandler =>
  async (c, next) => {
    // An invalid Host header, such as an impossible network address, makes the request's URL invalid.
    if (URL.canParse(c.req.url)) await next()
    else c.res = c.json({ detail: 'Bad Request' }, 400)
    const { headers } = c.res
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', contentSecurityPolicy('header'))
    // Only when the town is reached by https alone: browsers remember this for a year.
    if (hsts) headers.set('Strict-Transport-Security', 'max-age=31536000')
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('Referrer-Policy', 'no-referrer')
    headers.set('Permissions-Policy', 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()')
    headers.set('Cross-Origin-Opener-Policy', 'same-origin')
    headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  }
