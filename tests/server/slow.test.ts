import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../src/server/app.ts'
import { bodyTimeouts } from '../../src/server/body-limits.ts'
import { createLog } from '../../src/server/log.ts'
import type { FaultInjector } from '../../src/server/profile.ts'
import { httpLimits } from '../../src/server/security.ts'
import { type Serving, startServing } from '../../src/server/serving.ts'
import { rooms } from '../../src/server/store/town-tables.ts'
import { type Office, office } from '../harness/office.ts'
import { addObservation, jpeg } from './visit.ts'

const usual = { ...bodyTimeouts }
let town: Office
let serving: Serving
beforeEach(async () => {
  town = await office()
  serving = await startServing(town.app, { host: '127.0.0.1', port: 0 })
  bodyTimeouts.bodyMs = 400
})
afterEach(async () => {
  Object.assign(bodyTimeouts, usual)
  await serving.stop()
  await town.close()
})

const addRoom = (name: string) => ({
  method: 'POST',
  body: JSON.stringify({ name }),
  headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${town.people.admin.token}` },
})

const bearer = () => `Authorization: Bearer ${town.people.ons.token}\r\n`

/** Writes the parts one after the other, `everyMs` apart; resolves with what came back, and when the line was closed. */
const trickle = (head: string, parts: (string | Uint8Array)[], everyMs: number) =>
  new Promise<{ said: string; ms: number }>((resolve) => {
    const start = performance.now()
    let said = ''
    const socket = connect(serving.port, '127.0.0.1')
    socket.write(`${head.replaceAll('\n', '\r\n')}\r\n`)
    let at = 0
    const timer = setInterval(() => {
      const part = parts[at++]
      if (part === undefined) return clearInterval(timer)
      socket.write(part)
      return undefined
    }, everyMs)
    socket.on('data', (data) => {
      said += data.toString('latin1')
      // A finished answer on a line that stays open.
      if (/^HTTP\/1.1 201/.test(said)) socket.end()
    })
    // The server cut the connection: only its answers until then count.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(timer)
      resolve({ said, ms: performance.now() - start })
    })
  })

describe('slow callers', () => {
  test('a body that trickles in is refused and the line closed, while others are served', async () => {
    const slow = trickle(
      `POST /api/rooms/ HTTP/1.1\nHost: t\nAuthorization: Bearer ${town.people.admin.token}\nContent-Type: application/json\nContent-Length: 500\n`,
      Array(200).fill('{'),
      50,
    )
    const start = performance.now()
    const honest = await fetch(`http://127.0.0.1:${serving.port}/api/rooms/`, {
      headers: { Authorization: `Bearer ${town.people.ons.token}` },
    })
    expect([honest.status, performance.now() - start < 400]).toEqual([200, true])
    const { said, ms } = await slow
    expect(said).toMatch(/^HTTP\/1.1 408/)
    expect(ms).toBeLessThan(5000)
  })

  test('without a session a trickling body holds the line no longer either', async () => {
    const { said, ms } = await trickle(
      'POST /api/rooms/ HTTP/1.1\nHost: t\nContent-Type: application/json\nContent-Length: 500\n',
      Array(200).fill('{'),
      50,
    )
    expect(said).toMatch(/^HTTP\/1.1 401/)
    expect(ms).toBeLessThan(5000)
  })

  test('a photo over a weak signal takes as long as it needs', async () => {
    const { observationId } = await addObservation(town)
    const photo = await jpeg(300, 200)
    const body = Buffer.concat([
      Buffer.from('--b\r\nContent-Disposition: form-data; name="files"; filename="a.jpg"\r\n\r\n'),
      photo,
      Buffer.from('\r\n--b--\r\n'),
    ])
    const parts = Array.from({ length: 10 }, (_, at) =>
      body.subarray(Math.floor((at * body.length) / 10), Math.floor(((at + 1) * body.length) / 10)),
    )
    const { said, ms } = await trickle(
      `POST /api/observations/${observationId}/photos HTTP/1.1\nHost: t\n${bearer().trim()}\nContent-Type: multipart/form-data; boundary=b\nContent-Length: ${body.length}\n`,
      parts,
      120,
    )
    expect(said).toMatch(/^HTTP\/1.1 201/)
    expect(ms).toBeGreaterThan(bodyTimeouts.bodyMs * 2)
  })

  test('an answer that takes longer than a line may be idle arrives all the same', async () => {
    await serving.stop()
    const limits = { ...httpLimits }
    Object.assign(httpLimits, { timeout: 200 })
    serving = await startServing(town.app, { host: '127.0.0.1', port: 0 })
    const blocker = await town.pool.connect()
    await blocker.query('begin; lock table rooms in exclusive mode')
    const asked = fetch(`http://127.0.0.1:${serving.port}/api/rooms/`, addRoom('Cellar'))
    setTimeout(() => blocker.query('commit'), 1500)
    const answer = await asked.finally(() => Object.assign(httpLimits, limits))
    blocker.release()
    expect(answer.status).toBe(200)
    expect(await town.db.$count(rooms)).toBe(1)
  })

  test('slow headers and silence are closed within 20 seconds, by the limits of the server itself', () => {
    expect(httpLimits.headersTimeout + httpLimits.connectionsCheckingInterval).toBeLessThanOrEqual(20_000)
    expect(httpLimits.timeout).toBeLessThanOrEqual(20_000)
    expect(usual.bodyMs).toBeLessThanOrEqual(20_000)
  })
})

test('a lost answer is a cut connection: the effect remains, the caller learns nothing', async () => {
  const { db, store, config } = town
  const log = createLog('silent')
  const injectFault: FaultInjector = ({ id }) => (id === 'B98' ? { kind: 'loseAnswer' } : undefined)
  const app = createApp({ db, store, config, log, clock: () => new Date(), injectFault })
  const lossy = await startServing(app, { host: '127.0.0.1', port: 0 })
  const asked = fetch(`http://127.0.0.1:${lossy.port}/api/rooms/`, {
    method: 'POST',
    body: '{"name":"Attic"}',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${town.people.admin.token}` },
  })
  await expect(asked).rejects.toThrow('fetch failed')
  expect(await db.$count(rooms)).toBe(1)
  await lossy.stop()
})

test('a stop lets the request under way finish', async () => {
  const body = '{"name":"Hall"}'
  const answer = trickle(
    `POST /api/rooms/ HTTP/1.1\nHost: t\nAuthorization: Bearer ${town.people.admin.token}\nContent-Type: application/json\nContent-Length: ${body.length}\n`,
    [body],
    200,
  )
  await new Promise((resolve) => setTimeout(resolve, 100))
  await serving.stop()
  expect((await answer).said).toMatch(/^HTTP\/1.1 200/)
  serving = await startServing(town.app, { host: '127.0.0.1', port: 0 })
})
