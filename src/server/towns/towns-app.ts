import { type Context, Hono } from 'hono'

/**
 * Routes each request by its host name to the app of that town; 421 for an unknown name. Each town has a whole app with
 * its own database, so no data of one town can be reached through another's name.
 */
export const createTownsApp = (towns: ReadonlyMap<string, Hono>, trustProxy: boolean): Hono => {
  const app = new Hono({ strict: true })
  // Health checks use the machine's address and know no town's name.
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c, next) => {
    if (towns.has(hostOf(c, trustProxy))) return next()
    for (const town of towns.values()) {
      const answer = await town.request('/readyz')
      if (!answer.ok) return answer
    }
    return c.json({ status: 'ready' })
  })
  app.all('*', (c) => {
    const town = towns.get(hostOf(c, trustProxy))
    if (!town) return c.json({ detail: 'No town of this name is here' }, 421)
    // The request's environment, including its connection, is passed on unchanged.
    return town.fetch(c.req.raw, c.env)
  })
  return app
}

/** 'fernhill.example' for 'Fernhill.example.:4300'. */
const hostOf = (c: Context, trustProxy: boolean): string => {
  const forwarded = trustProxy ? c.req.header('X-Forwarded-Host')?.split(',').at(-1) : undefined
  const host = forwarded ?? c.req.header('Host') ?? new URL(c.req.url).host
  return host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}
