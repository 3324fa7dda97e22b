import type { MiddlewareHandler } from 'hono'
import type { Log } from './log.ts'

/** One line per request: what was asked and how long it took. Neither query nor headers, which may hold secrets. */
export const requestLog =
  (log: Log): MiddlewareHandler =>
  async (c, next) => {
    const start = performance.now()
    await next()
    const ms = Math.round(performance.now() - start)
    log.info({ method: c.req.method, path: c.req.path, status: c.res.status, ms }, 'request')
  }
