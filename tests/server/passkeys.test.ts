import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passkeyChallenges, passkeys, signInAttempts } from '../../src/server/store/core-tables.ts'
import { type Office, office, type Person } from '../harness/office.ts'
import { SoftPasskey } from '../harness/soft-passkey.ts'

const origin = 'https://fernhill.example'
let now: Date
let town: Office
beforeAll(async () => {
  now = new Date('2026-11-20T14:00:00Z')
  town = await office({ clock: () => now, config: { publicUrl: origin } })
})
beforeEach(async () => {
  town.config.passwordsOnlyFor = null
  await town.pool.query('delete from passkeys; delete from passkey_challenges; delete from sign_in_attempts')
  await town.pool.query('update users set active = true')
})
afterAll(() => town.close())

const typed = { 'Content-Type': 'application/json' }

const post = async (path: string, body: unknown, as?: Person) => {
  const answer = await town.fetch(`/api${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: typed,
    ...(as ? { as } : {}),
  })
  const json: unknown = await answer.json()
  return { status: answer.status, json, headers: answer.headers }
}

const challengeIn = (json: unknown) => (json as { options: { challenge: string } }).options.challenge

const add = async (as: Person, passkey = new SoftPasskey(origin), name = 'My phone') => {
  const begun = await post('/user/passkeys/begin', {}, as)
  expect(begun.status).toBe(200)
  const added = await post('/user/passkeys', { name, answer: passkey.made(challengeIn(begun.json)) }, as)
  return { passkey, begun, added }
}

const signIn = async (passkey: SoftPasskey, changes: Parameters<SoftPasskey['used']>[1] = {}) => {
  const begun = await post('/sign-in/passkey/begin', {})
  return post('/sign-in/passkey', { answer: passkey.used(challengeIn(begun.json), changes) })
}

describe('a passkey', () => {
  test.each(['guest', 'ons', 'oas', 'admin'] as const)(
    'signs %s in, and its list tells when it was used',
    async (who) => {
      const person = town.people[who]
      const { passkey, begun, added } = await add(person)
      expect(begun.json).toMatchObject({
        options: {
          rp: { id: 'fernhill.example' },
          user: { name: person.email },
          authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        },
      })
      expect(added).toMatchObject({ status: 200, json: [{ name: 'My phone', last_used_at: null }] })
      now = new Date(now.getTime() + 60_000)
      const entered = await signIn(passkey)
      expect(entered.status).toBe(200)
      expect(entered.headers.get('Set-Cookie')).toMatch(/^codesoft-device=.*; Secure$/)
      const { access_token: token } = entered.json as { access_token: string }
      const me = await town.fetch('/api/user', { headers: { Authorization: `Bearer ${token}` } })
      expect(await me.json()).toMatchObject({ email: person.email })
      const list = await town.fetch('/api/user/passkeys', { as: person })
      expect(await list.json()).toMatchObject([{ name: 'My phone', last_used_at: now.toISOString() }])
    },
  )

  test('X22 X23 is one of at most 20, also where several are added at once; each that is added is in the log', async () => {
    const { ons } = town.people
    await town.pool.query(
      `insert into passkeys (credential_id, user_id, public_key, counter, name, created_at)
       select 'earlier' || n, $1, '', 0, 'Earlier', now() from generate_series(1, 19) as n`,
      [ons.id],
    )
    const logged = async () =>
      (await town.pool.query("select count(*)::int as n from audit_log where call = 'X23'")).rows[0].n
    const before = await logged()
    const begun = await Promise.all([1, 2, 3].map(() => post('/user/passkeys/begin', {}, ons)))
    const bodies = begun.map(({ json }) => ({ name: 'New', answer: new SoftPasskey(origin).made(challengeIn(json)) }))
    const added = await Promise.all(bodies.map((body) => post('/user/passkeys', body, ons)))
    expect(added.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await town.db.$count(passkeys)).toBe(20)
    expect(await logged()).toBe(before + 1)
  })

  test('signs in while a stranger’s wrong passwords keep new devices out', async () => {
    const { ons } = town.people
    const { passkey } = await add(ons)
    await town.pool.query(
      "insert into sign_in_attempts (scope, wrong, window_ends_at) values ('email:ons@town.example', 50, $1)",
      [new Date(now.getTime() + 600_000)],
    )
    expect((await signIn(passkey)).status).toBe(200)
  })

  test('that is removed opens nothing any more; nobody removes another’s', async () => {
    const { ons, oas } = town.people
    const { passkey, added } = await add(ons)
    const [{ id } = { id: 0 }] = added.json as { id: number }[]
    expect((await post('/user/passkeys/remove', { id }, oas)).json).toEqual([])
    expect((await signIn(passkey)).status).toBe(200)
    expect(await post('/user/passkeys/remove', { id }, ons)).toMatchObject({ status: 200, json: [] })
    expect(await signIn(passkey)).toMatchObject({ status: 409, json: { detail: expect.stringMatching(/not known/) } })
  })

  test('goes with a new password from an Admin, and rests while its owner is inactive', async () => {
    const { ons, otherOns, admin } = town.people
    const { passkey } = await add(ons)
    await town.pool.query('update users set active = false where id = $1', [ons.id])
    expect(await signIn(passkey)).toMatchObject({ status: 409, json: { detail: expect.stringMatching(/inactive/) } })
    const other = (await add(otherOns)).passkey
    expect((await post(`/users/${otherOns.id}/password`, { new_password: 'a heron by the weir' }, admin)).status).toBe(
      200,
    )
    expect((await signIn(other)).status).toBe(409)
  })

  test('SE-08 is not begun by a page of another site, which would use up the sign-ins of the whole office', async () => {
    const begin = (site: { 'Sec-Fetch-Site'?: string }) =>
      town.fetch('/api/sign-in/passkey/begin', { method: 'POST', body: '{}', headers: { ...typed, ...site } })
    const before = await town.db.$count(passkeyChallenges)
    for (let times = 0; times < 3; times++) {
      const answer = await begin({ 'Sec-Fetch-Site': 'cross-site' })
      expect([answer.status, await answer.json()]).toEqual([
        403,
        { detail: 'A page of another site may not sign in here.' },
      ])
    }
    expect([await town.db.$count(passkeyChallenges), await town.db.$count(signInAttempts)]).toEqual([before, 0])
    // Older browsers and programs do not say where they come from.
    for (const site of [{ 'Sec-Fetch-Site': 'same-origin' }, { 'Sec-Fetch-Site': 'none' }, {}])
      expect((await begin(site)).status).toBe(200)
    expect(await town.db.$count(passkeyChallenges)).toBe(before + 3)
  })

  test('is switched off with passwords, where only the town’s provider lets people in', async () => {
    const { oas } = town.people
    const { passkey } = await add(oas)
    town.config.passwordsOnlyFor = 'admin@town.example'
    expect((await signIn(passkey)).status).toBe(409)
    expect((await post('/user/passkeys/begin', {}, oas)).status).toBe(409)
  })
})

describe('a computer that was left unlocked', () => {
  const begin = (body: unknown, as: Person) => post('/user/passkeys/begin', body, as)
  const detailOf = (json: unknown) => (json as { detail: unknown }).detail
  const enter = async (person: Person): Promise<Person> => {
    const body = new URLSearchParams({ username: person.email, password: person.password })
    const { access_token: token } = (await (await town.fetch('/api/login', { method: 'POST', body })).json()) as {
      access_token: string
    }
    return { ...person, token }
  }
  let before: Date
  /** A quarter of an hour after a person's sign-in. */
  const after = async (person: Person) => {
    const entered = await enter(person)
    now = new Date(now.getTime() + 15 * 60_000)
    return entered
  }
  beforeEach(() => {
    before = now
  })
  afterEach(() => {
    now = before
  })

  test('X22 adds no passkey without the password, once the sign-in is a quarter of an hour ago', async () => {
    const ons = await after(town.people.ons)
    for (const body of [undefined, {}, { current_password: '' }]) {
      const refused = await begin(body, ons)
      expect([refused.status, detailOf(refused.json)]).toEqual([
        422,
        [
          {
            type: 'password_needed',
            loc: ['body', 'current_password'],
            msg: 'You signed in a while ago. Enter your current password.',
          },
        ],
      ])
    }
    expect(await begin({ current_password: 'a guess' }, ons)).toMatchObject({
      status: 422,
      json: { detail: [{ type: 'wrong_password', loc: ['body', 'current_password'] }] },
    })
    expect(await town.db.$count(passkeyChallenges)).toBe(0)
    const begun = await begin({ current_password: ons.password }, ons)
    expect(begun.status).toBe(200)
    const answer = new SoftPasskey(origin).made(challengeIn(begun.json))
    expect((await post('/user/passkeys', { name: 'Mine', answer }, ons)).status).toBe(200)
  })

  test('X22 cannot be used to guess the password, and a right one starts the count again', async () => {
    const oas = await after(town.people.oas)
    const guess = async (attempts: number) => {
      for (let attempt = 1; attempt <= attempts; attempt++)
        expect((await begin({ current_password: 'a guess' }, oas)).status).toBe(422)
    }
    await guess(9)
    expect((await begin({ current_password: oas.password }, oas)).status).toBe(200)
    await guess(10)
    expect((await begin({ current_password: oas.password }, oas)).status).toBe(429)
  })

  test('X22 is as before after another sign-in', async () => {
    const guest = await after(town.people.guest)
    expect((await begin({}, guest)).status).toBe(422)
    expect((await begin({}, await enter(guest))).status).toBe(200)
  })

  test('X22 sends a person without a password to the sign-in', async () => {
    const withoutPassword = await after(town.people.guest)
    await town.pool.query('update users set password_hash = null where id = $1', [withoutPassword.id])
    expect(await begin({}, withoutPassword)).toMatchObject({
      status: 409,
      json: { detail: expect.stringMatching(/Sign out/) },
    })
  })

  test('X22 X101 carry passwords, and stand in no batch of records', async () => {
    const batched = ['/user/passkeys/begin', '/users/import'].map((path) => ({ method: 'POST', path, key: path }))
    const answer = await post('/sync/batch', batched, await enter(town.people.admin))
    const refused = { status: 422, body: { detail: 'This call cannot stand in a batch' } }
    expect(answer.json).toMatchObject(batched.map(({ key }) => ({ key, ...refused })))
  })

  test('X6 with a new password, people are told that their passkeys still work', async () => {
    const ons = await enter(town.people.ons)
    const change = (current_password: string, new_password: string) =>
      post('/user/password', { current_password, new_password }, ons)
    expect((await change(ons.password, 'a heron by the weir')).json).toEqual({
      message: 'The password is changed. Other devices must sign in again.',
    })
    await add(ons)
    expect((await change('a heron by the weir', ons.password)).json).toEqual({
      message:
        'The password is changed. Other devices must sign in again. Your passkeys still work: remove those you do ' +
        'not know.',
    })
  })
})

describe('answers that are no passkey of this town', () => {
  test('another site, another domain, no finger or PIN, another key, and a counter that does not move', async () => {
    const { passkey } = await add(town.people.oas)
    const wrong = [
      { origin: 'https://evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
      { key: new SoftPasskey(origin) },
      { challenge: 'bm90LWEtY2hhbGxlbmdlLW9mLW91cnM' },
      { type: 'webauthn.create' },
    ]
    for (const changes of wrong)
      expect(await signIn(passkey, changes), JSON.stringify(Object.keys(changes))).toMatchObject({
        status: 409,
        json: { detail: 'The answer of the passkey does not fit, or came too late. Try again.' },
      })
    expect((await signIn(passkey)).status).toBe(200)
    expect((await signIn(passkey, { counter: 1 })).status).toBe(409)
  })

  test('an answer given twice, to another’s challenge, or after five minutes', async () => {
    const { guest, oas } = town.people
    const { passkey } = await add(oas)
    const challenge = challengeIn((await post('/sign-in/passkey/begin', {})).json)
    const answer = passkey.used(challenge)
    expect((await post('/sign-in/passkey', { answer })).status).toBe(200)
    expect((await post('/sign-in/passkey', { answer: passkey.used(challenge) })).status).toBe(409)
    const late = challengeIn((await post('/sign-in/passkey/begin', {})).json)
    now = new Date(now.getTime() + 5 * 60_000)
    expect((await post('/sign-in/passkey', { answer: passkey.used(late) })).status).toBe(409)
    const theirs = challengeIn((await post('/user/passkeys/begin', {}, oas)).json)
    const made = new SoftPasskey(origin).made(theirs)
    expect((await post('/user/passkeys', { name: 'Mine', answer: made }, guest)).status).toBe(409)
    expect(await town.db.$count(passkeyChallenges)).toBe(1)
  })

  test('anything else that is sent: it is refused in words', async () => {
    for (const answer of [{}, { id: 7 }, { id: 'x', response: null }, { id: 'x', response: { clientDataJSON: '%%' } }])
      for (const [path, body, as] of [
        ['/user/passkeys', { name: 'x', answer }, town.people.guest],
        ['/sign-in/passkey', { answer }, undefined],
      ] as const)
        expect([409, 422]).toContain((await post(path, body, as)).status)
    expect(await town.db.$count(passkeys)).toBe(0)
  })

  test('one that is known already, of this person or another', async () => {
    const { passkey } = await add(town.people.guest)
    expect((await add(town.people.oas, passkey)).added.status).toBe(409)
  })
})

test('a town that is reached by a network address has none, and says so', async () => {
  const plain = await office()
  try {
    const answer = await plain.fetch('/api/sign-in/passkey/begin', { method: 'POST' })
    expect([answer.status, await answer.json()]).toEqual([
      409,
      { detail: 'Passkeys need a town that is reached by a name, not by a network address.' },
    ])
  } finally {
    await plain.close()
  }
})
