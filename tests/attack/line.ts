import { type Agent, request } from 'node:http'
import { connect } from 'node:net'
import type { HostileRequest } from './hostile-request.ts'

/** The answer: a status, or null when the connection was closed without one. */
export interface AttackReply {
  status: number | null
  /** The beginning of the body, or the reason for the close. */
  words: string
  /** Whether the answer has Retry-After: the request itself was not wrong. */
  isLater?: boolean
}

/** Longer than any timeout of the server for an honest caller. */
const WAIT_MS = 100_000

/** Sends a request and returns the answer. */
export const send = (base: string, agent: Agent, strike: HostileRequest, token: string | null): Promise<AttackReply> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(base)
    const { method, path, body } = strike
    const headers = {
      ...strike.headers,
      // Some methods have no Content-Length by default. Without it the body would be parsed as the next request.
      ...(body.length > 0 ? { 'Content-Length': body.length } : {}),
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
    }
    const asked = request({ agent, hostname, port, method, path, headers, timeout: WAIT_MS }, (answer) => {
      const chunks: Buffer[] = []
      let length = 0
      answer.on('data', (chunk: Buffer) => {
        if (length < 2_000) chunks.push(chunk)
        length += chunk.length
      })
      const done = () =>
        resolve({
          status: answer.statusCode ?? null,
          words: Buffer.concat(chunks).toString('utf8').slice(0, 2_000),
          isLater: answer.statusCode === 503 && answer.headers['retry-after'] !== undefined,
        })
      answer.on('end', done)
      // A truncated answer counts as none.
      answer.on('error', (error) => resolve({ status: null, words: `the answer was cut: ${error.message}` }))
    })
    asked.on('timeout', () => asked.destroy(new Error(`no answer within ${WAIT_MS} ms`)))
    asked.on('error', (error) => {
      // The server may close a kept-open connection at the moment the next request leaves (RFC 9112, 9.3.1).
      const isStale = asked.reusedSocket && 'code' in error && error.code === 'ECONNRESET'
      if (isStale) resolve(send(base, agent, strike, token))
      else resolve({ status: null, words: error.message })
    })
    asked.end(body.length > 0 ? body : undefined)
  })

/** Sends bytes and returns the status line of the answer, if one comes before the connection is closed. */
export const sendRaw = (base: string, bytes: string): Promise<AttackReply> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(base)
    let heard = ''
    const socket = connect(Number(port), hostname, () => socket.end(Buffer.from(bytes, 'latin1')))
    socket.setTimeout(WAIT_MS, () => socket.destroy())
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    // The server may close the connection before everything was sent.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      const status = /^HTTP\/1\.1 (\d{3})/.exec(heard)?.[1]
      resolve({ status: status ? Number(status) : null, words: heard.slice(0, 2_000) })
    })
  })
