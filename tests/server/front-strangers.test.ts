import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openBodies, type TestFront, testFront } from '../harness/front.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

let front: TestFront
let seen: string[]
let answersUser: 'yes' | 'fails' | 'breaks off'
let now: Date
/** Changes are answered after this. */
let held: Promise<void>
beforeEach(async () => {
  seen = []
  answersUser = 'yes'
  held = Promise.resolve()
  now = new Date('2026-11-20T09:00:00Z')
  const records = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`)
    const json = (status: number, body: string) =>
      outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
    const isUser = incoming.url === '/api/user'
    if (isUser && answersUser === 'breaks off') return void incoming.socket.destroy()
    if (isUser && answersUser === 'fails') return void json(500, '{}')
    const isGood = incoming.headers.authorization?.endsWith('.good')
    incoming.resume().on('end', async () => {
      if (!isGood && incoming.url !== '/api/sync/info') return json(401, '{"detail":"Unknown token"}')
      if (incoming.method === 'POST') await held
      if (incoming.method === 'POST') return json(200, '{"id":5,"secret":"of seven"}')
      return isUser ? json(200, '{"id":7}') : json(404, '{}')
    })
  })
  await new Promise<void>((resolve) => records.listen(0, '127.0.0.1', resolve))
  closers.push(() => {
    records.closeAllConnections()
    records.close()
  })
  const address = records.address()
  const port = address instanceof Object ? address.port : 0
  front = await testFront(`http://127.0.0.1:${port}/api`, { clock: () => now })
  closers.push(front.close)
})

/** A token that names person 7 and is signed by the town's server, or by a stranger. */
const tokenBy = (signer: 'good' | 'forged') =>
  `x.${Buffer.from(JSON.stringify({ sub: '7' })).toString('base64url')}.${signer}`

/** Sends a body of `kB` as somebody, and counts the open files meanwhile. */
const upload = async (signer: 'good' | 'forged', kB: number) => {
  let [sent, written] = [0, 0]
  const body = new ReadableStream({
    pull: (out) => {
      written += openBodies()
      sent += 64
      out.enqueue(new Uint8Array(64 * 1024))
      if (sent >= kB) out.close()
    },
  })
  const headers = {
    'Idempotency-Key': randomUUID(),
    'Content-Type': 'multipart/form-data; boundary=b',
    Authorization: `Bearer ${tokenBy(signer)}`,
  }
  const init: RequestInit & { duplex: 'half' } = { method: 'POST', body, headers, duplex: 'half' }
  const answer = await front.app.fetch(new Request(`${front.url}/api/odd`, init))
  return { status: answer.status, retryAfter: answer.headers.get('Retry-After'), written }
}

const post = (signer: 'good' | 'forged', key: string) =>
  fetch(`${front.url}/api/odd`, {
    method: 'POST',
    body: '{"a":1}',
    headers: {
      'Idempotency-Key': key,
      'Content-Type': 'application/json',
      Authorization: `Bearer ${tokenBy(signer)}`,
    },
  })
const asked = () => seen.filter((it) => it === 'GET /api/user').length

describe.runIf(process.platform === 'linux')('a long body goes to the disk of a front', () => {
  test('never for a forged token', async () => {
    expect(await upload('forged', 2048)).toMatchObject({ status: 401, written: 0 })
    expect(seen.filter((it) => it.startsWith('POST'))).toEqual([])
  })

  test('after the token was checked, once a minute', async () => {
    expect(await upload('good', 128)).toMatchObject({ status: 200, written: 0 })
    expect(asked()).toBe(0)
    for (let time = 0; time < 3; time++)
      expect(await upload('good', 512)).toMatchObject({ status: 200, written: expect.any(Number) })
    expect(asked()).toBe(1)
    now = new Date(now.getTime() + 61_000)
    expect(await upload('good', 512)).toMatchObject({ status: 200 })
    expect(asked()).toBe(2)
  })

  test.each(['fails', 'breaks off'] as const)(
    'not while the town’s server %s, and the phone asks again',
    async (how) => {
      answersUser = how
      expect(await upload('good', 512)).toEqual({ status: 503, retryAfter: '15', written: 0 })
      answersUser = 'yes'
      expect(await upload('good', 512)).toMatchObject({ status: 200 })
    },
  )
})

describe('a kept answer', () => {
  test('is not given to a forged token, and a good one gets it without a second call', async () => {
    const key = randomUUID()
    expect((await post('good', key)).status).toBe(200)
    const stolen = await post('forged', key)
    expect([stolen.status, await stolen.json()]).toEqual([401, { detail: 'Unknown token' }])
    const again = await post('good', key)
    expect([again.headers.get('Idempotency-Replayed'), await again.json()]).toEqual([
      'true',
      { id: 5, secret: 'of seven' },
    ])
    expect(seen.filter((it) => it.startsWith('POST'))).toHaveLength(1)
  })

  test('waits while the town’s server cannot say whether the token is good', async () => {
    const key = randomUUID()
    expect((await post('good', key)).status).toBe(200)
    answersUser = 'fails'
    const late = await post('good', key)
    expect([late.status, late.headers.get('Retry-After')]).toEqual([503, '15'])
    answersUser = 'yes'
    expect((await post('good', key)).headers.get('Idempotency-Replayed')).toBe('true')
  })

  test('is not given to a forged token that comes while the call is under way', async () => {
    const key = randomUUID()
    let answer = () => {}
    held = new Promise((resolve) => {
      answer = resolve
    })
    const good = post('good', key)
    await expect.poll(() => seen).toContain('POST /api/odd')
    const stolen = post('forged', key)
    await expect.poll(asked).toBe(1)
    answer()
    expect([(await good).status, (await stolen).status]).toEqual([200, 401])
  })
})
