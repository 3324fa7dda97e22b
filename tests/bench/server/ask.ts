import { readFileSync } from 'node:fs'
import { Agent, type RequestOptions, request } from 'node:http'
import { Token } from '../../../src/contract/session.ts'
import { people } from '../../harness/people.ts'
import { percentile } from '../stats.ts'

/** One way to ask a server, over connections that stay open. */
export type Asker = (
  path: string,
  more?: { method?: string; body?: string; headers?: Record<string, string> },
) => Promise<string>

/** Asks over plain HTTP on this many connections. The client's own cost is the same for both servers. */
export function askerOf(address: string, always: Record<string, string> = {}, lines = 6): Asker {
  const agent = new Agent({ keepAlive: true, maxSockets: lines })
  const ask: Asker = (path, { method = 'GET', body, headers = {} } = {}) =>
    new Promise((resolve, reject) => {
      const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
      const options: RequestOptions = { agent, method, headers: { ...always, ...type, ...headers } }
      const asked = request(`${address}${path}`, options, (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (data: string) => {
          text += data
        })
        answer.on('end', () =>
          (answer.statusCode ?? 500) < 300 ? resolve(text) : reject(new Error(`${path}: ${answer.statusCode} ${text}`)),
        )
      })
      asked.on('error', (error) => {
        // A line that was still for long may be closed by the server in the moment of the question.
        if (asked.reusedSocket && method === 'GET' && 'code' in error && error.code === 'ECONNRESET')
          return resolve(ask(path, { headers }))
        reject(error)
      })
      asked.end(body)
    })
  return ask
}

/** The same, signed in as the first inspector. */
export async function signedIn(address: string): Promise<{ ask: Asker; token: string }> {
  const { email, password } = people.ons
  const body = new URLSearchParams({ username: email, password })
  const answer = await fetch(`${address}/api/login`, { method: 'POST', body })
  const token = Token.parse(await answer.json()).access_token
  return { ask: askerOf(`${address}/api`, { Authorization: `Bearer ${token}` }), token }
}

/** p95 (or another share) in ms of ours and theirs, asked in turns so that a noisy moment hits both. */
export async function inTurns(
  count: number,
  ours: (n: number) => Promise<unknown>,
  theirs: (n: number) => Promise<unknown>,
  share = 0.95,
): Promise<{ ours: number; theirs: number }> {
  const times = { ours: [] as number[], theirs: [] as number[] }
  const warmUp = 40
  for (let n = 0; n < count + warmUp; n++) {
    for (const [name, work] of [
      ['ours', ours],
      ['theirs', theirs],
    ] as const) {
      const start = performance.now()
      await work(n)
      if (n >= warmUp) times[name].push(performance.now() - start)
    }
  }
  return { ours: percentile(times.ours, share), theirs: percentile(times.theirs, share) }
}

/** Memory of a process in MB: now, and the most since `forgetPeak`. */
export const memoryOf = (pid: number): { now: number; peak: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kB = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1])
  return { now: kB('VmRSS') / 1024, peak: kB('VmHWM') / 1024 }
}
