import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import type { Config } from '../config.ts'
import { loggable } from '../errors.ts'
import type { Log } from '../log.ts'
import { createMetrics, serveMetrics } from '../metrics.ts'
import { drained } from '../patience.ts'
import { requestLog } from '../request-log.ts'
import { guard } from '../security.ts'
import { serveStatic } from '../static.ts'
import { townSettings } from '../town.ts'
import { frontSecretOf } from './front-secret.ts'
import { passOn } from './pass-on.ts'
import { serveUpstream } from './upstream-api.ts'

/** The server of a town that has its records elsewhere already. */
export interface Front {
  config: Config
  /** The other server's address. */
  api: URL
  log: Log
}

/** How long readiness waits for the other server. */
const READY_WITHIN_MS = 3000

/** The app and its settings from here, the API from the server that the town has; no database. */
export const createFrontApp = ({ config, api, log }: Front): Hono => {
  const app = new Hono({ strict: true })
  const metrics = createMetrics()
  app.use(metrics.measured)
  app.use(guard)
  app.use(drained)
  app.use(requestLog(log))
  app.onError((error, c) => {
    log.error({ ...loggable(error), path: c.req.path }, 'request failed')
    return c.json({ detail: 'The server made a mistake.' }, 500)
  })
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    try {
      const signal = AbortSignal.timeout(READY_WITHIN_MS)
      const answer = await passOn({ method: 'GET', url: api, headers: {}, body: null, signal })
      answer.resume()
      return c.json({ status: 'ready' })
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      return c.json({ detail: 'The server of the town does not answer' }, 503, { 'Retry-After': '15' })
    }
  })
  serveMetrics(app, config, metrics)
  app.get('/config.json', (c) =>
    c.json({ ...townSettings(config), townId: frontTownId(config, api) }, 200, { 'Cache-Control': 'no-cache' }),
  )
  const { upstreamFiles: files, trustProxy } = config
  let secret: Promise<string> | undefined
  const fileSecret = () => (secret ??= frontSecretOf(config, log))
  serveUpstream(app, { api, files, fileSecret, trustProxy, log })
  serveStatic(app, config)
  return app
}

/** Without a database the town's name for itself, or else the address of its records, keeps the phones' data apart. */
const frontTownId = ({ townId }: Config, api: URL): string =>
  townId ?? createHash('sha256').update(api.href.replace(/\/$/, '')).digest('hex').slice(0, 32)
