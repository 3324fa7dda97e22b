import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { addObservation } from '../server/visit.ts'
import { testFront } from './front.ts'
import { office } from './office.ts'

/** What happens to the next changing calls on the connection to the documented server. */
export type CallFate =
  | 'fine'
  | 'dropped'
  | 'refused'
  | 'no content'
  | 'broken before'
  | 'broken after'
  | 'failed after'
  | 'held'

/** The documented server, a faulty connection to it, and a front. Call `closers` after the test, last first. */
export const frontTown = async (closers: (() => unknown)[]) => {
  const records = await office({ profile: 'documented' })
  closers.push(() => records.close())
  const fates: CallFate[] = []
  const seen: string[] = []
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const line = createServer(async (incoming, outgoing) => {
    const body = await bytesOf(incoming)
    const isWrite = incoming.method !== 'GET'
    seen.push(`${incoming.method} ${incoming.url}`)
    const fate = isWrite ? fates.shift() : undefined
    if (fate === 'broken before') return void incoming.socket.destroy()
    if (fate === 'dropped') {
      const said = { 'Content-Type': 'application/json' }
      return void outgoing.writeHead(201, said).end('{"detail":"Photos uploaded successfully"}')
    }
    if (fate === 'refused') return void outgoing.writeHead(429).end()
    if (fate === 'held') await held
    const asked = new Request(`${records.url}${incoming.url}`, {
      method: incoming.method ?? 'GET',
      headers: Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' && !['connection', 'host'].includes(name) ? [[name, value]] : [],
      ),
      ...(isWrite && body.byteLength > 0 ? { body: Uint8Array.from(body) } : {}),
    })
    const answer = await records.app.fetch(asked)
    if (fate === 'broken after') return void incoming.socket.destroy()
    if (fate === 'no content') return void outgoing.writeHead(204).end()
    if (fate === 'failed after') return void outgoing.writeHead(500).end('Internal Server Error')
    await pass(answer, outgoing)
  })
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    letGo()
    line.closeAllConnections()
    line.close()
  })
  const address = line.address()
  const api = `http://127.0.0.1:${address instanceof Object ? address.port : 0}/api`
  const clock = { now: Date.UTC(2026, 10, 20, 14) }
  const open = async (database?: string) => {
    const it = await testFront(api, { clock: () => new Date(clock.now), ...(database ? { database } : {}) })
    closers.push(it.close)
    return it
  }
  const visit = await addObservation(records)
  return { records, visit, fates, seen, clock, open, letGo: () => letGo(), ons: records.people.ons }
}

const bytesOf = async (incoming: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const pass = async (answer: Response, outgoing: ServerResponse) => {
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
  outgoing.end(Buffer.from(await answer.arrayBuffer()))
}
