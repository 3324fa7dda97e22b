import { request } from 'node:http'
import { connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rooms } from '../../src/server/store/town-tables.ts'
import { areas } from '../../src/server/store/visit-tables.ts'
import { type Office, office } from '../harness/office.ts'
import { addObservation } from './visit.ts'

let town: Office
let visit: Awaited<ReturnType<typeof addObservation>>
beforeAll(async () => {
  town = await office()
  visit = await addObservation(town)
})
afterAll(() => town.close())

const send = (method: string, path: string, body: BodyInit, type = 'application/json') =>
  town.fetch(`/api${path}`, { method, body, headers: { 'Content-Type': type }, as: town.people.admin })
const addArea = (body: unknown) =>
  send('POST', `/inspections/${visit.inspectionId}/areas`, typeof body === 'string' ? body : JSON.stringify(body))

describe('JSON', () => {
  const cases: [string, number, string | Uint8Array<ArrayBuffer>][] = [
    ['that is cut short', 422, '{"name":"Attic"'],
    ['that is no JSON', 422, 'name=Attic'],
    ['that is not UTF-8', 422, new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])],
    ['nested 10,000 deep', 422, `{"name":${'['.repeat(10_000)}${']'.repeat(10_000)}}`],
    ['of 5 MB', 413, JSON.stringify({ name: 'x'.repeat(5 * 1024 * 1024) })],
    ['with a key twice', 422, '{"name":"Attic","name":"Cellar"}'],
    ['with a key twice, once in disguise', 422, '{"name":"Attic","n\\u0061me":"Cellar"}'],
    ['with NUL in a text', 422, '{"name":"At\\u0000tic"}'],
    ['with half a character', 422, '{"name":"Attic \\ud83d"}'],
    ['with a list for a record', 422, '[]'],
    ['with a number for a text', 422, '{"name":7}'],
    ['with nothing in it', 422, ''],
    ['with a blank name', 422, '{"name":"   "}'],
  ]
  test.each(cases)('%s is %i, said as {detail}, and nothing is stored', async (_, status, body) => {
    const answer = await send('POST', '/rooms/', body)
    expect(answer.status).toBe(status)
    const { detail } = (await answer.json()) as { detail: unknown }
    expect(detail).toBeTruthy()
    expect(JSON.stringify(detail)).not.toMatch(/ at .*\.ts|node_modules|select |insert /i)
    expect(await town.db.$count(rooms)).toBe(0)
  })

  test('with text around keys, braces and quotes inside texts is not mistaken for structure', async () => {
    const name = 'a "b": {[ \\" , "b": }'
    const answer = await addArea({ name, notes: '{"name":1,"name":2}' })
    expect([answer.status, ((await answer.json()) as { name: string }).name]).toEqual([200, name])
  })

  test('in another type is 415', async () => {
    expect((await send('POST', '/rooms/', '<name/>', 'application/xml')).status).toBe(415)
  })

  test('fields that are not asked for are dropped: id, stamps, __proto__', async () => {
    const body = '{"name":"Hall","id":1,"created_at":"1999-01-01T00:00:00Z","inspection_id":9,"__proto__":{"x":1}}'
    const area = (await (await addArea(body)).json()) as { id: number; created_at: string; inspection_id: number }
    expect(area.inspection_id).toBe(visit.inspectionId)
    expect(area.created_at).not.toMatch(/^1999/)
    expect('x' in {}).toBe(false)
  })
})

describe('ids', () => {
  test.each(['0', '-1', '1.5', 'abc', '1e3', '99999999999999999999', '%2f', '1%00', 'NaN'])(
    '%s in a path is 422 or 404, never 500',
    async (id) => {
      const answer = await town.fetch(`/api/rooms/${id}`, { as: town.people.ons })
      expect([422, 404]).toContain(answer.status)
      expect(await answer.json()).toHaveProperty('detail')
    },
  )

  test('that nothing has is 404', async () => {
    const answer = await town.fetch('/api/areas/9007199254740991', { as: town.people.ons })
    expect([answer.status, await answer.json()]).toEqual([404, { detail: 'Area not found' }])
  })

  test('that name nothing in a body are 4xx, and no row stays', async () => {
    const before = await town.db.$count(areas)
    for (const room_id of [999_999, -5, 0, 1.5, '1'])
      expect((await addArea({ name: 'Hall', room_id })).status, String(room_id)).toBe(422)
    expect(await town.db.$count(areas)).toBe(before)
  })
})

describe('forms', () => {
  const setStatus = (body: BodyInit, type?: string) =>
    town.fetch(`/api/inspections/${visit.inspectionId}/status`, {
      method: 'PATCH',
      body,
      ...(type ? { headers: { 'Content-Type': type } } : {}),
      as: town.people.ons,
    })

  test('are taken urlencoded and as multipart', async () => {
    const multipart = new FormData()
    multipart.set('status', 'Scheduled')
    expect((await setStatus(new URLSearchParams({ status: 'In Progress' }))).status).toBe(200)
    expect(await (await setStatus(multipart)).json()).toMatchObject({ status: 'Scheduled' })
  })

  test('an empty field clears: nobody is assigned any more', async () => {
    const assign = (inspector_id: string) =>
      town.fetch(`/api/inspections/${visit.inspectionId}/assignee`, {
        method: 'PATCH',
        body: new URLSearchParams({ inspector_id }),
        as: town.people.admin,
      })
    const { id } = town.people.otherOns
    expect(await (await assign(String(id))).json()).toMatchObject({ inspector_id: id })
    expect(await (await assign('')).json()).toMatchObject({ inspector_id: null })
    expect((await assign('everybody')).status).toBe(422)
    expect((await assign('999999')).status).toBeGreaterThanOrEqual(400)
    expect((await assign('999999')).status).toBeLessThan(500)
  })

  test('that end in the middle of a file are 422, and the server lives on', async () => {
    const sentTo = (body: string) =>
      town.fetch(`/api/inspections/${visit.inspectionId}/photos`, {
        method: 'POST',
        body: `--x\r\nContent-Disposition: form-data; name="files"; filename="a.jpg"\r\n\r\n${body}`,
        headers: { 'Content-Type': 'multipart/form-data; boundary=x' },
        as: town.people.ons,
      })
    for (const cut of ['', 'half a picture', 'half a picture\r\n--', '\r\n--x\r\n', '\r\n--x\r\nContent-Dispo'])
      expect((await sentTo(cut)).status, JSON.stringify(cut)).toBe(422)
    expect((await fetch(`${town.url}/healthz`)).status).toBe(200)
  })

  const fields = (count: number, name = () => 'username') => Array.from({ length: count }, name).join('&')
  const signIn = (body: string, type = 'application/x-www-form-urlencoded') =>
    town.fetch('/api/login', { method: 'POST', body, headers: { 'Content-Type': type } })

  test('of more than 1,000 fields are 413, before sign-in too, and cost no time', async () => {
    expect((await signIn(fields(1000))).status).toBe(422)
    expect((await signIn(fields(1001))).status).toBe(413)
    const start = performance.now()
    const status = await setStatus(
      fields(200_000, () => 'status'),
      'application/x-www-form-urlencoded',
    )
    expect([status.status, performance.now() - start < 1000]).toEqual([413, true])
  })

  test('of more than 64 kB are 413 for a caller without a session, and JSON too', async () => {
    const long = 'x'.repeat(64 * 1024)
    const refused = await signIn(`username=${long}`)
    expect([refused.status, await refused.json()]).toEqual([413, { detail: 'The request is larger than 64 kB' }])
    for (const path of ['/sign-in/single', '/sign-in/passkey/begin', '/sign-in/passkey'])
      expect((await send('POST', path, JSON.stringify({ answer: long }))).status, path).toBe(413)
  })

  test('that are JSON, or broken, are 422', async () => {
    expect((await setStatus('{"status":"Scheduled"}', 'application/json')).status).toBe(422)
    expect((await setStatus('--x\r\nnothing', 'multipart/form-data; boundary=x')).status).toBe(422)
    expect((await setStatus('status=a%00b', 'application/x-www-form-urlencoded')).status).toBe(422)
  })
})

describe('the rest', () => {
  test('observed_at in the future or out of reach counts as now; a text that is no time is 422', async () => {
    const at = async (observed_at: string) => {
      const answer = await addArea({ name: 'Hall', observed_at })
      const { id } = (await answer.json()) as { id?: number }
      const [row] = id ? await town.db.select().from(areas).where(eq(areas.id, id)) : []
      return [answer.status, row?.observed_at?.toISOString() ?? null]
    }
    const hourAgo = new Date(Date.now() - 3_600_000).toISOString()
    expect(await at(hourAgo)).toEqual([200, hourAgo])
    expect(await at(new Date(Date.now() + 86_400_000).toISOString())).toEqual([200, null])
    expect(await at('2016-01-01T00:00:00Z')).toEqual([200, null])
    expect((await at('yesterday'))[0]).toBe(422)
  })

  test.each(["x' or '1'='1", '%', '_', 'x'.repeat(10_000), '<script>', '\\'])(
    'a search for %s finds what it says and no more',
    async (query) => {
      const answer = await town.fetch(`/api/contacts/?search=${encodeURIComponent(query)}`, { as: town.people.ons })
      expect([answer.status, await answer.json()]).toEqual([200, []])
    },
  )

  test('a NUL in a search is 422', async () => {
    expect((await town.fetch('/api/contacts/?search=%00', { as: town.people.ons })).status).toBe(422)
  })

  test.each(['skip=-1', 'limit=-1', 'limit=1e9', 'limit=x'])('a list with %s is 422', async (query) => {
    expect((await town.fetch(`/api/users/?${query}`, { as: town.people.ons })).status).toBe(422)
  })

  test('a call that is documented and not served yet is 501 and says so', async () => {
    const missing = await Promise.all(
      ['/sir/stats', '/permits/', '/sync/changes'].map((path) => town.fetch(`/api${path}`, { as: town.people.ons })),
    )
    for (const answer of missing) {
      if (answer.status === 200) continue
      expect([answer.status, await answer.json()]).toEqual([501, { detail: 'This call is not served yet' }])
    }
  })

  test.each(['99999999999999999999', '1.2.3.4.5', '[::1', 'a b', '%00', 'x:99999'])(
    'a Host header of %s is a refusal, not a mistake of the server',
    async (host) => {
      const status = await new Promise<number | undefined>((resolve, reject) => {
        const { hostname, port } = new URL(town.url)
        const headers = { Host: host, Authorization: `Bearer ${town.people.ons.token}` }
        request({ hostname, port, path: '/api/violations/', headers }, (answer) => {
          answer.resume()
          resolve(answer.statusCode)
        })
          .on('error', reject)
          .end()
      })
      expect([200, 400]).toContain(status)
    },
  )

  test('a batched call whose key or version no header can carry is refused alone, the others are carried out', async () => {
    const call = { method: 'POST', path: '/rooms/', body: { name: 'Loft' } }
    const sent = [
      { ...call, key: '\u0663' },
      { ...call, key: 'a', ifMatch: '\u00e9\n' },
      { ...call, key: 'plain' },
    ]
    const answer = await send('POST', '/sync/batch', JSON.stringify(sent))
    const answers = (await answer.json()) as { status: number }[]
    expect([answer.status, answers.map(({ status }) => status)]).toEqual([200, [400, 400, 200]])
  })

  test('an unknown reference is named in the refusal', async () => {
    const answer = await addArea({ name: 'Hall', room_id: 999_999 })
    expect([answer.status, JSON.stringify(await answer.json())]).toEqual([422, expect.stringMatching(/room/i)])
  })

  test('a long answer is compressed for clients that accept it, and says the same', async () => {
    for (let at = 0; at < 30; at++) await addArea({ name: `Hall ${at}`, notes: 'x'.repeat(100) })
    const path = `/api/inspections/${visit.inspectionId}/areas`
    const plain = await town.fetch(path, { as: town.people.ons })
    const packed = await town.fetch(path, { as: town.people.ons, headers: { 'Accept-Encoding': 'br, gzip' } })
    expect([plain.headers.get('Content-Encoding'), packed.headers.get('Content-Encoding')]).toEqual([null, 'gzip'])
    expect(packed.headers.get('Vary')).toBe('Accept-Encoding')
    const bytes = Buffer.from(await packed.arrayBuffer())
    expect(gunzipSync(bytes).toString()).toBe(await plain.text())
  })

  test('a caller who hangs up in the middle of a body leaves nothing behind', async () => {
    const before = await town.db.$count(areas)
    const { port } = new URL(town.url)
    await new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write(
          `POST /api/inspections/${visit.inspectionId}/areas HTTP/1.1\r\nHost: town\r\nAuthorization: Bearer ${town.people.ons.token}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"name":"Hall"`,
          () => setTimeout(() => socket.destroy(), 50),
        )
      })
      socket.on('close', () => resolve())
      socket.on('error', reject)
    })
    expect((await town.fetch('/api/rooms/', { as: town.people.ons })).status).toBe(200)
    expect(await town.db.$count(areas)).toBe(before)
  })
})
