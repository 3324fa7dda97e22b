import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Token } from '../../src/contract/session.ts'
import { DEMO_PASSWORD } from '../../src/server/demo/demo-town.ts'
import { spawnServer } from '../harness/server-process.ts'
import { spread } from './stats.ts'

/**
 * One person who saves, alone and beside a crowd of readers: `npm run bench:load -- --readers 200 --seconds 15`. The
 * server is a process of its own on the demo town, as `npm start` makes it.
 */
const { values } = parseArgs({
  options: {
    readers: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '15' },
    saves: { type: 'string', default: '200' },
  },
})
const [readers, seconds, saves] = [Number(values.readers), Number(values.seconds), Number(values.saves)]

/** The calls of an office all day. */
const pages = ['/rooms/', '/violations/?limit=50', '/inspections/?limit=50', '/user', '/codes/', '/comments/?limit=50']

const folder = mkdtempSync(join(tmpdir(), 'codesoft-load-'))
const server = spawnServer({ DATA_FOLDER: folder })
try {
  const address = await server.address
  const headers = { Authorization: `Bearer ${await tokenOf(address)}` }
  const ask = asker(address, headers, readers + 1)
  const save = async (n: number) => {
    const start = performance.now()
    const body = JSON.stringify({ name: `Room ${n}` })
    const { status } = await ask('POST', '/rooms/', body)
    if (status >= 300) throw new Error(`A save was answered ${status}`)
    return performance.now() - start
  }
  for (let n = 0; n < 50; n++) await save(n)
  const alone: number[] = []
  for (let n = 0; n < saves; n++) alone.push(await save(n))

  const seen = new Map<number, number>()
  const reads: number[] = []
  let isOver = false
  const reader = async (at: number) => {
    for (let n = at; !isOver; n++) {
      const start = performance.now()
      const { status } = await ask('GET', pages[n % pages.length] ?? '/rooms/')
      reads.push(performance.now() - start)
      seen.set(status, (seen.get(status) ?? 0) + 1)
    }
  }
  const crowd = Promise.all(Array.from({ length: readers }, (_, at) => reader(at)))
  const beside: number[] = []
  for (const end = performance.now() + seconds * 1000; performance.now() < end; ) beside.push(await save(beside.length))
  isOver = true
  await crowd
  const ms = (times: number[]) => {
    const { p50, p95, max } = spread(times)
    return `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, most ${max.toFixed(1)} ms`
  }
  console.log(`a save alone:           ${ms(alone)}`)
  console.log(
    `beside ${readers} readers:     ${ms(beside)}  (${(spread(beside).p95 / spread(alone).p95).toFixed(1)} times)`,
  )
  console.log(`a read:                 ${ms(reads)}  (${Math.round(reads.length / seconds)} each second)`)
  console.log(`answers to the readers: ${[...seen].map(([status, count]) => `${count} x ${status}`).join(', ')}`)
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function tokenOf(address: string): Promise<string> {
  const body = new URLSearchParams({ username: 'admin@codesoft.example', password: DEMO_PASSWORD })
  return Token.parse(await (await fetch(`${address}/api/login`, { method: 'POST', body })).json()).access_token
}

/** Over as many lines that stay open as there are people. */
function asker(address: string, headers: Record<string, string>, lines: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: lines })
  return (method: string, path: string, body?: string) =>
    new Promise<{ status: number }>((resolve, reject) => {
      const type: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' }
      const asked = request(`${address}/api${path}`, { agent, method, headers: { ...headers, ...type } }, (answer) => {
        answer.resume()
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0 }))
      })
      asked.on('error', reject)
      asked.end(body)
    })
}
