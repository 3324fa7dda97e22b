import type { Context, Hono, MiddlewareHandler } from 'hono'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from './config.ts'
import { isFromHere } from './remote-address.ts'
import type { Db } from './store/core-tables.ts'

declare module 'hono' {
  interface ContextVariableMap {
    /** Row of the inventory of the call that is answered; left out for everything that is no call. */
    call: string
  }
}

/** What is measured of the requests of one app. */
interface Metrics {
  /** Counts and times every request. */
  measured: MiddlewareHandler
  /** What Prometheus reads: the app's figures and those of the process. */
  text(): Promise<{ body: string; contentType: string }>
}

/** Seconds: from an answer out of memory to a photo on a weak line. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

/** Figures of one app: requests by call and status, how long they took, and the connections to its database if it has one. */
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

/** At /metrics, for this machine alone unless METRICS=1 opens it; for everybody else there is no such page. */
export const serveMetrics = (app: Hono, config: Pick<Config, 'metricsForAll'>, metrics: Metrics): void => {
  app.get('/metrics', async (c) => {
    if (!config.metricsForAll && !isFromHere(c)) return c.json({ detail: 'Not Found' }, 404)
    const { body, contentType } = await metrics.text()
    return c.body(body, 200, { 'Content-Type': contentType, 'Cache-Control': 'no-store' })
  })
}

/** Never a path: paths hold ids, and a label for each would have no end. */
const callOf = (c: Context): string => {
  const call = c.get('call')
  if (call !== undefined) return call
  if (c.req.path.startsWith('/api/files/')) return 'files'
  return c.req.path.startsWith('/api') ? 'unknown' : 'app'
}

let ofProcess: Registry | undefined

/** Memory, processor, event loop: one set for the process, made when it is first asked for. */
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
