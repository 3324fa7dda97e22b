import { sql } from 'drizzle-orm'
import type { Hono } from 'hono'
import { calls } from '../contract/calls.ts'
import { openApiOf } from '../contract/openapi.ts'
import type { Services } from './endpoint.ts'

/** How long the readiness check waits for the database. */
const READY_WITHIN_MS = 3000

/** Health checks (alive, ready) and the OpenAPI document. No session is needed. */
export const serveHealth = (app: Hono, { db, log }: Services): void => {
  let description: string | undefined

  app.get('/healthz', (c) => c.json({ status: 'ok' }))

  app.get('/readyz', async (c) => {
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error('The database does not answer')), READY_WITHIN_MS).unref(),
    )
    try {
      await Promise.race([db.execute(sql`select 1`), late])
      return c.json({ status: 'ready' })
    } catch (error) {
      log.warn({ err: error }, 'not ready')
      return c.json({ detail: 'The database does not answer' }, 503, { 'Retry-After': '15' })
    }
  })

  const openApi = () => {
    description ??= JSON.stringify(openApiOf(calls))
    return new Response(description, { headers: { 'Content-Type': 'application/json' } })
  }
  app.get('/openapi.json', openApi)
  app.get('/api/openapi.json', openApi)
}
