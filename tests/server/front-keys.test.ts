import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import type { BatchedAnswer, ServerInfo, UnknownOutcome } from '../../src/contract/sync.ts'
import { testFront } from '../harness/front.ts'
import { frontTown } from '../harness/front-town.ts'
import { type Office, office, type Person } from '../harness/office.ts'
import { addObservation, jpeg, uploadOf } from './visit.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const town = () => frontTown(closers)

const post = (url: string, path: string, as: Person, said: unknown, key: string, more: Record<string, string> = {}) =>
  fetch(`${url}/api${path}`, {
    method: 'POST',
    body: JSON.stringify(said),
    headers: {
      Authorization: `Bearer ${as.token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': `"${key}"`,
      ...more,
    },
  })

const areasNamed = async ({ pool }: Office, name: string) =>
  Number((await pool.query('select count(*) as n from areas where name = $1', [name])).rows[0].n)

describe('a front keeps the keys of a documented server', () => {
  test('G-07 the second of two is answered with the first one’s answer, also when both are there at once', async () => {
    const { records, visit, fates, open, ons, letGo } = await town()
    const { url } = await open()
    const key = randomUUID()
    const path = `/inspections/${visit.inspectionId}/areas`
    fates.push('held')
    const first = post(url, path, ons, { name: 'Cellar' }, key)
    const second = post(url, path, ons, { name: 'Cellar' }, key)
    letGo()
    const answers = await Promise.all([first, second])
    const third = await post(url, path, ons, { name: 'Cellar' }, key)
    const bodies = await Promise.all([...answers, third].map((it) => it.json()))
    expect(new Set(bodies.map((it) => it.id)).size).toBe(1)
    expect(answers.map((it) => it.headers.get('Idempotency-Key'))).toEqual([`"${key}"`, `"${key}"`])
    expect(third.headers.get('Idempotency-Replayed')).toBe('true')
    expect(await areasNamed(records, 'Cellar')).toBe(1)
  })

  test('another request under the same key is 422, another person’s equal key is their own', async () => {
    const { records, visit, open, ons } = await town()
    const { url } = await open()
    const key = randomUUID()
    const path = `/inspections/${visit.inspectionId}/areas`
    expect((await post(url, path, ons, { name: 'Attic' }, key)).status).toBe(200)
    expect((await post(url, path, ons, { name: 'Garage' }, key)).status).toBe(422)
    expect((await post(url, path, records.people.oas, { name: 'Attic' }, key)).status).toBe(200)
    expect(await areasNamed(records, 'Attic')).toBe(2)
    expect((await post(url, path, ons, { name: 'Attic' }, 'ü'.repeat(3))).status).toBe(400)
  })

  test('a caller who hangs up breaks nothing off: the call is carried out, and the next one hears its answer', async () => {
    const { records, visit, fates, open, ons, letGo, seen } = await town()
    const front = await open()
    const key = randomUUID()
    const path = `/inspections/${visit.inspectionId}/areas`
    fates.push('held')
    const hangUp = new AbortController()
    const gone = fetch(`${front.url}/api${path}`, {
      method: 'POST',
      body: JSON.stringify({ name: 'Loft' }),
      signal: hangUp.signal,
      headers: {
        Authorization: `Bearer ${ons.token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': key,
      },
    }).catch(() => 'gone')
    await expect.poll(() => seen.some((it) => it === `POST /api${path}`)).toBe(true)
    hangUp.abort()
    expect(await gone).toBe('gone')
    letGo()
    await front.idle()
    const again = await post(front.url, path, ons, { name: 'Loft' }, key)
    expect([again.status, again.headers.get('Idempotency-Replayed')]).toEqual([200, 'true'])
    expect(await areasNamed(records, 'Loft')).toBe(1)
  })

  test('an upload that breaks off half-way never reaches the other server', async () => {
    const { visit, open, ons, seen } = await town()
    const { url } = await open()
    const { hostname, port } = new URL(url)
    const path = `/api/observations/${visit.observationId}/photos`
    await new Promise<void>((resolve) => {
      const asked = httpRequest({ hostname, port, path, method: 'POST' })
      asked.setHeader('Idempotency-Key', randomUUID())
      asked.setHeader('Authorization', `Bearer ${ons.token}`)
      asked.setHeader('Content-Type', 'multipart/form-data; boundary=b')
      asked.setHeader('Content-Length', '5000')
      asked.on('error', () => resolve())
      asked.write('--b\r\n'.padEnd(600, 'x'), () => asked.destroy())
    })
    expect(seen.filter((it) => it.startsWith('POST'))).toEqual([])
  })

  test('photos are kept by their bytes: a large one sent twice is stored once', async () => {
    const { records, visit, open, ons } = await town()
    const { url } = await open()
    const key = randomUUID()
    const form = await new Response(uploadOf(await jpeg(2400, 1800), 'stairs.jpg')).blob()
    const send = () =>
      fetch(`${url}/api/observations/${visit.observationId}/photos`, {
        method: 'POST',
        body: form,
        headers: { Authorization: `Bearer ${ons.token}`, 'Idempotency-Key': key },
      })
    const first = await send()
    expect([first.status, (await send()).headers.get('Idempotency-Replayed')]).toEqual([201, 'true'])
    const rows = await records.pool.query(`select 1 from attachments where filename = 'stairs.jpg'`)
    expect(rows.rowCount).toBe(1)
  })
})

describe('answers without a trace of their key', () => {
  test('a refusal, a missing sign-in, and a server that was never reached: the same key may be used again', async () => {
    const { records, visit, open, ons } = await town()
    const { url } = await open()
    const key = randomUUID()
    const bad = await post(url, '/inspections/999999/areas', ons, { name: 'Nowhere' }, key)
    expect([bad.status, bad.headers.get('Idempotency-Key')]).toEqual([404, `"${key}"`])
    const path = `/inspections/${visit.inspectionId}/areas`
    const signedOut = await post(url, path, { ...ons, token: 'gone' }, { name: 'Porch' }, key)
    expect([signedOut.status, await areasNamed(records, 'Porch')]).toEqual([expect.any(Number), 0])
    expect((await post(url, path, ons, { name: 'Porch' }, key)).status).toBe(200)
    const away = await testFront('http://127.0.0.1:9/api')
    closers.push(away.close)
    const nobody = await post(away.url, path, ons, { name: 'Porch' }, key)
    expect([nobody.status, nobody.headers.get('Retry-After')]).toEqual([503, '15'])
    expect(await nobody.json()).toEqual({ detail: expect.stringContaining('Nothing was sent') })
  })

  test('passwords and sign-ins are never kept', async () => {
    const { records, open, ons } = await town()
    const front = await open()
    const body = new URLSearchParams({ username: ons.email, password: ons.password })
    const headers = { 'Idempotency-Key': randomUUID() }
    const signedIn = await fetch(`${front.url}/api/login`, { method: 'POST', body, headers })
    expect([signedIn.status, signedIn.headers.get('Idempotency-Key')]).toEqual([200, null])
    expect(await front.keys.find({ who: 'nobody', key: headers['Idempotency-Key'] })).toBe(undefined)
    expect(records.people.ons.id).toBe(ons.id)
  })
})

describe('when the fate of a call is unknown', () => {
  test.each(['broken before', 'broken after', 'failed after'] as const)(
    'I2 %s: it is not sent again until its sender has looked, who is told what stood there before',
    async (fate) => {
      const { records, visit, fates, open, ons } = await town()
      const { url } = await open()
      const key = randomUUID()
      const path = `/inspections/${visit.inspectionId}/areas`
      const before = (await (await records.fetch(`/api${path}`, { as: ons })).json()) as { id: number }[]
      fates.push(fate)
      const first = await post(url, path, ons, { name: 'Shed' }, key)
      const told = (await first.json()) as UnknownOutcome
      expect([first.status, told]).toEqual([
        409,
        {
          detail: expect.any(String),
          outcome: 'unknown',
          stood: before.map((it) => it.id),
          failed: fate === 'failed after',
          frontDied: false,
          doubt: 1,
        },
      ])
      const made = fate === 'broken before' ? 0 : 1
      // A repeated request that has not read the list gets the same answer, and nothing is sent.
      expect(((await (await post(url, path, ons, { name: 'Shed' }, key)).json()) as UnknownOutcome).stood).toEqual(
        told.stood,
      )
      expect(await areasNamed(records, 'Shed')).toBe(made)
      const looked = await post(url, path, ons, { name: 'Shed' }, key, { 'Idempotency-Looked': '1' })
      expect(looked.status).toBe(200)
      // The same word again, as a browser repeats it, is the same sending.
      const repeated = await post(url, path, ons, { name: 'Shed' }, key, { 'Idempotency-Looked': '1' })
      expect(repeated.headers.get('Idempotency-Replayed')).toBe('true')
      expect(await areasNamed(records, 'Shed')).toBe(made + 1)
    },
  )

  test('I2 the front dies while the call is on its way: the next one says so, and sends nothing', async () => {
    const { records, visit, fates, open, ons, seen, letGo } = await town()
    const dying = await open()
    const key = randomUUID()
    const path = `/inspections/${visit.inspectionId}/areas`
    fates.push('held')
    const lost = post(dying.url, path, ons, { name: 'Barn' }, key).catch(() => null)
    await expect.poll(() => seen.some((it) => it === `POST /api${path}`)).toBe(true)
    await dying.die()
    const next = await open(dying.database)
    const answer = await post(next.url, path, ons, { name: 'Barn' }, key)
    expect([answer.status, ((await answer.json()) as UnknownOutcome).frontDied]).toEqual([409, true])
    expect(seen.filter((it) => it === `POST /api${path}`)).toHaveLength(1)
    expect(await areasNamed(records, 'Barn')).toBe(0)
    letGo()
    await lost
  })

  test('a change is asked for again at once; another change of the same waits until the first can no longer come', async () => {
    const { visit, fates, open, ons, clock } = await town()
    const { url } = await open()
    const path = `/observations/${visit.observationId}`
    const patch = (said: unknown, key: string) =>
      fetch(`${url}/api${path}`, {
        method: 'PATCH',
        body: JSON.stringify(said),
        headers: {
          Authorization: `Bearer ${ons.token}`,
          'Content-Type': 'application/json',
          'Idempotency-Key': key,
        },
      })
    const [one, other] = [randomUUID(), randomUUID()]
    fates.push('broken before')
    const broken = await patch({ potentialvio: true }, one)
    expect([broken.status, broken.headers.get('Retry-After')]).toEqual([409, '2'])
    expect((await patch({ potentialvio: true }, one)).status).toBe(200)
    const early = await patch({ potentialvio: false }, other)
    expect([early.status, early.headers.get('Retry-After')]).toEqual([409, '120'])
    clock.now += 121_000
    expect((await patch({ potentialvio: false }, other)).status).toBe(200)
  })
})

describe('the state that a front reports', () => {
  test('X5 it keeps keys, in front of a documented server', async () => {
    const { open, ons } = await town()
    const { url } = await open()
    const headers = { Authorization: `Bearer ${ons.token}`, 'Idempotency-Key': '"k-1"' }
    const answer = await fetch(`${url}/api/sync/info`, { headers })
    expect([answer.status, answer.headers.get('Idempotency-Key')]).toEqual([200, '"k-1"'])
    expect((await answer.json()) as ServerInfo).toMatchObject({ profile: 'keyed', upstream: 'documented' })
    expect((await fetch(`${url}/api/sync/info`)).status).toBe(401)
  })

  test('X4 a batch is carried out call by call, each under its own key, with the answers that they would have alone', async () => {
    const { records, visit, fates, open, ons } = await town()
    const { url } = await open()
    const path = `/inspections/${visit.inspectionId}/areas`
    const calls = ['One', 'Two', 'Three'].map((name) => ({ key: randomUUID(), method: 'POST', path, body: { name } }))
    const odd = [
      { key: randomUUID(), method: 'POST', path: '/nowhere', body: {} },
      { key: randomUUID(), method: 'POST', path: '/login', body: {} },
    ]
    fates.push('broken after')
    const first = await post(url, '/sync/batch', ons, [...calls, ...odd], randomUUID())
    const answers = (await first.json()) as BatchedAnswer[]
    expect(answers.map((it) => [it.key, it.status])).toEqual(
      [...calls, ...odd].map((it, at) => [it.key, [409, 200, 200, 404, 422][at]]),
    )
    expect(answers[0]?.body).toMatchObject({ outcome: 'unknown' })
    const again = (await (await post(url, '/sync/batch', ons, calls.slice(1), randomUUID())).json()) as BatchedAnswer[]
    expect(again.map((it) => it.body)).toEqual(answers.slice(1, 3).map((it) => it.body))
    // A call sent alone counts as the same call as in a batch.
    const alone = await post(url, path, ons, { name: 'Two' }, calls[1]?.key ?? '')
    expect(await alone.json()).toEqual(answers[1]?.body)
    for (const name of ['One', 'Two', 'Three']) expect(await areasNamed(records, name)).toBe(1)
    expect((await post(url, '/sync/batch', ons, [{ key: '' }], randomUUID())).status).toBe(422)
  })

  test('before a server that keeps keys itself the front does nothing', async () => {
    const records = await office()
    closers.push(() => records.close())
    const front = await testFront(`${records.url}/api`)
    closers.push(front.close)
    const { ons } = records.people
    const visit = await addObservation(records)
    const key = randomUUID()
    const made = await post(front.url, `/inspections/${visit.inspectionId}/areas`, ons, { name: 'Den' }, key)
    expect([made.status, made.headers.get('ETag')]).toEqual([200, expect.any(String)])
    expect(await front.keys.find({ who: `user ${ons.id}`, key })).toBe(undefined)
    const headers = { Authorization: `Bearer ${ons.token}` }
    const info = (await (await fetch(`${front.url}/api/sync/info`, { headers })).json()) as ServerInfo
    expect([info.profile, info.upstream]).toEqual(['keyed', undefined])
  })
})
