import { randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { openBodies, testFront } from '../harness/front.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** A documented server that knows one person, and a front before it. `write` answers what changes something. */
const town = async (write: RequestListener) => {
  const seen: string[] = []
  const records = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`)
    if (incoming.method !== 'GET') return write(incoming, outgoing)
    const isUser = incoming.url === '/api/user'
    outgoing.writeHead(isUser ? 200 : 404, { 'Content-Type': 'application/json' }).end(isUser ? '{"id":7}' : '{}')
  })
  await new Promise<void>((resolve) => records.listen(0, '127.0.0.1', resolve))
  const address = records.address()
  const front = await testFront(`http://127.0.0.1:${address instanceof Object ? address.port : 0}/api`)
  closers.push(front.close)
  const stop = async () => {
    records.closeAllConnections()
    await new Promise((resolve) => records.close(resolve))
  }
  closers.push(stop)
  return { front, seen, stop }
}

const send = (url: string, body: BodyInit, more: Record<string, string> = {}) =>
  fetch(`${url}/api/odd`, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'text/plain', 'Idempotency-Key': randomUUID(), ...more },
  })
const signedIn = { Authorization: 'Bearer seven' }

const long = 'x'.repeat(1024 * 1024)

test.runIf(process.platform === 'linux')('a body that cannot be passed on leaves no file open', async () => {
  let isBroken = false
  const { front, stop } = await town((incoming, outgoing) => {
    if (isBroken) return void incoming.socket.destroy()
    incoming.resume().on('end', () => outgoing.writeHead(200, { 'Content-Type': 'application/json' }).end('{}'))
  })
  expect((await send(front.url, long, signedIn)).status).toBe(200)
  isBroken = true
  expect((await send(front.url, long, signedIn)).status).toBe(409)
  await stop()
  for (let time = 0; time < 3; time += 1) expect((await send(front.url, long, signedIn)).status).toBe(503)
  await expect.poll(openBodies).toBe(0)
})

test.runIf(process.platform === 'linux')(
  'nothing of a call without a token is written down, alone or as a batch',
  async () => {
    const { front, seen } = await town((_, outgoing) => outgoing.writeHead(200).end())
    const headers = { 'Idempotency-Key': randomUUID(), 'Content-Type': 'multipart/form-data; boundary=b' }
    for (const path of ['/api/odd', '/api/sync/batch']) {
      let [pieces, written] = [0, 0]
      const body = new ReadableStream({
        pull: (out) => {
          written += openBodies()
          pieces += 1
          out.enqueue(new Uint8Array(64 * 1024))
          if (pieces === 20) out.close()
        },
      })
      const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
      const answer = await front.app.fetch(new Request(`${front.url}${path}`, init))
      expect([answer.status, await answer.json()], path).toEqual([401, { detail: 'Not authenticated' }])
      expect(written).toBe(0)
    }
    expect(seen.filter((it) => it.startsWith('POST'))).toEqual([])
  },
)

test('a body without files is at most 2 MB long', async () => {
  const { front, seen } = await town((_, outgoing) => outgoing.writeHead(200).end())
  const answer = await send(front.url, long.repeat(3), signedIn)
  expect([answer.status, await answer.json()]).toEqual([413, { detail: 'The request is larger than 2 MB' }])
  expect(seen.filter((it) => it.startsWith('POST'))).toEqual([])
})
