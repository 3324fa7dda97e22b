import { eq, like } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Config } from '../../src/server/config.ts'
import { RETURN_PATH } from '../../src/server/single-sign-on/serve.ts'
import { auditLog, identities, sessions, signInAttempts, singleSignOns } from '../../src/server/store/core-tables.ts'
import { users } from '../../src/server/store/town-tables.ts'
import { type IdentityProvider, providerSettings, startIdentityProvider } from '../harness/identity-provider.ts'
import { type Office, office } from '../harness/office.ts'

let idp: IdentityProvider
let town: Office
let now: Date
beforeEach(async () => {
  now = new Date()
  idp = await startIdentityProvider()
  idp.people.set('u-17', { email: 'ONS@town.example', email_verified: true, name: 'Ona at the provider' })
  idp.people.set('u-99', { email: 'new@town.example', email_verified: true, name: 'Nia Newcomb', groups: ['field'] })
  idp.present = 'u-17'
})
afterEach(async () => {
  await town.close()
  await idp.stop()
})

const openTown = async (settings: Partial<NonNullable<Config['singleSignOn']>> = {}, config: Partial<Config> = {}) => {
  const { issuer, clientId, clientSecret } = idp
  const singleSignOn = { ...providerSettings, issuer: new URL(issuer), clientId, clientSecret, ...settings }
  town = await office({
    clock: () => now,
    config: { singleSignOn, ...config },
  })
  idp.serve(town.url + RETURN_PATH)
}

/** A browser: its cookies, and each address that it was sent to. */
class Browser {
  cookies = new Map<string, string>()
  places: string[] = []

  async go(url: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { Cookie: cookie, ...init.headers } })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  /** Follows until a page is there, as a browser does; stops before `until`. */
  async follow(url: string, until = '#'): Promise<string> {
    let place = url
    for (let steps = 0; steps < 12; steps++) {
      const response = await this.go(place)
      const next = response.headers.get('Location')
      if (!next) return place
      place = new URL(next, place).href
      this.places.push(place)
      if (place.includes(until)) return place
    }
    throw new Error(`It goes round: ${this.places.join('\n')}`)
  }

  exchange() {
    return this.go(`${town.url}/api/sign-in/single`, { method: 'POST', headers: { 'Device-Id': 'Android phone 3F2A' } })
  }
}

const signIn = async (browser = new Browser(), to = '') => {
  await browser.follow(`${town.url}/api/sign-in/single${to}`)
  return browser.exchange()
}

const saidBy = async (answer: Response) => `${answer.status} ${((await answer.json()) as { detail: string }).detail}`

describe('single sign-on', () => {
  test('opens a session like any other, linked by issuer and subject after the first verified address', async () => {
    await openTown()
    const browser = new Browser()
    const answer = await signIn(browser, '?to=/inspections/7%3Ftab=2')
    expect(browser.places.at(-1)).toBe(`${town.url}/inspections/7?tab=2#single-sign-on`)
    expect(answer.status).toBe(200)
    const { access_token: token, expires_at } = (await answer.json()) as { access_token: string; expires_at: string }
    expect(new Date(expires_at).getTime() - now.getTime()).toBe(12 * 3_600_000)
    expect(answer.headers.get('Set-Cookie')).toMatch(/^codesoft-device=/)
    const me = await town.fetch('/api/user', { headers: { Authorization: `Bearer ${token}` } })
    expect(await me.json()).toMatchObject({ email: 'ons@town.example', role: 1, name: 'Ona Sutter' })
    const [session] = await town.db.select().from(sessions).where(eq(sessions.device, 'Android phone 3F2A'))
    expect(session?.user_id).toBe(town.people.ons.id)
    expect(await town.db.select().from(identities)).toMatchObject([{ subject: 'u-17', user_id: town.people.ons.id }])
    const noted = await town.db.select().from(auditLog).where(eq(auditLog.call, 'single sign-on'))
    expect(noted).toMatchObject([{ user_id: town.people.ons.id, body: { issuer: `${idp.issuer}/` } }])
    // From now on the subject is who they are: another address there changes nothing here.
    idp.people.set('u-17', { email: 'married@town.example', email_verified: false })
    expect((await signIn()).status).toBe(200)
  })

  test('leaks nowhere: no token and no code of ours in an address, PKCE, state and nonce in every request', async () => {
    await openTown()
    const browser = new Browser()
    const answer = await signIn(browser)
    const { access_token: token } = (await answer.json()) as { access_token: string }
    const [toProvider = ''] = browser.places
    const asked = new URL(toProvider).searchParams
    expect([asked.get('code_challenge_method'), asked.get('response_type')]).toEqual(['S256', 'code'])
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)?.length, name).toBeGreaterThan(30)
    const kept = [...browser.cookies].filter(([name]) => name.startsWith('codesoft'))
    for (const secret of [token, ...kept.map(([, value]) => value)])
      for (const place of browser.places) expect(place).not.toContain(secret)
    expect(browser.places.filter((place) => place.startsWith(town.url)).at(-1)).toBe(`${town.url}/#single-sign-on`)
  })

  test('sends its own cookie to no other site and to no script, and over https alone where there is https', async () => {
    await openTown({}, { publicUrl: 'https://fernhill.example' })
    const begun = await fetch(`${town.url}/api/sign-in/single`, { redirect: 'manual' })
    expect(begun.headers.get('Set-Cookie')).toMatch(
      /^codesoft-sign-in=[\w-]{43}; Path=\/api\/sign-in; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/,
    )
    const to = new URL(begun.headers.get('Location') ?? '').searchParams.get('redirect_uri')
    expect(to).toBe(`https://fernhill.example${RETURN_PATH}`)
  })

  test('never leads to another site, nor into the API', async () => {
    await openTown()
    for (const to of ['https://evil.example/', '//evil.example', '/\\evil.example', '/api/logout', 'x'.repeat(600)]) {
      const browser = new Browser()
      await browser.follow(`${town.url}/api/sign-in/single?to=${encodeURIComponent(to)}`)
      expect(new URL(browser.places.at(-1) ?? '').origin, to).toBe(town.url)
      expect(new URL(browser.places.at(-1) ?? '').pathname, to).not.toMatch(/^\/(api|\/)/)
    }
  })
})

describe('answers that do not sign anybody in', () => {
  test('the address of the return in another browser, a wrong state, or a second time', async () => {
    await openTown()
    const browser = new Browser()
    const back = await browser.follow(`${town.url}/api/sign-in/single`, RETURN_PATH)
    const stranger = new Browser()
    await stranger.follow(back)
    expect(await saidBy(await stranger.exchange())).toMatch(/^409 .*begun in another browser/)
    for (const state of ['state=made-up', '']) {
      await browser.follow(back.replace(/state=[^&]+/, state))
      expect(await saidBy(await browser.exchange())).toMatch(/^409 .*begun in another browser or tab/)
    }
    // The state is right and the code is not: the attempt is over.
    await browser.follow(back.replace(/code=[^&]+/, 'code=made-up'))
    expect(await saidBy(await browser.exchange())).toBe(
      '409 What Fernhill account answered could not be verified. Try again.',
    )
    const again = new Browser()
    expect((await signIn(again)).status).toBe(200)
    expect(await saidBy(await again.exchange())).toMatch(/^409/)
    expect(await town.db.$count(singleSignOns)).toBe(0)
  })

  test('the return of an older tab, which does not spoil that of the newer one', async () => {
    await openTown()
    const browser = new Browser()
    const older = await browser.follow(`${town.url}/api/sign-in/single`, RETURN_PATH)
    const newer = await browser.follow(`${town.url}/api/sign-in/single`, RETURN_PATH)
    await browser.follow(older)
    expect(await saidBy(await browser.exchange())).toMatch(/^409 .*begun in another browser or tab/)
    await browser.follow(newer)
    expect((await browser.exchange()).status).toBe(200)
  })

  test('a sign-in that took longer than ten minutes', async () => {
    await openTown()
    const browser = new Browser()
    await browser.follow(`${town.url}/api/sign-in/single`)
    now = new Date(now.getTime() + 11 * 60_000)
    expect(await saidBy(await browser.exchange())).toMatch(/^409 .*not finished in time/)
  })

  test.each([
    ['an address that the provider has not verified', { email: 'ons@town.example' }, /no verified email address/],
    ['no address at all', {}, /no verified email address/],
    ['an address that nobody has here', { email: 'x@y.example', email_verified: true }, /Nobody with the address x@y/],
  ])('%s', async (_, person, words) => {
    await openTown()
    idp.people.set('u-17', person)
    expect(await saidBy(await signIn())).toMatch(words)
    expect(await town.db.$count(identities)).toBe(0)
  })

  test('somebody else who has got the address of a person who is linked already', async () => {
    await openTown()
    expect((await signIn()).status).toBe(200)
    idp.people.set('u-18', { email: 'ons@town.example', email_verified: true })
    idp.present = 'u-18'
    expect(await saidBy(await signIn())).toMatch(/belongs to somebody else at Fernhill account/)
  })

  test('somebody who is inactive here, and somebody who cancels there', async () => {
    await openTown()
    await town.db.update(users).set({ active: false }).where(eq(users.id, town.people.ons.id))
    expect(await saidBy(await signIn())).toBe('409 Account is inactive. Contact an administrator.')
    idp.present = null
    expect(await saidBy(await signIn())).toBe('409 The sign-in with Fernhill account was cancelled.')
  })
})

describe('a provider that is down', () => {
  test('is reported, at the start and later, and passwords still work', async () => {
    await openTown()
    const browser = new Browser()
    const back = await browser.follow(`${town.url}/api/sign-in/single`, RETURN_PATH)
    await idp.stop()
    const down =
      '409 The server of Fernhill account does not answer just now. Try again later, or sign in with a password.'
    await browser.follow(back)
    expect(await saidBy(await browser.exchange())).toBe(down)
    await town.close()
    await openTown()
    expect(await saidBy(await signIn())).toBe(down)
    const { email, password } = town.people.ons
    const local = await town.fetch('/api/login', {
      method: 'POST',
      body: new URLSearchParams({ username: email, password }),
    })
    expect(local.status).toBe(200)
  })
})

test('a provider that is down where passwords are off: nobody is sent to a password', async () => {
  await openTown()
  town.config.passwordsOnlyFor = 'admin@town.example'
  await idp.stop()
  expect(await saidBy(await signIn())).toBe(
    '409 The server of Fernhill account does not answer just now. Try again later.',
  )
})

describe('a failure of our own', () => {
  test('SE-08 signing in that was begun too often leads back to the app, which learns the reason', async () => {
    await openTown({}, { wrongPasswords: { limit: 1, windowSeconds: 900 } })
    const begin = new Browser()
    for (let times = 0; times < 10; times++) await begin.go(`${town.url}/api/sign-in/single`)
    const browser = new Browser()
    expect(await browser.follow(`${town.url}/api/sign-in/single?to=/map`)).toBe(`${town.url}/map#single-sign-on`)
    const answer = await browser.exchange()
    expect(await saidBy(answer)).toBe('429 Signing in was begun too often from here. Try again in 15 minutes.')
    expect(await town.db.$count(singleSignOns)).toBe(10)
    now = new Date(now.getTime() + 900_000)
    expect((await signIn(browser)).status).toBe(200)
  })

  test('SE-02 a whole office may sign in from one address: what was completed does not count', async () => {
    await openTown({}, { wrongPasswords: { limit: 1, windowSeconds: 900 } })
    for (let person = 0; person < 12; person++) expect((await signIn()).status).toBe(200)
  })

  test('SE-08 a page of another site uses up no sign-ins of the office; its link to one leads to the sign-in page', async () => {
    await openTown({}, { wrongPasswords: { limit: 1, windowSeconds: 900 } })
    // `fetch` of Node writes its own Sec-Fetch-Mode, so these requests do not go through the network.
    const asked = (path: string, [site, mode]: readonly [string, string], init: RequestInit = {}) =>
      town.fetch(path, { ...init, headers: { ...init.headers, 'Sec-Fetch-Site': site, 'Sec-Fetch-Mode': mode } })
    for (const from of [
      ['cross-site', 'no-cors'],
      ['cross-site', 'navigate'],
      ['same-site', 'no-cors'],
    ] as const)
      for (let times = 0; times < 6; times++) {
        const { status, headers } = await asked('/api/sign-in/single?to=/map', from)
        expect([status, headers.get('Location'), headers.get('Set-Cookie')]).toEqual([302, '/map', null])
      }
    for (let times = 0; times < 12; times++)
      expect(await saidBy(await asked('/api/sign-in/single', ['cross-site', 'no-cors'], { method: 'POST' }))).toBe(
        '403 A page of another site may not sign in here.',
      )
    expect([
      await town.db.$count(singleSignOns),
      await town.db.$count(signInAttempts, like(signInAttempts.scope, 'begun:%')),
    ]).toEqual([0, 0])
    // The app's own navigation, and that of a person who has typed the address.
    for (const site of ['same-origin', 'none'])
      expect((await asked('/api/sign-in/single', [site, 'navigate'])).headers.get('Set-Cookie')).not.toBeNull()
    // The provider sends the browser back from its own site.
    const browser = new Browser()
    const back = await browser.follow(`${town.url}/api/sign-in/single`, RETURN_PATH)
    const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const returned = await asked(back, ['cross-site', 'navigate'], { headers: { Cookie } })
    expect(returned.headers.get('Location')).toBe('/#single-sign-on')
    expect((await browser.exchange()).status).toBe(200)
  })

  test('SE-08 a database that does not answer leads back to the app, at the start and at the return', async () => {
    await openTown()
    const browser = new Browser()
    const query = town.pool.query.bind(town.pool)
    const failing = () => Promise.reject(Object.assign(new Error('too many connections'), { code: '53300' }))
    town.pool.query = failing as typeof town.pool.query
    const begun = await browser.go(`${town.url}/api/sign-in/single?to=/map`)
    expect([begun.status, begun.headers.get('Location')]).toEqual([302, '/map#single-sign-on'])
    expect((await browser.exchange()).status).toBe(503)
    town.pool.query = query
    const back = await browser.follow(`${town.url}/api/sign-in/single?to=/map`, RETURN_PATH)
    town.pool.query = failing as typeof town.pool.query
    const returned = await browser.go(back)
    expect([returned.status, returned.headers.get('Location')]).toEqual([302, '/#single-sign-on'])
    town.pool.query = query
    expect(await saidBy(await browser.exchange())).toMatch(/^409 The sign-in was not finished .* Try again\.$/)
  })
})

describe('the settings', () => {
  const roles = { field: 1, office: 2, boss: 3 } as const

  test('a claim gives the role, the highest that it names, at every sign-in; none of them is refused', async () => {
    await openTown({ roleClaim: 'groups', roles })
    const roleAfter = async (groups: string[]) => {
      idp.people.set('u-17', { email: 'ons@town.example', email_verified: true, groups })
      const answer = await signIn()
      if (!answer.ok) return saidBy(answer)
      const [user] = await town.db.select().from(users).where(eq(users.id, town.people.ons.id))
      return user?.role
    }
    expect(await roleAfter(['everybody', 'field', 'office'])).toBe(2)
    expect(await roleAfter(['field'])).toBe(1)
    expect(await roleAfter(['everybody'])).toMatch(/Your account at Fernhill account has no role in this town/)
  })

  test('an address of which the provider does not say that it is verified counts where a setting trusts it', async () => {
    await openTown({ trustsEmails: true })
    idp.people.set('u-17', { email: 'ons@town.example', email_verified: false })
    expect(await saidBy(await signIn())).toMatch(/told no verified email address/)
    idp.people.set('u-17', { email: 'ons@town.example' })
    expect((await signIn()).status).toBe(200)
    expect(await town.db.select().from(identities)).toMatchObject([{ subject: 'u-17', user_id: town.people.ons.id }])
  })

  test('a claim does not take the role of the last Admin', async () => {
    await openTown({ roleClaim: 'groups', roles })
    const { admin } = town.people
    idp.people.set('u-17', { email: admin.email, email_verified: true, groups: ['boss'] })
    expect((await signIn()).status).toBe(200)
    idp.people.set('u-17', { email: admin.email, email_verified: true, groups: ['field'] })
    expect(await saidBy(await signIn())).toBe(
      '409 You are the last Admin of this town, and Fernhill account gives you another role. Another Admin must be named first.',
    )
    const roleNow = async () => (await town.db.select().from(users).where(eq(users.id, admin.id)))[0]?.role
    expect(await roleNow()).toBe(3)
    await town.db.update(users).set({ role: 3 }).where(eq(users.id, town.people.oas.id))
    expect([(await signIn()).status, await roleNow()]).toEqual([200, 1])
  })

  test('unknown people are made users only where a setting says so, as Guests without a claim for the role', async () => {
    idp.present = 'u-99'
    await openTown({ createsUsers: true })
    expect((await signIn()).status).toBe(200)
    const [made] = await town.db.select().from(users).where(eq(users.email, 'new@town.example'))
    expect(made).toMatchObject({ name: 'Nia Newcomb', role: 0, active: true, password_hash: null })
  })

  test('passwords can be switched off but for one account', async () => {
    await openTown()
    town.config.passwordsOnlyFor = 'admin@town.example'
    const local = (person: { email: string; password: string }) =>
      town.fetch('/api/login', {
        method: 'POST',
        body: new URLSearchParams({ username: person.email, password: person.password }),
      })
    expect((await local(town.people.admin)).status).toBe(200)
    expect(await saidBy(await local(town.people.ons))).toBe(
      '409 Passwords are switched off here. Sign in with Fernhill account.',
    )
    expect((await signIn()).status).toBe(200)
  })

  test('the app learns the provider, and nothing in front of a documented server', async () => {
    await openTown()
    const told = async () => ((await (await town.fetch('/config.json')).json()) as { waysIn: unknown }).waysIn
    expect(await told()).toMatchObject({ singleSignOn: 'Fernhill account', passwordsAreOff: false })
    await town.close()
    town = await office({ profile: 'documented' })
    expect(await told()).toBeNull()
    const asked = [await town.fetch('/api/sign-in/single'), await town.fetch('/api/sign-in/single', { method: 'POST' })]
    expect(asked.map(({ status }) => status)).toEqual([405, 404])
  })
})
