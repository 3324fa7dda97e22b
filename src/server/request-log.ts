import type { MiddlewareHandler } from 'hono'
import type { Log } from './log.ts'

/**
 * Logs one line per request: the path and the duration. Query and headers are left out because they may hold secrets.
 */
export const requestLog =
  (log: Log): MiddlewareHandler =>
  async (c, next) => {
    const start = performance.now()
    await next()
    const ms = Math.round(performance.now() - start)
    log.info({ method: c.req.method, path: c.req.path, status: c.res.status, ms }, 'request')
  }
