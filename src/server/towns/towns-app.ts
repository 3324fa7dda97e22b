import { type Context, Hono } from 'hono'

/**
 * Gives each request to the town whose host name it asks for; 421 for a name that is nobody's. Every town's app is the
 * whole app, with its own database, so nothing of one can be reached through another's name.
 */
export const createTownsApp = (towns: ReadonlyMap<string, Hono>, trustProxy: boolean): Hono => {
  const app = new Hono({ strict: true })
  // Whoever looks after the machine asks by its address and knows no town's name.
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
    // The environment of the request, its connection included, belongs to the town's app as it is.
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
