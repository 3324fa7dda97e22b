import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { runUnderLease } from '../../src/sync/schedule/lease.ts'
import { read, send } from '../../src/sync/transport/send.ts'
import { testDevice } from '../harness/device.ts'

type Phone = Awaited<ReturnType<typeof testDevice>>

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })
const pageOf = (status: number) => new Response('<html>Bad Gateway</html>', { status })
const pathOf = (request: Request) => new URL(request.url).pathname.replace('/api', '')
const made = (id: number, path: string, name: string) => ({
  ...{ id, name, unit_id: null, inspection_id: Number(path.split('/')[2]), created_at: '2026-01-01T00:00:00Z' },
})

/** A phone whose town answers by `answer`; what that leaves open is answered as our own server would. */
async function phoneWith(keeps: 'keyed' | 'documented', answer: (path: string, request: Request) => Response | null) {
  const phone = await testDevice({ url: 'http://town' } as never, { id: 7, token: 't' } as never)
  const asked: string[] = []
  let id = 100
  phone.fetch = async (request) => {
    const path = pathOf(request)
    const key = request.headers.get('Idempotency-Key')
    const echo: Record<string, string> = key && keeps === 'keyed' ? { 'Idempotency-Key': key } : {}
    if (path === '/sync/info') return keeps === 'keyed' ? json({ profile: 'keyed' }, 200, echo) : json({}, 404)
    if (request.method !== 'GET') asked.push(path)
    const own = answer(path, request)
    if (own) return own
    if (request.method === 'GET') return json(path === '/user' ? {} : [])
    if (path !== '/sync/batch')
      return json(made(++id, path, ((await request.json()) as { name: string }).name), 201, echo)
    const calls = (await request.json()) as { key: string; path: string; body: { name: string } }[]
    return json(
      calls.map((it) => ({ key: it.key, status: 201, etag: null, body: made(++id, it.path, it.body.name) })),
      200,
      echo,
    )
  }
  return { phone, asked }
}

/** Lets time pass, a run whenever one is due, as the page's runner does. */
async function pass(phone: Phone, minutes: number) {
  const end = phone.clock.now + minutes * 60_000
  while (phone.clock.now < end) {
    const ran = await runUnderLease(phone)
    const next = ran === 'busy' ? phone.clock.now + 2_000 : (ran.nextAt ?? end)
    phone.clock.now = Math.min(end, Math.max(next, phone.clock.now + 250))
  }
}

const areas = async (phone: Phone, count: number, from = 12) => {
  for (let at = 0; at < count; at++) await perform(phone, addArea, { inspectionId: from + at }, { name: `Area ${at}` })
}

describe('a server behind a proxy that is restarted', () => {
  test.each([502, 503, 500])(
    'I3 I18 answers %i for minutes: nothing is refused, it is asked seldom, and then all leaves',
    async (status) => {
      let isDown = false
      const { phone, asked } = await phoneWith('keyed', () => (isDown ? pageOf(status) : null))
      await runUnderLease(phone)
      isDown = true
      await areas(phone, 120)
      await runUnderLease(phone)
      expect(asked.length).toBeLessThanOrEqual(6)
      await pass(phone, 20)
      expect(asked.length).toBeLessThanOrEqual(150)
      expect(await phone.db.outbox.where('state').equals('waiting').count()).toBe(120)
      isDown = false
      await pass(phone, 10)
      expect(await phone.db.outbox.count()).toBe(0)
    },
  )

  test('I7 an entry on which the server always fails is shown to the user, and everything else leaves', async () => {
    const { phone } = await phoneWith('keyed', (path) => (path.includes('/12/') ? pageOf(502) : null))
    phone.batches = false
    await areas(phone, 10)
    await pass(phone, 2)
    expect(await phone.db.outbox.count()).toBe(1)
    for (let at = 0; at < 8; at++) {
      await areas(phone, 1, 40 + at)
      await pass(phone, 10)
    }
    expect(await phone.db.outbox.toArray()).toMatchObject([{ params: { inspectionId: 12 }, state: 'refused' }])
  })
})

test('I7 a batch in which the server fails on some calls holds nothing else back', async () => {
  const { phone } = await phoneWith('keyed', () => null)
  const plain = phone.fetch
  phone.fetch = async (request) => {
    const answer = await plain(request)
    if (pathOf(request) !== '/sync/batch') return answer
    const calls = (await answer.json()) as { key: string; body: { inspection_id: number } }[]
    const failing = calls.map((it) => (it.body.inspection_id < 16 ? { ...it, status: 500, body: null } : it))
    return json(failing, 200, { 'Idempotency-Key': request.headers.get('Idempotency-Key') ?? '' })
  }
  await areas(phone, 20)
  await runUnderLease(phone)
  expect(await phone.db.fact('holdUntil', 0)).toBe(0)
  expect(await phone.db.outbox.count()).toBe(4)
})

describe('a documented server with one list that cannot be read', () => {
  const refusals: [string, () => Response][] = [
    ['fails', () => pageOf(500)],
    ['is refused', () => json({ detail: 'no' }, 403)],
    ['breaks the contract', () => json([{ id: 'x' }])],
  ]
  test.each(refusals)('I7 the list %s: 40 other entries leave', async (_, answer) => {
    const isList = (path: string, request: Request) => request.method === 'GET' && path.includes('/12/areas')
    const { phone } = await phoneWith('documented', (path, request) => (isList(path, request) ? answer() : null))
    await areas(phone, 41)
    await pass(phone, 20)
    const left = await phone.db.outbox.toArray()
    expect(left.filter((it) => it.params.inspectionId !== 12)).toEqual([])
  })
})

test('I18 a change that is refused for its version again and again is sent ever more seldom', async () => {
  const { phone, asked } = await phoneWith('keyed', () => json({ detail: 'changed' }, 412))
  phone.batches = false
  await areas(phone, 1)
  await pass(phone, 10)
  expect(asked.length).toBeGreaterThan(5)
  expect(asked.length).toBeLessThan(30)
})

describe('Retry-After', () => {
  const dates = { Date: 'Fri, 20 Nov 2026 09:00:00 GMT', 'Retry-After': 'Fri, 20 Nov 2026 09:01:00 GMT' }

  test.each([-3, 0, 3])('I18 as a date, on a device %i hours off, is a minute of the server', async (hours) => {
    const { phone } = await phoneWith('keyed', () => json({ detail: 'busy' }, 429, dates))
    phone.clock.now = Date.parse('2026-11-20T09:00:00Z') + hours * 3_600_000
    await areas(phone, 1)
    await runUnderLease(phone)
    const left = (await phone.db.fact('holdUntil', 0)) - phone.clock.now
    expect(left).toBe(60_000)
  })

  test('I18 of 0 seconds with a 429 is still a pause', async () => {
    const { phone } = await phoneWith('keyed', () => json({ detail: 'busy' }, 429, { 'Retry-After': '0' }))
    await areas(phone, 1)
    await runUnderLease(phone)
    expect((await phone.db.fact('holdUntil', 0)) - phone.clock.now).toBeGreaterThanOrEqual(2_000)
  })

  test('I18 with a 503 to a call without a key holds everything for as long as it says', async () => {
    const busy = () => json({ detail: 'busy' }, 503, { 'Retry-After': '600' })
    const { phone } = await phoneWith('documented', (_, request) => (request.method === 'POST' ? busy() : null))
    await areas(phone, 3)
    await runUnderLease(phone)
    expect((await phone.db.fact('holdUntil', 0)) - phone.clock.now).toBeGreaterThanOrEqual(599_000)
  })
})

describe('an answer that stops in the middle', () => {
  let server: Server | undefined
  afterEach(() => {
    vi.unstubAllGlobals()
    server?.closeAllConnections()
    server?.close()
  })

  test('I15 ends the call after its limit instead of holding the run for ever', async () => {
    server = createServer((_, answer) => {
      answer.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' })
      answer.write('{"id":1,')
    })
    await new Promise<void>((resolve) => server?.listen(0, resolve))
    // The limits of 30 and 60 seconds pass 200 times faster.
    const later = globalThis.setTimeout
    vi.stubGlobal('setTimeout', (run: () => void, ms = 0) => later(run, ms >= 30_000 ? ms / 200 : ms))
    const { port } = server.address() as AddressInfo
    const phone = await testDevice({ url: `http://localhost:${port}` } as never, { id: 7, token: 't' } as never)
    phone.fetch = (request) => fetch(request)
    const wire = { method: 'POST', url: '/areas', encoding: 'json', text: '{}' } as const
    expect(await Promise.all([read(phone, '/areas'), send(phone, wire, 'k')])).toMatchObject([
      { kind: 'silence' },
      { kind: 'silence' },
    ])
  })
})
