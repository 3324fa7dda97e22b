import type { Context, Hono, MiddlewareHandler } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from './config.ts'
import { isFromHere } from './remote-address.ts'
import type { Db } from './store/core-tables.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Inventory row of the call; unset for a request that is no call. */
    call: string
  }
}

/** The metrics of one app. */
interface Metrics {
  /** Counts and times every request. */
  measured: MiddlewareHandler
  /** The text that Prometheus reads: figures of the app and of the process. */
  text(): Promise<{ body: string; contentType: string }>
}

/** Buckets in seconds, from an answer out of memory to a photo on a slow connection. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/**
 * Figures of one app: requests by call and status, their durations, and the connections to its database if it has one.
 */
export const createMetrics = (db?: Db): Metrics => {
  const registry = new Registry()
  const requests = new Counter({
    name: 'codesoft_requests_total',
    help: 'Requests by call (row of the inventory) and status',
    labelNames: ['call', 'status'],
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'codesoft_request_seconds',
    help: 'How long requests took, their bodies included',
    labelNames: ['call'],
    buckets: DURATIONS,
    registers: [registry],
  })
  if (db) watchConnections(db, registry)
  return {
    measured: async (c, next) => {
      const begun = performance.now()
      await next()
      const call = callOf(c)
      requests.inc({ call, status: c.res.status })
      durations.observe({ call }, (performance.now() - begun) / 1000)
    },
    text: async () => {
      const body = `${await registry.metrics()}\n${await processRegistry().metrics()}`
      return { body, contentType: registry.contentType }
    },
  }
}

/** Serves /metrics to this machine only, unless METRICS=1 opens it. Everybody else gets 404. */
export const serveMetrics = (app: Hono, config: Pick<Config, 'metricsForAll'>, metrics: Metrics): void => {
  app.get('/metrics', async (c) => {
    if (!config.metricsForAll && !isFromHere(c)) return c.json({ detail: 'Not Found' }, 404)
    const { body, contentType } = await metrics.text()
    return c.body(body, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' })
  })
}

/** The call's name as label. Paths contain ids, so labels by path would grow without limit. */
const callOf = (c: Context): string => {
  const call = c.get('call')
  if (call !== undefined) return call
  if (c.req.path.startsWith('/api/files/')) return 'files'
  return c.req.path.startsWith('/api') ? 'unknown' : 'app'
}

let ofProcess: Registry | undefined

/** Memory, processor and event loop: one set for the process, made on first use. */
const processRegistry = (): Registry => {
  if (!ofProcess) {
    ofProcess = new Registry()
    collectDefaultMetrics({ register: ofProcess })
  }
  return ofProcess
}

const watchConnections = (db: Db, registry: Registry) => {
  const pool = '$client' in db ? db.$client : undefined
  if (!(pool instanceof Object && 'totalCount' in pool && 'idleCount' in pool && 'waitingCount' in pool)) return
  const gauge = new Gauge({
    name: 'codesoft_database_connections',
    help: 'Connections to the database, and requests that wait for one',
    labelNames: ['state'],
    registers: [registry],
    collect: () => {
      gauge.set({ state: 'open' }, Number(pool.totalCount))
      gauge.set({ state: 'idle' }, Number(pool.idleCount))
      gauge.set({ state: 'waited for' }, Number(pool.waitingCount))
    },
  })
}
