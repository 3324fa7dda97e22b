import { createHash } from 'node:crypto'
import { Hono } from 'hono'
import { drainRefused } from '../body-limits.ts'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { createMetrics, serveMetrics } from '../metrics.ts'
import { requestLog } from '../request-log.ts'
import { guard } from '../security.ts'
import { serveStatic } from '../static.ts'
import { townSettings } from '../town.ts'
import { serveTownSeal } from '../town-seal.ts'
import { forwardRequest } from './forward-request.ts'
import { frontSecretOf } from './front-secret.ts'
import { serveKeyed } from './serve-keyed.ts'
import type { KeyStore } from './store/key-store.ts'
import { forwardTo, serveUpstream } from './upstream-api.ts'

/** A front of a town that already has a server of its own for the records. */
interface Front {
  config: Config
  /** The other server's address. */
  api: URL
  log: Log
  keys: KeyStore
  clock(): Date
  /** Folder of long bodies while they are forwarded. */
  spoolFolder: string
}

/** The app, and a function that waits for calls under way; these go on when their caller hangs up. */
interface FrontApp {
  app: Hono
  idle(): Promise<void>
}

/** How long the readiness check waits for the database and the other server. */
const READY_WITHIN_MS = 3000

/**
 * Serves the app and its settings from here and forwards the API to the town's server. The keys of calls are kept here.
 */
export const createFrontApp = ({ config, api, log, keys, clock, spoolFolder }: Front): FrontApp => {
  const app = new Hono({ strict: true })
  const metrics = createMetrics()
  app.use(metrics.measured)
  app.use(guard(config))
  app.use(drainRefused)
  app.use(requestLog(log))
  app.onError((error, c) => {
    log.error({ err: error, path: c.req.path }, 'request failed')
    return c.json({ detail: 'The server made a mistake.' }, 500)
  })
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    const signal = AbortSignal.timeout(READY_WITHIN_MS)
    try {
      await Promise.race([keys.ping(), aborted(signal)])
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      return c.json({ detail: 'The database does not answer' }, 503, { 'Retry-After': '15' })
    }
    try {
      const answer = await forwardRequest({ method: 'GET', url: api, headers: {}, body: null, signal })
      answer.resume()
      return c.json({ status: 'ready' })
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      return c.json({ detail: 'The server of the town does not answer' }, 503, { 'Retry-After': '15' })
    }
  })
  serveMetrics(app, config, metrics)
  serveTownSeal(app, () => Promise.resolve(config))
  app.get('/config.json', async (c) =>
    c.json({ ...(await townSettings(config)), townId: frontTownId(config, api) }, 200, { 'Cache-Control': 'no-cache' }),
  )
  let secret: Promise<string> | undefined
  const fileSecret = () => (secret ??= frontSecretOf(config, log))
  const upstream = { api, files: config.upstreamFiles, fileSecret, trustProxy: config.trustProxy, log }
  const doubtWaitMs = config.doubtWaitSeconds * 1000
  const { idle } = serveKeyed(app, { config, log, keys, clock, spoolFolder, doubtWaitMs, forward: forwardTo(upstream) })
  serveUpstream(app, upstream)
  serveStatic(app, config)
  return { app, idle }
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))

/**
 * The id that separates the phones' data of two towns: from the settings, else from the address of the records. It does
 * not depend on the database, which may be lost.
 */
const frontTownId = ({ townId }: Config, api: URL): string =>
  townId ?? createHash('sha256').update(api.href.replace(/\/$/, '')).digest('hex').slice(0, 32)
