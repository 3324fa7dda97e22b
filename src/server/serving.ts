import { createServer } from 'node:http'
import { type ServerType, serve } from '@hono/node-server'
import type { Hono } from 'hono'
import { httpLimits } from './security.ts'

/** The app on a port. */
export interface Serving {
  port: number
  /** Takes no new request, lets those under way finish (at most `STOP_MS`), then resolves. */
  stop(): Promise<void>
}

/** How long requests under way may still take when the server stops. */
const STOP_MS = 10_000

/** Puts the app on a port, with the limits that keep slow callers from holding it. Rejects when the port is taken. */
export const startServing = (app: Hono, { host, port }: { host: string; port: number }): Promise<Serving> =>
  new Promise((resolve, reject) => {
    const { timeout, headersTimeout, requestTimeout, keepAliveTimeout, ...options } = httpLimits
    const server = serve(
      {
        fetch: app.fetch,
        hostname: host,
        port,
        createServer,
        serverOptions: { ...options, headersTimeout, requestTimeout, keepAliveTimeout },
      },
      (address) => resolve({ port: address.port, stop: () => stop(server) }),
    )
    if ('setTimeout' in server) server.setTimeout(timeout)
    server.once('error', reject)
  })

const stop = (server: ServerType): Promise<void> =>
  new Promise((resolve) => {
    const patience = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections()
    }, STOP_MS)
    // A browser keeps its line open after the last answer; it is closed as soon as nothing is under way on it.
    const idle = setInterval(() => {
      if ('closeIdleConnections' in server) server.closeIdleConnections()
    }, 50)
    server.close(() => {
      clearTimeout(patience)
      clearInterval(idle)
      resolve()
    })
  })
