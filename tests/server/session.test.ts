import { createHash } from 'node:crypto'
import * as argon2 from '@node-rs/argon2'
import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sessions } from '../../src/server/store/core-tables.ts'
import { rooms, users } from '../../src/server/store/town-tables.ts'
import { type Office, office } from '../harness/office.ts'
import { cheapConfig } from '../harness/people.ts'

const hour = 3_600_000
let now: Date
let town: Office
beforeEach(async () => {
  now = new Date('2026-11-20T14:00:00Z')
  town = await office({ clock: () => now, config: { trustProxy: true } })
})
afterEach(() => town.close())

const signIn = (username: string, password: string, from = '198.51.100.1') =>
  town.fetch('/api/login', {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
    headers: { 'X-Forwarded-For': from },
  })

const profile = (authorization?: string) =>
  town.fetch('/api/user', authorization ? { headers: { Authorization: authorization } } : {})

describe('signing in', () => {
  test('SE-01 SE-03 email and password give a bearer token, and the token the profile', async () => {
    const answer = await signIn('ons@town.example', town.people.ons.password)
    expect(answer.status).toBe(200)
    const token = (await answer.json()) as { access_token: string; token_type: string }
    expect(token).toMatchObject({ token_type: 'bearer', expires_at: '2026-11-21T02:00:00.000Z' })
    expect(answer.headers.get('Session-Expires-At')).toBe('2026-11-21T02:00:00.000Z')
    const me = await profile(`Bearer ${token.access_token}`)
    expect(await me.json()).toMatchObject({ email: 'ons@town.example', name: 'Ona Sutter', role: 1 })
  })

  test('SE-01 the form may be multipart, and the case of the address does not matter', async () => {
    const body = new FormData()
    body.set('username', ' ONS@town.example ')
    body.set('password', town.people.ons.password)
    expect((await town.fetch('/api/login', { method: 'POST', body })).status).toBe(200)
  })

  test('a wrong password and an unknown name get the same words', async () => {
    const wrong = await signIn('ons@town.example', 'guess')
    const unknown = await signIn('nobody@town.example', 'guess')
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    expect(await wrong.json()).toEqual(await unknown.json())
    expect(wrong.headers.get('WWW-Authenticate')).toBe('Bearer')
  })

  test('an unknown name costs the same work as a wrong password', async () => {
    const config = { ...cheapConfig, password: { memoryCost: 16 * 1024, timeCost: 2 } }
    const verify = vi.fn(argon2.verify)
    vi.doMock('@node-rs/argon2', () => ({ ...argon2, verify }))
    // Another test file of this worker may have loaded it already, with the real library.
    vi.resetModules()
    const { hashPassword, isPassword } = await import('../../src/server/auth.ts')
    vi.doUnmock('@node-rs/argon2')
    expect(await isPassword(await hashPassword('right', config), 'guess', config)).toBe(false)
    expect(await isPassword(null, 'guess', config)).toBe(false)
    const costs = verify.mock.calls.map(([hash]) => /m=\d+,t=\d+,p=\d+/.exec(String(hash))?.[0])
    expect(costs).toEqual(['m=16384,t=2,p=1', 'm=16384,t=2,p=1'])
  })

  test('a missing field is 422 and says which', async () => {
    const answer = await town.fetch('/api/login', { method: 'POST', body: new URLSearchParams({ username: 'a@b.c' }) })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ detail: [{ loc: ['body', 'password'] }] })
  })

  test('an inactive account learns so, but only with the right password', async () => {
    await town.db.update(users).set({ active: false }).where(eq(users.email, 'ons@town.example'))
    const right = await signIn('ons@town.example', town.people.ons.password)
    expect([right.status, await right.json()]).toEqual([
      403,
      { detail: 'Account is inactive. Contact an administrator.' },
    ])
    expect((await signIn('ons@town.example', 'guess')).status).toBe(401)
  })

  test('the 11th wrong password is 429 with Retry-After, and the lock opens by itself', async () => {
    for (let attempt = 1; attempt <= 10; attempt++) expect((await signIn('ons@town.example', 'guess')).status).toBe(401)
    const eleventh = await signIn('ons@town.example', town.people.ons.password)
    expect(eleventh.status).toBe(429)
    expect(Number(eleventh.headers.get('Retry-After'))).toBe(15 * 60)
    // A stranger's guesses do not lock the person out at another network address.
    expect((await signIn('ons@town.example', town.people.ons.password, '203.0.113.9')).status).toBe(200)
    now = new Date(now.getTime() + 15 * 60_000)
    expect((await signIn('ons@town.example', town.people.ons.password)).status).toBe(200)
  })

  test('guesses in parallel are counted one by one', async () => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => signIn('oas@town.example', 'guess')))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  })
})

describe('a session', () => {
  test('SE-08 no token, a random one, a tampered one and one in the query string are 401', async () => {
    const { token } = town.people.ons
    const answers = [
      await profile(),
      await profile('Bearer nothing-of-ours'),
      await profile(`Bearer ${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`),
      await profile(`Basic ${token}`),
      await town.fetch(`/api/user?token=${token}&access_token=${token}`),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer/)
      expect(await answer.json()).toEqual({ detail: expect.any(String) })
    }
  })

  test('signing out ends it at once, on the server too', async () => {
    const { ons } = town.people
    expect((await town.fetch('/api/logout', { method: 'POST', as: ons })).status).toBe(200)
    expect((await town.fetch('/api/user', { as: ons })).status).toBe(401)
  })

  test('a disabled user is out with the next request, and a new role counts with the next request', async () => {
    const { oas } = town.people
    await town.db.update(users).set({ role: 3 }).where(eq(users.id, oas.id))
    expect(await (await town.fetch('/api/user', { as: oas })).json()).toMatchObject({ role: 3 })
    await town.db.update(users).set({ active: false }).where(eq(users.id, oas.id))
    expect((await town.fetch('/api/user', { as: oas })).status).toBe(401)
  })

  test('one from before the person was made inactive stays ended when the person is active again', async () => {
    const { oas, admin } = town.people
    const save = (active: boolean) =>
      town.fetch(`/api/users/${oas.id}`, {
        method: 'PUT',
        body: JSON.stringify({ email: oas.email, name: oas.name, role: 2, active }),
        headers: { 'Content-Type': 'application/json' },
        as: admin,
      })
    expect([(await save(false)).status, (await save(true)).status]).toEqual([200, 200])
    expect((await town.fetch('/api/user', { as: oas })).status).toBe(401)
    expect((await signIn(oas.email, oas.password)).status).toBe(200)
  })

  test('a batch ends with its own sign-out: later calls are not carried out', async () => {
    const call = (method: string, path: string, key: string, body?: unknown) => ({ method, path, key, body })
    const answer = await town.fetch('/api/sync/batch', {
      method: 'POST',
      body: JSON.stringify([
        call('POST', '/rooms/', 'before', { name: 'Hall' }),
        call('POST', '/logout', 'out'),
        call('POST', '/rooms/', 'after', { name: 'Attic' }),
      ]),
      headers: { 'Content-Type': 'application/json' },
      as: town.people.admin,
    })
    expect(answer.status).toBe(200)
    expect(((await answer.json()) as { status: number }[]).map(({ status }) => status)).toEqual([200, 200, 401])
    expect((await town.db.select().from(rooms)).map(({ name }) => name)).toEqual(['Hall'])
  })

  test('G-06 it outlasts a shift and then ends, and every answer says when', async () => {
    const { ons } = town.people
    for (let hours = 1; hours < 12; hours++) {
      now = new Date(now.getTime() + hour)
      const answer = await town.fetch('/api/user', { as: ons })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Session-Expires-At')).toBe('2026-11-21T02:00:00.000Z')
    }
    now = new Date(now.getTime() + hour)
    const ended = await town.fetch('/api/user', { as: ons })
    expect(ended.status).toBe(401)
    expect(ended.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"')
  })

  test('one that asks nothing for the idle time ends early', async () => {
    const strict = await office({ clock: () => now, config: { sessionIdleSeconds: 3600 } })
    now = new Date(now.getTime() + hour + 1000)
    expect((await strict.fetch('/api/user', { as: strict.people.ons })).status).toBe(401)
    await strict.close()
  })

  test('the database keeps no token, only its hash', async () => {
    const rows = await town.db.select().from(sessions)
    const hash = createHash('sha256').update(town.people.ons.token).digest('base64url')
    expect(rows.map((row) => row.token_hash)).toContain(hash)
    expect(JSON.stringify(rows)).not.toContain(town.people.ons.token)
  })
})
