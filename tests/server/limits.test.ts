import { afterEach, expect, test } from 'vitest'
import { type Office, type OfficeOptions, office } from '../harness/office.ts'
import { addObservation, jpeg, uploadOf } from './visit.ts'

let town: Office
const open = async (options: OfficeOptions = {}) => {
  town = await office(options)
}
afterEach(() => town.close())

const json = (method: string, body: unknown) => ({
  method,
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
})

test('a method that a call does not have is 405 and says which there are; no call at all is 404', async () => {
  await open()
  for (const [method, path, allow] of [
    ['DELETE', '/api/user', 'GET, HEAD'],
    ['PUT', '/api/rooms/', 'GET, HEAD, POST'],
    ['GET', '/api/login', 'POST'],
  ] as const) {
    const answer = await town.fetch(path, { method, as: town.people.admin })
    expect([answer.status, answer.headers.get('Allow')], path).toEqual([405, allow])
  }
  expect((await town.fetch('/api/nothing', { method: 'PUT', as: town.people.admin })).status).toBe(404)
})

test('https alone is promised only where the town says so', async () => {
  await open({ config: { hsts: true } })
  expect((await town.fetch('/healthz')).headers.get('Strict-Transport-Security')).toBe('max-age=31536000')
  await town.close()
  await open()
  expect((await town.fetch('/healthz')).headers.get('Strict-Transport-Security')).toBeNull()
})

test('a person sends so many files within a day, then 429 until they are older; others go on', async () => {
  let now = new Date('2026-11-20T14:00:00Z')
  await open({
    clock: () => now,
    config: { perDay: { uploads: 2, devices: 2 }, sessionSeconds: 1e6, sessionIdleSeconds: 1e6 },
  })
  const { observationId } = await addObservation(town)
  const bytes = await jpeg()
  const send = (as = town.people.ons) =>
    town.fetch(`/api/observations/${observationId}/photos`, { method: 'POST', body: uploadOf(bytes, 'a.jpg'), as })
  expect([(await send()).status, (await send()).status]).toEqual([201, 201])
  const third = await send()
  expect([third.status, third.headers.get('Retry-After')]).toEqual([429, '3600'])
  expect((await send(town.people.oas)).status).toBe(201)
  now = new Date('2026-11-21T14:00:01Z')
  expect((await send()).status).toBe(201)
})

test('files that are sent at the same moment count towards the limit of a day, and those refused do not', async () => {
  await open({ config: { perDay: { uploads: 3, devices: 2 } } })
  const { observationId } = await addObservation(town)
  const path = `/api/observations/${observationId}/photos`
  const good = await jpeg()
  const send = async (bytes: Uint8Array, as = town.people.ons) =>
    (await town.fetch(path, { method: 'POST', body: uploadOf(bytes, 'a.jpg'), as })).status
  const damaged = Buffer.from(good.subarray(0, good.length / 2))
  expect([await send(damaged), await send(damaged), await send(damaged)]).toEqual([422, 422, 422])
  const sent = await Promise.all(Array.from({ length: 8 }, () => send(good)))
  expect(sent.sort()).toEqual([201, 201, 201, 429, 429, 429, 429, 429])
  expect([await send(good), await send(good, town.people.oas)]).toEqual([429, 201])
})

test('a person reports from so many devices within a day, then from those alone', async () => {
  await open({ config: { perDay: { uploads: 2, devices: 2 } } })
  const said = { waiting: 0, needsYou: 0, photosWaiting: 0, oldestAt: null, lastSentAt: null, version: '1' }
  const report = async (device: string) =>
    (await town.fetch('/api/sync/heartbeat', { ...json('POST', { ...said, device }), as: town.people.ons })).status
  expect([await report('phone'), await report('tablet'), await report('third'), await report('phone')]).toEqual([
    200, 200, 429, 200,
  ])
})
