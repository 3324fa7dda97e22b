import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createApp } from '../../src/server/app.ts'
import { createLog } from '../../src/server/log.ts'
import { type FaultInjector, faultsOf } from '../../src/server/profile.ts'
import { attachments, auditLog, idempotencyKeys } from '../../src/server/store/core-tables.ts'
import { rooms } from '../../src/server/store/town-tables.ts'
import { type Office, office } from '../harness/office.ts'
import { addObservation, jpeg, uploadOf } from './visit.ts'

let town: Office
beforeEach(async () => {
  town = await office()
})
afterEach(() => town.close())

const addRoom = (body: unknown, key?: string, fetch: Office['fetch'] = town.fetch) =>
  fetch('/api/rooms/', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...(key ? { 'Idempotency-Key': key } : {}) },
    as: town.people.admin,
  })

const roomCount = () => town.db.$count(rooms)

/** The same office behind a network that does as told. */
const faultyFetch = (injectFault: FaultInjector): Office['fetch'] => {
  const { db, store, config } = town
  const app = createApp({
    db,
    store,
    config,
    log: createLog('silent'),
    clock: () => new Date(),
    faults: faultsOf('keyed'),
    injectFault,
  })
  return async (asked, { as, ...init } = {}) => {
    const request = asked instanceof Request ? asked : new Request(new URL(asked, town.url), init)
    if (as) request.headers.set('Authorization', `Bearer ${as.token}`)
    return app.fetch(request)
  }
}

describe('G-07 the same call sent twice', () => {
  test('has one effect and one answer, and the key is echoed as it was sent', async () => {
    const first = await addRoom({ name: 'Attic' }, '"b6a1c0de-0001"')
    const second = await addRoom({ name: 'Attic' }, '"b6a1c0de-0001"')
    expect([first.status, second.status]).toEqual([200, 200])
    expect(first.headers.get('Idempotency-Key')).toBe('"b6a1c0de-0001"')
    expect(first.headers.get('Idempotency-Replayed')).toBeNull()
    expect(second.headers.get('Idempotency-Replayed')).toBe('true')
    expect(second.headers.get('ETag')).toBe(first.headers.get('ETag'))
    expect(await second.text()).toBe(await first.text())
    expect(await roomCount()).toBe(1)
  })

  test('is one call whether the key is a bare token or a structured string', async () => {
    await addRoom({ name: 'Attic' }, 'b6a1c0de-0002')
    const second = await addRoom({ name: 'Attic' }, '"b6a1c0de-0002"')
    expect(second.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await roomCount()).toBe(1)
  })

  test('with another body under the same key is 422, and does nothing', async () => {
    await addRoom({ name: 'Attic' }, 'key-3')
    const other = await addRoom({ name: 'Cellar' }, 'key-3')
    expect([other.status, await other.json()]).toEqual([
      422,
      { detail: 'This Idempotency-Key was used for another request' },
    ])
    expect(await roomCount()).toBe(1)
  })

  test('ten times at once makes one row and ten equal answers', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => addRoom({ name: 'Attic' }, 'key-4')))
    const texts = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(texts).size).toBe(1)
    expect(answers.filter(({ headers }) => headers.get('Idempotency-Replayed') === null)).toHaveLength(1)
    expect(await roomCount()).toBe(1)
  })

  test('without a key makes two rows, as documented', async () => {
    await addRoom({ name: 'Attic' })
    await addRoom({ name: 'Attic' })
    expect(await roomCount()).toBe(2)
  })

  test('after a refusal may be repaired under the same key', async () => {
    expect((await addRoom({ name: '' }, 'key-5')).status).toBe(422)
    expect((await addRoom({ name: 'Attic' }, 'key-5')).status).toBe(200)
    expect(await roomCount()).toBe(1)
  })

  test('of an upload is the same although its boundary is another', async () => {
    const { observationId } = await addObservation(town)
    const send = async () =>
      town.fetch(`/api/observations/${observationId}/photos`, {
        method: 'POST',
        body: uploadOf(await jpeg(), 'stairs.jpg'),
        headers: { 'Idempotency-Key': 'key-6' },
        as: town.people.ons,
      })
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(await second.text()).toBe(await first.text())
    expect(await town.db.$count(attachments)).toBe(1)
  })

  test('gets the first answer when that was lost on the way, or came back as a failure', async () => {
    let calls = 0
    const injectFault: FaultInjector = ({ id }) => {
      if (id !== 'B98') return undefined
      calls++
      return calls === 1 ? { kind: 'loseAnswer' } : calls === 2 ? { kind: 'failAfter', status: 502 } : undefined
    }
    const fetch = faultyFetch(injectFault)
    await expect(addRoom({ name: 'Attic' }, 'key-7', fetch)).rejects.toThrow()
    expect((await addRoom({ name: 'Attic' }, 'key-7', fetch)).status).toBe(502)
    const third = await addRoom({ name: 'Attic' }, 'key-7', fetch)
    expect([third.status, third.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
    expect(await roomCount()).toBe(1)
  })

  test.each(['', 'two words', '"open', 'a'.repeat(300), '1;2'])('with the key %j is 400', async (key) => {
    const answer = await town.fetch('/api/rooms/', {
      method: 'POST',
      body: '{"name":"Attic"}',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
      as: town.people.admin,
    })
    expect(answer.status).toBe(400)
    expect(await roomCount()).toBe(0)
  })

  test('is remembered in the transaction of its effect: who, which call, and the audit line with it', async () => {
    const answer = await addRoom({ name: 'Attic' }, 'key-8')
    const { id } = (await answer.json()) as { id: number }
    const [kept] = await town.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.key, 'key-8'))
    expect(kept).toMatchObject({ user_id: town.people.admin.id, call: 'B98', status: 200 })
    const lines = await town.db.select().from(auditLog)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({
      user_id: town.people.admin.id,
      call: 'B98',
      key: 'key-8',
      record_type: 'room',
      record_id: id,
      body: { name: 'Attic' },
    })
  })
})

describe('G-08 versions', () => {
  const one = async (id: number, headers: Record<string, string> = {}) =>
    town.fetch(`/api/rooms/${id}`, { headers, as: town.people.ons })
  const rename = (id: number, name: string, ifMatch: string) =>
    town.fetch(`/api/rooms/${id}`, {
      method: 'PUT',
      body: JSON.stringify({ name }),
      headers: { 'Content-Type': 'application/json', 'If-Match': ifMatch },
      as: town.people.admin,
    })

  test('an answer that is known already is 304, and a changed one is not', async () => {
    const { id } = (await (await addRoom({ name: 'Attic' })).json()) as { id: number }
    const etag = (await one(id)).headers.get('ETag')!
    const known = await one(id, { 'If-None-Match': etag })
    expect([known.status, await known.text()]).toEqual([304, ''])
    await rename(id, 'Loft', '*')
    expect((await one(id, { 'If-None-Match': etag })).status).toBe(200)
  })

  test('a change to an outdated version is 412 and does nothing', async () => {
    const room = (await (await addRoom({ name: 'Attic' })).json()) as { id: number; updated_at: string }
    const etag = (await one(room.id)).headers.get('ETag')!
    expect((await rename(room.id, 'Loft', etag)).status).toBe(200)
    const late = await rename(room.id, 'Garret', etag)
    expect(late.status).toBe(412)
    expect(await (await one(room.id)).json()).toMatchObject({ name: 'Loft' })
    // The answer names the current version; with it the change goes through.
    expect((await rename(room.id, 'Garret', late.headers.get('ETag')!)).status).toBe(200)
  })

  test('a version that a proxy marked as weak counts, and an outdated one is still refused', async () => {
    const room = (await (await addRoom({ name: 'Attic' })).json()) as { id: number }
    const weak = `W/${(await one(room.id)).headers.get('ETag')}`
    expect((await rename(room.id, 'Loft', weak)).status).toBe(200)
    expect((await rename(room.id, 'Garret', weak)).status).toBe(412)
  })

  test('the version can be made from a row of a list, and a change already made is no conflict', async () => {
    const room = (await (await addRoom({ name: 'Attic' })).json()) as { id: number; updated_at: string }
    const version = `"${room.id}-${Date.parse(room.updated_at)}"`
    expect((await rename(room.id, 'Loft', version)).status).toBe(200)
    expect((await rename(room.id, 'Loft', version)).status).toBe(200)
  })
})

describe('a batch', () => {
  const batch = (calls: unknown) =>
    town.fetch('/api/sync/batch', {
      method: 'POST',
      body: JSON.stringify(calls),
      headers: { 'Content-Type': 'application/json' },
      as: town.people.admin,
    })

  test('answers each call as it would have been answered alone, and one refusal stops no other', async () => {
    const calls = [
      { key: 'batch-1', method: 'POST', path: '/rooms', body: { name: 'Attic' } },
      { key: 'batch-2', method: 'POST', path: '/rooms/', body: { name: '' } },
      { key: 'batch-3', method: 'POST', path: '/rooms/', body: { name: 'Cellar' } },
      { key: 'batch-4', method: 'DELETE', path: '/rooms/999999' },
      { key: 'batch-5', method: 'POST', path: '/sync/batch', body: [] },
      { key: 'batch-6', method: 'POST', path: '/nothing/here', body: {} },
    ]
    const first = (await (await batch(calls)).json()) as { key: string; status: number; body: { name: string } }[]
    expect(first.map(({ key, status }) => [key, status])).toEqual([
      ['batch-1', 200],
      ['batch-2', 422],
      ['batch-3', 200],
      ['batch-4', 404],
      ['batch-5', 422],
      ['batch-6', 404],
    ])
    expect(first[0]).toMatchObject({ body: { name: 'Attic' }, etag: expect.stringMatching(/^"/) })
    const second = (await (await batch(calls)).json()) as { body: unknown }[]
    expect(second[0]?.body).toEqual(first[0]?.body)
    expect(await roomCount()).toBe(2)
  })

  test('sends forms as forms', async () => {
    const { inspectionId } = await addObservation(town)
    const calls = [
      { key: 'form-1', method: 'PATCH', path: `/inspections/${inspectionId}/status`, body: { status: 'In Progress' } },
    ]
    expect(await (await batch(calls)).json()).toMatchObject([{ status: 200, body: { status: 'In Progress' } }])
  })
})
