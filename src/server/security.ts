import type { MiddlewareHandler } from 'hono'
import { contentSecurityPolicy } from '../rules/content-security.ts'

/**
 * Limits of the HTTP server under the app. Headers arrive within 10 s, and a connection on which nothing moves is closed
 * after 20 s (`patience.ts` times bodies). The whole request may take half an hour: a photo from a valley does.
 */
export const httpLimits = {
  headersTimeout: 10_000,
  requestTimeout: 30 * 60_000,
  timeout: 20_000,
  keepAliveTimeout: 5_000,
  connectionsCheckingInterval: 2_000,
  maxHeaderSize: 16 * 1024,
} as const

/** The headers that keep the app in its house; an answer that has a policy of its own (a file) keeps it. */
export const guard: MiddlewareHandler = async (c, next) => {
  await next()
  const { headers } = c.res
  if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', contentSecurityPolicy('header'))
  headers.set('X-Content-Type-Options', 'nosniff')
  headers.set('Referrer-Policy', 'no-referrer')
  headers.set('Permissions-Policy', 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()')
  headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  headers.set('Cross-Origin-Resource-Policy', 'same-origin')
}
