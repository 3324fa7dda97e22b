import { and, eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditLog, idempotencyKeys, knownDevices, signInAttempts } from '../../src/server/store/core-tables.ts'
import { type Office, office, type Person } from '../harness/office.ts'
import { atOnce } from './routes/ask.ts'

const minute = 60_000
let now: Date
let town: Office
beforeEach(async () => {
  now = new Date('2026-11-20T14:00:00Z')
  town = await office({ clock: () => now, config: { trustProxy: true } })
})
afterEach(() => town.close())

interface From {
  from?: string
  cookie?: string
  code?: string
}

const signIn = (username: string, password: string, { from = '198.51.100.1', cookie, code }: From = {}) =>
  town.fetch('/api/login', {
    method: 'POST',
    body: new URLSearchParams({ username, password }),
    headers: {
      'X-Forwarded-For': from,
      ...(cookie ? { Cookie: cookie } : {}),
      ...(code ? { 'Sign-In-Code': code } : {}),
    },
  })

/** The cookie of a device on which somebody has just signed in. */
const deviceOf = (answer: Response) => (answer.headers.get('Set-Cookie') ?? '').split(';')[0] ?? ''

/** A stranger with a hundred network addresses, each used as long as it is answered at all. */
const attack = async (email: string, guesses: number) => {
  for (let guess = 0; guess < guesses; guess++)
    await signIn(email, `guess ${guess}`, { from: `203.0.113.${Math.floor(guess / 9)}` })
}

const detailOf = async (answer: Response) => ((await answer.json()) as { detail: string }).detail

describe('a stranger who guesses', () => {
  test('from one place shuts nobody else out, however long it goes on', async () => {
    const { ons } = town.people
    for (let guess = 0; guess < 72; guess++) await signIn(ons.email, 'guess', { from: '203.0.113.1' })
    expect((await signIn(ons.email, ons.password)).status).toBe(200)
  })

  test.each(['203.0.113.1:', '[2001:db8::1]:'])(
    'from %s is one place, whatever port a gateway writes after it',
    async (place) => {
      const { ons } = town.people
      for (let guess = 0; guess < 72; guess++) await signIn(ons.email, 'guess', { from: `${place}${50_000 + guess}` })
      expect((await signIn(ons.email, ons.password)).status).toBe(200)
    },
  )

  test('from everywhere does not shut the person out of a device on which they signed in before', async () => {
    const { ons } = town.people
    const cookie = deviceOf(await signIn(ons.email, ons.password))
    await attack(ons.email, 72)
    expect((await signIn(ons.email, ons.password)).status).toBe(429)
    const answer = await signIn(ons.email, ons.password, { cookie })
    expect(answer.status).toBe(200)
    // A shared network that is locked out too, and a wrong password before the right one.
    for (let guess = 0; guess < 12; guess++) await signIn(ons.email, 'guess')
    expect((await signIn(ons.email, 'a slip', { cookie })).status).toBe(401)
    expect((await signIn(ons.email, ons.password, { cookie })).status).toBe(200)
  })

  test('does not get further with a device of their own, nor with one that they made up', async () => {
    const { ons, guest } = town.people
    await attack(ons.email, 72)
    const theirs = deviceOf(await signIn(guest.email, guest.password))
    for (const cookie of [theirs, 'codesoft-device=made-up', `codesoft-device=${'A'.repeat(43)}`])
      expect((await signIn(ons.email, ons.password, { cookie })).status).toBe(429)
  })

  test('with a stolen device has ten guesses in a quarter of an hour, as anybody', async () => {
    const { ons } = town.people
    const cookie = deviceOf(await signIn(ons.email, ons.password))
    for (let guess = 0; guess < 10; guess++) expect((await signIn(ons.email, 'guess', { cookie })).status).toBe(401)
    expect((await signIn(ons.email, ons.password, { cookie })).status).toBe(429)
    // On another device the person can still sign in.
    expect((await signIn(ons.email, ons.password, { from: '192.0.2.4' })).status).toBe(200)
  })

  test('cannot guess at scale: fifty in a window for one account, from however many places', async () => {
    const statuses: number[] = []
    for (let guess = 0; guess < 120; guess++)
      statuses.push((await signIn('ons@town.example', 'guess', { from: `203.0.113.${guess}` })).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(50)
  })

  test('does not keep somebody who is signed in from choosing a new password', async () => {
    const { ons } = town.people
    await attack(ons.email, 72)
    const answer = await town.fetch('/api/user/password', {
      method: 'POST',
      body: JSON.stringify({ current_password: ons.password, new_password: 'a heron by the weir' }),
      headers: { 'Content-Type': 'application/json' },
      as: ons,
    })
    expect(answer.status).toBe(200)
  })
})

describe('a person on a new device during an attack', () => {
  test('learns the reason, how long, and how to get in, in the same words for an unknown name', async () => {
    await attack('ons@town.example', 72)
    await attack('nobody@town.example', 72)
    const answer = await signIn('ons@town.example', town.people.ons.password)
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('Retry-After'))).toBe(15 * 60)
    expect(answer.headers.get('Sign-In-Code')).toBe('taken')
    const words = await detailOf(answer)
    expect(words).toBe(
      'Somebody has tried many wrong passwords for this account. To protect it, devices on which it was never used ' +
        'have to wait 15 minutes. You can sign in now on a device that you have signed in on before, or with a ' +
        'sign-in code from an administrator.',
    )
    expect(await detailOf(await signIn('nobody@town.example', 'guess'))).toBe(words)
  })

  test('gets in with a code that an Admin makes, once, with the right password, and only within half an hour', async () => {
    const { ons, oas, admin } = town.people
    const codeFor = async (id: number) => {
      const answer = await town.fetch(`/api/users/${id}/sign-in-code`, { method: 'POST', as: admin })
      expect(answer.status).toBe(200)
      return (await answer.json()) as { code: string; expires_at: string }
    }
    await attack(ons.email, 72)
    const { code, expires_at } = await codeFor(ons.id)
    expect(code).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/)
    expect(new Date(expires_at).getTime() - now.getTime()).toBe(30 * minute)
    expect((await signIn(ons.email, 'guess', { code })).status).toBe(401)
    expect((await signIn(oas.email, oas.password, { code })).status).toBe(200)
    const answer = await signIn(ons.email, ons.password, { code: ` ${code.toLowerCase().replaceAll('-', ' ')} ` })
    expect(answer.status).toBe(200)
    expect((await signIn(ons.email, ons.password, { code })).status).toBe(429)
    // The new device is known from now on.
    expect((await signIn(ons.email, ons.password, { cookie: deviceOf(answer) })).status).toBe(200)
    const late = await codeFor(ons.id)
    now = new Date(now.getTime() + 30 * minute)
    await attack(ons.email, 72)
    expect((await signIn(ons.email, ons.password, { code: late.code })).status).toBe(429)
  })

  test('X20 has a code that is kept nowhere; the same call again makes another one, and the first is void', async () => {
    const { ons, admin } = town.people
    const again = async () => {
      const path = `/api/users/${ons.id}/sign-in-code`
      const answer = await town.fetch(path, { method: 'POST', headers: { 'Idempotency-Key': 'one-code' }, as: admin })
      return ((await answer.json()) as { code: string }).code
    }
    const [first, second] = [await again(), await again()]
    const kept = await town.db.select().from(idempotencyKeys)
    expect(kept.filter(({ answer }) => answer.includes('code'))).toEqual([])
    const lines = await town.db.select().from(auditLog).where(eq(auditLog.call, 'X20'))
    const line = { user_id: admin.id, path: `/api/users/${ons.id}/sign-in-code`, record_id: ons.id, body: null }
    expect(lines).toMatchObject([line, line])
    await attack(ons.email, 72)
    expect((await signIn(ons.email, ons.password, { code: first })).status).toBe(429)
    expect((await signIn(ons.email, ons.password, { code: second })).status).toBe(200)
  })

  test('X20 B1 a code is good for one sign-in also where two come at once', async () => {
    const { ons, admin } = town.people
    const made = await town.fetch(`/api/users/${ons.id}/sign-in-code`, { method: 'POST', as: admin })
    const { code } = (await made.json()) as { code: string }
    await attack(ons.email, 72)
    const answers = await atOnce(town, 4, () => signIn(ons.email, ons.password, { code }))
    const statuses = answers.map((it) => (it.status === 'fulfilled' ? it.value.status : 0))
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409 || status === 429)).toHaveLength(3)
  })

  test('X20 has one code at a time, however many calls for one run at once', async () => {
    const { ons, admin } = town.people
    const path = `/api/users/${ons.id}/sign-in-code`
    await Promise.all(Array.from({ length: 20 }, () => town.fetch(path, { method: 'POST', as: admin })))
    expect(await town.db.select().from(knownDevices).where(eq(knownDevices.is_code, true))).toHaveLength(1)
  })

  test('gets in with a new password from an Admin: earlier failures are forgotten', async () => {
    const { ons, admin } = town.people
    await attack(ons.email, 72)
    const set = await town.fetch(`/api/users/${ons.id}/password`, {
      method: 'POST',
      body: JSON.stringify({ new_password: 'a heron by the weir' }),
      headers: { 'Content-Type': 'application/json' },
      as: admin,
    })
    expect(set.status).toBe(200)
    expect((await signIn(ons.email, 'a heron by the weir')).status).toBe(200)
  })
})

describe('a person who mistypes on their own device until it is refused', () => {
  let cookie: string
  beforeEach(async () => {
    const { ons } = town.people
    cookie = deviceOf(await signIn(ons.email, ons.password))
    for (let slip = 0; slip < 10; slip++) await signIn(ons.email, 'a slip', { cookie })
    expect((await signIn(ons.email, ons.password, { cookie })).status).toBe(429)
  })

  test('X20 gets in there with a sign-in code from an Admin, once', async () => {
    const { ons, admin } = town.people
    const made = await town.fetch(`/api/users/${ons.id}/sign-in-code`, { method: 'POST', as: admin })
    const { code } = (await made.json()) as { code: string }
    expect((await signIn(ons.email, ons.password, { cookie, code })).status).toBe(200)
    expect((await signIn(ons.email, ons.password, { cookie, code })).status).toBe(429)
  })

  test('X7 gets in there with a new password from an Admin, and can change it at once', async () => {
    const { ons, admin } = town.people
    const post = (path: string, body: unknown, as: Person) =>
      town.fetch(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json' },
        as,
      })
    for (let slip = 0; slip < 10; slip++)
      await post('/api/user/password', { current_password: 'a slip', new_password: 'an otter in the race' }, ons)
    await post(`/api/users/${ons.id}/password`, { new_password: 'a heron by the weir' }, admin)
    const entered = await signIn(ons.email, 'a heron by the weir', { cookie })
    expect(entered.status).toBe(200)
    const { access_token: token } = (await entered.json()) as { access_token: string }
    const change = { current_password: 'a heron by the weir', new_password: 'an otter in the race' }
    expect((await post('/api/user/password', change, { ...ons, token })).status).toBe(200)
  })
})

describe('the secret of a device', () => {
  test('is a cookie that no script reads and no other site sends, over https alone where there is https', async () => {
    const { ons } = town.people
    const plain = (await signIn(ons.email, ons.password)).headers.get('Set-Cookie')
    expect(plain).toMatch(/^codesoft-device=[\w-]{43}; Path=\/api; Max-Age=34560000; HttpOnly; SameSite=Strict$/)
    const secure = await town.fetch('/api/login', {
      method: 'POST',
      body: new URLSearchParams({ username: ons.email, password: ons.password }),
      headers: { 'X-Forwarded-For': '198.51.100.1', 'X-Forwarded-Proto': 'https' },
    })
    expect(secure.headers.get('Set-Cookie')).toMatch(/; Secure$/)
    const wrong = await signIn(ons.email, 'guess')
    expect(wrong.headers.get('Set-Cookie')).toBeNull()
  })

  test('is in the database as a hash, once for each of the people of a shared tablet', async () => {
    const { ons, oas } = town.people
    const cookie = deviceOf(await signIn(ons.email, ons.password))
    expect(deviceOf(await signIn(oas.email, oas.password, { cookie }))).toBe(cookie)
    await signIn(ons.email, ons.password, { cookie })
    const secret = cookie.split('=')[1] ?? ''
    const rows = await town.db.select().from(knownDevices)
    expect(JSON.stringify(rows)).not.toContain(secret)
    const [mine] = rows.filter(({ user_id }) => user_id === oas.id).slice(-1)
    expect(rows.filter(({ secret_hash }) => secret_hash === mine?.secret_hash).map(({ user_id }) => user_id)).toEqual(
      expect.arrayContaining([ons.id, oas.id]),
    )
  })

  test('is ended when the person is made inactive, and not brought back with them', async () => {
    const { ons } = town.people
    const cookie = deviceOf(await signIn(ons.email, ons.password))
    await town.pool.query('update users set active = false where id = $1', [ons.id])
    await town.pool.query('update users set active = true where id = $1', [ons.id])
    await attack(ons.email, 72)
    expect((await signIn(ons.email, ons.password, { cookie })).status).toBe(429)
  })

  test('is kept for the ten devices that were used last', async () => {
    const { ons } = town.people
    const first = deviceOf(await signIn(ons.email, ons.password))
    for (let device = 0; device < 10; device++) {
      now = new Date(now.getTime() + minute)
      await signIn(ons.email, ons.password)
    }
    expect(await town.db.$count(knownDevices, eq(knownDevices.user_id, ons.id))).toBe(10)
    await attack(ons.email, 72)
    expect((await signIn(ons.email, ons.password, { cookie: first })).status).toBe(429)
  })

  test('is forgotten after 400 days without a sign-in', async () => {
    const { ons } = town.people
    const cookie = deviceOf(await signIn(ons.email, ons.password))
    now = new Date(now.getTime() + 400 * 24 * 60 * minute)
    await attack(ons.email, 72)
    expect((await signIn(ons.email, ons.password, { cookie })).status).toBe(429)
  })

  test('is not given out by a server of the documented calls', async () => {
    const plain = await office({ profile: 'documented' })
    try {
      const { email, password } = plain.people.ons
      const answer = await plain.fetch('/api/login', {
        method: 'POST',
        body: new URLSearchParams({ username: email, password }),
      })
      expect([answer.status, answer.headers.get('Set-Cookie')]).toEqual([200, null])
    } finally {
      await plain.close()
    }
  })
})

test('tries from a refused place add nothing to the counter of the account', async () => {
  const scope = 'email:ons@town.example'
  const counted = async () =>
    (
      await town.db
        .select()
        .from(signInAttempts)
        .where(and(eq(signInAttempts.scope, scope)))
    )[0]?.wrong
  for (let guess = 0; guess < 40; guess++) await signIn('ons@town.example', 'guess', { from: '203.0.113.1' })
  expect(await counted()).toBe(10)
})
