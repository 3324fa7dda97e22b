import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A line that delivers chosen calls a second time, as a browser does by itself when a used connection breaks. */
export interface RepeatingLine {
  url: string
  /** The next call that matches is delivered twice, and only the second is answered. */
  repeatNext(path: RegExp): void
  close(): Promise<void>
}

/** Opens such a line in front of a server. */
export async function openRepeatingLine(to: string): Promise<RepeatingLine> {
  let repeated: RegExp | null = null
  const pass = (from: IncomingMessage, body: Buffer) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const on = request(new URL(from.url ?? '/', to), { method: from.method ?? 'GET', headers: from.headers }, resolve)
      on.on('error', reject)
      on.end(body)
    })
  const carry = async (from: IncomingMessage, answer: ServerResponse) => {
    const body = Buffer.concat(await from.toArray())
    if (from.method === 'POST' && repeated?.test(from.url ?? '')) {
      repeated = null
      await (await pass(from, body)).resume()
    }
    const answered = await pass(from, body)
    answer.writeHead(answered.statusCode ?? 502, answered.headers)
    answered.pipe(answer)
  }
  const server = createServer((from, answer) => void carry(from, answer).catch(() => answer.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    repeatNext(path) {
      repeated = path
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
