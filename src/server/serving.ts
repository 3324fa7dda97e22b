import { createServer, type IncomingMessage, Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type ServerType, serve } from '@hono/node-server'
import type { Hono } from 'hono'
import { httpLimits } from './security.ts'

/** The app on a port. */
export interface Serving {
  port: number
  /** Accepts no new request, waits for running ones (at most `STOP_MS`), then resolves. */
  stop(): Promise<void>
}

/** How long running requests may take when the server stops: longer than the database's timeouts. */
const STOP_MS = 30_000

/** Serves the app on a port with limits against slow callers. Rejects when the port is taken. */
export const startServing = (app: Hono, { host, port }: { host: string; port: number }): Promise<Serving> =>
  new Promise((resolve, reject) => {
    const { timeout, unreadAnswer, headersTimeout, requestTimeout, keepAliveTimeout, ...options } = httpLimits
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
    if (server instanceof Server) closeStillLines(server, { timeout, unreadAnswer })
    server.once('error', reject)
  })

/**
 * Closes idle connections, but never one that waits for our answer: its change may be committed already, and the sender
 * needs the answer.
 */
const closeStillLines = (server: Server, limits: Pick<typeof httpLimits, 'timeout' | 'unreadAnswer'>) => {
  const underWay = new WeakMap<Socket, Exchange>()
  server.on('request', (request, response) => {
    const { socket } = request
    underWay.set(socket, { request, response })
    response.once('close', () => underWay.delete(socket))
  })
  server.setTimeout(limits.timeout, (socket) => {
    const exchange = underWay.get(socket)
    if (exchange && isOurTurn(exchange)) return
    // The answer to a change is small, and a phone may read it after a long time without signal.
    if (exchange && exchange.request.method !== 'GET' && socket.timeout === limits.timeout)
      return void socket.setTimeout(limits.unreadAnswer)
    socket.destroy()
  })
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
}

/** The whole request has arrived. The sender waits for the answer. */
const isOurTurn = ({ request, response }: Exchange) =>
  request.complete && !response.writableEnded && response.socket?.writableLength === 0

const stop = (server: ServerType): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => {
      if ('closeAllConnections' in server) server.closeAllConnections()
    }, STOP_MS)
    // A browser keeps its connection open after the last answer. It is closed when no request is running on it.
    const idle = setInterval(() => {
      if ('closeIdleConnections' in server) server.closeIdleConnections()
    }, 50)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(idle)
      resolve()
    })
  })
