import { type Context, Hono } from 'hono'
import { calls } from '../contract/calls.ts'
import type { Endpoint } from '../contract/endpoint.ts'
import { Admission } from './admission.ts'
import { finish, refusalAnswer } from './answer.ts'
import { drainRefused } from './body-limits.ts'
import { type AppServices, answerCall } from './call.ts'
import { shapeOf } from './coerce.ts'
import { alwaysNew, emulatedCrossOrigin } from './emulated-requests.ts'
import type { Route, Services } from './endpoint.ts'
import { Refused, refusalOf } from './errors.ts'
import { LostAnswer } from './fault-injection.ts'
import { serveFiles } from './files/serve-files.ts'
import { fileSecretOf, signerOf } from './files/signed-address.ts'
import { serveTownMap } from './files/town-map.ts'
import { serveHealth } from './health.ts'
import { createMetrics, serveMetrics } from './metrics.ts'
import { faultsOf } from './profile.ts'
import { requestLog } from './request-log.ts'
import { sealRoutes } from './routes/seal.ts'
import { sessionRoutes } from './routes/session.ts'
import { syncRoutes } from './routes/sync.ts'
import { recordRoutes } from './routes/table.ts'
import { guard } from './security.ts'
import { serveSingleSignOn } from './single-sign-on/serve.ts'
import { serveStatic } from './static.ts'
import { serveTown } from './town.ts'
import { TownConfig } from './town-config.ts'

/** The path prefix of the contract's calls, because screens and calls share words such as /contacts (G-01). */
const API = '/api'

/** The whole server as one function from request to answer. `main.ts` listens on a port; tests call it directly. */
export const createApp = (services: Services): Hono => {
  const app = new Hono({ strict: true })
  const secret = onceThatWorks(() => fileSecretOf(services.db, services.config))
  const faults = services.faults ?? faultsOf(services.config.profile)
  const admission = new Admission()
  const town = new TownConfig(services)
  const appServices: AppServices = {
    ...services,
    faults,
    admission,
    town,
    signer: async (now) => {
      const sign = signerOf(await secret(), services.config, now)
      return faults.addressesAlwaysNew ? alwaysNew(sign) : sign
    },
    fetch: async (request, env) => app.fetch(request, env instanceof Object ? env : {}),
  }
  const metrics = createMetrics(services.db)
  app.use(metrics.measured)
  app.use(guard(services.config))
  if (faults.crossOrigin) app.use(`${API}/*`, emulatedCrossOrigin)
  app.use(drainRefused)
  app.use(requestLog(services.log))
  app.onError((error, c) => {
    if (error instanceof LostAnswer) throw error
    const refusal = refusalOf(error)
    if (!refusal || refusal.status >= 500) services.log.error({ err: error, path: c.req.path }, 'request failed')
    return finish(c, refusalAnswer(refusal ?? new Refused(500, 'The server made a mistake.')), services.clock())
  })
  serveHealth(app, services)
  serveMetrics(app, services.config, metrics)
  serveTown(app, appServices)
  serveFiles(app, services, { secret, admission })
  if (!faults.noExtensions) serveTownMap(app, services, secret)
  if (!faults.noExtensions) serveSingleSignOn(app, services)
  serveCalls(app, [...sessionRoutes, ...syncRoutes, ...sealRoutes, ...recordRoutes], appServices)
  app.all(`${API}/*`, (c) => c.json({ detail: 'Not Found' }, 404))
  app.all(API, (c) => c.json({ detail: 'Not Found' }, 404))
  serveStatic(app, services.config)
  return app
}

/** Every call of the contract, with and without its trailing slash (C-12); 501 if no route answers it yet. */
const serveCalls = (app: Hono, routes: readonly Route[], appServices: AppServices) => {
  const served = new Set(routes.map(({ endpoint }) => endpoint.id))
  const missing = calls
    .filter(({ id }) => !served.has(id))
    .map(
      (endpoint): Route => ({
        endpoint,
        answer: () => Promise.reject(new Refused(501, 'This call is not served yet')),
      }),
    )
  const places = new Map<string, Route[]>()
  for (const route of [...routes, ...missing].sort(bySpecificity)) {
    const place = placeOf(route.endpoint)
    places.set(place, [...(places.get(place) ?? []), route])
  }
  for (const group of places.values()) {
    const endpoint = group[0]?.endpoint
    if (!endpoint) continue
    const answer = (c: Context) => answerCall(c, chooseRoute(group, c), appServices)
    const path = `${API}${endpoint.path.replace(/\/$/, '')}`
    const exact = endpoint.path.endsWith('/')
    const other = (c: Context) =>
      appServices.faults.redirectsSlashes && !bothForms.has(endpoint.id) ? redirectSlash(c) : answer(c)
    app.on(endpoint.method, path, exact ? other : answer)
    app.on(endpoint.method, `${path}/`, exact ? answer : other)
  }
  refuseOtherMethods(app, [...places.values()].flat())
}

/** 405 lists the allowed methods. Only a path without any call is unknown. */
const refuseOtherMethods = (app: Hono, routes: readonly Route[]) => {
  const methods = new Map<string, Set<string>>()
  for (const { endpoint } of routes) {
    let at = 0
    // The same path for all parameter names.
    const path = `${API}${endpoint.path.replace(/\/$/, '').replaceAll(/:\w+/g, () => `:p${at++}`)}`
    methods.set(path, (methods.get(path) ?? new Set()).add(endpoint.method))
  }
  for (const [path, known] of methods) {
    const allowed = [...known, ...(known.has('GET') ? ['HEAD'] : [])].sort().join(', ')
    const refuse = (c: Context) => c.json({ detail: 'Method Not Allowed' }, 405, { Allow: allowed })
    app.all(path, refuse)
    app.all(`${path}/`, refuse)
  }
}

/**
 * Two rows of the inventory can be one call with different queries (B51, B53): the route with those query parameters
 * answers.
 */
const chooseRoute = (group: readonly Route[], c: Context): Route => {
  const asked = [...new URL(c.req.url).searchParams.keys()]
  const knows = ({ endpoint }: Route) => asked.filter((name) => name in (shapeOf(endpoint.search) ?? {})).length
  const [best] = [...group].sort((a, b) => knows(b) - knows(a))
  if (!best) throw new Error('No route')
  return best
}

const placeOf = ({ method, path }: Endpoint) => `${method} ${path.replace(/\/$/, '').replaceAll(/:\w+/g, ':')}`

/** Fixed words before parameters, so that '/addresses/search' is not read as '/addresses/:addressId'. */
const bySpecificity = (a: Route, b: Route): number => {
  const [left, right] = [sortable(a), sortable(b)]
  return left < right ? -1 : left > right ? 1 : 0
}

const sortable = ({ endpoint }: Route) => endpoint.path.replace(/\/$/, '').replaceAll(/:\w+/g, '\uffff')

/** The comment calls for which a documented server has both forms (measured). */
const bothForms = new Set(['B24', 'B26', 'B29'])

/** Like the documented server: 307 with an absolute URL. */
const redirectSlash = (c: Context): Response => {
  const url = new URL(c.req.url)
  url.pathname = url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : `${url.pathname}/`
  return c.redirect(url.href, 307)
}

/** Caches a value once it was obtained; after a failure the next call tries again. */
const onceThatWorks = <T>(get: () => Promise<T>): (() => Promise<T>) => {
  let got: Promise<T> | undefined
  return () => {
    got ??= get().catch((error) => {
      got = undefined
      throw error
    })
    return got
  }
}
