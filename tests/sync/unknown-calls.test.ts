import { describe, expect, test } from 'vitest'
import { rooms } from '../../src/contract/room.ts'
import { addArea } from '../../src/records/area.ts'
import { codeSynonyms } from '../../src/records/code.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { callNow } from '../../src/sync/online/call.ts'
import { pullValue, readReply } from '../../src/sync/pull/pull.ts'
import { runUnderLease } from '../../src/sync/schedule/lease.ts'
import { askForSignal } from '../../src/sync/transport/ask-signal.ts'
import { testDevice } from '../harness/device.ts'

/*
 * What a server with the documented calls alone answers to a path that it does not know is not documented. A page is
 * also what a network answers that wants a sign-in first, and then nothing may be concluded.
 */

type Phone = Awaited<ReturnType<typeof testDevice>>

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })
const page = (status: number) => new Response('<html>Not Found</html>', { status })
const profile = { id: 7, email: 'ona@town.example', name: 'Ona', role: 1, active: true }

/** What unknown paths are answered with. */
const answers: [string, () => Response][] = [
  ['a page with 404', () => page(404)],
  ['plain text with 404', () => new Response('404 page not found\n', { status: 404 })],
  ['an empty 405', () => new Response('', { status: 405 })],
  ['JSON with 403', () => json({ message: 'Missing Authentication Token' }, 403)],
  ['JSON with 400', () => json({ detail: 'Bad request' }, 400)],
  ['the first page of an app with 200', () => page(200)],
]

interface Town {
  unknown: () => Response
  user?: (echo: Record<string, string>) => Response
}

/** A phone whose server has the documented calls; it answers our own calls with `unknown`, and /user with `user`. */
async function phoneAt(town: Town) {
  const phone = await testDevice({ url: 'http://town' }, { id: 7, token: 't' })
  const posts: string[] = []
  const asked: string[] = []
  phone.fetch = async (request) => {
    const path = new URL(request.url).pathname.replace('/api', '')
    asked.push(path)
    if (path.startsWith('/sync') || path === '/code-synonyms') return town.unknown()
    const echo = { 'Idempotency-Key': request.headers.get('Idempotency-Key') ?? '' }
    if (path === '/user') return town.user?.(echo) ?? json(profile)
    if (request.method === 'GET') return json([])
    posts.push(path)
    const { name } = (await request.json()) as { name: string }
    return json({ id: 100 + posts.length, name, unit_id: null, inspection_id: 12, created_at: '2026-01-01T00:00:00' })
  }
  return { phone, posts, asked, town }
}

/** An hour in which the engine runs whenever it may. */
async function hour(phone: Phone) {
  const end = phone.clock.now + 3_600_000
  for (let runs = 0; runs < 60 && phone.clock.now < end; runs++) {
    const ran = await runUnderLease(phone, runs % 10 === 9)
    if (ran !== 'busy' && ran.nextAt === null) return
    phone.clock.now = Math.max(phone.clock.now + 250, ran === 'busy' ? 0 : (ran.nextAt ?? 0))
  }
}

const work = (phone: Phone) => perform(phone, addArea, { inspectionId: 12 }, { name: 'Hall' })
const addRoom = (phone: Phone) => callNow(phone, rooms.add, {}, { name: 'Attic' }, null, new Map())

describe('a server with the documented calls alone', () => {
  test.each(answers)('I3 is sent the work if it answers an unknown path with %s', async (_, unknown) => {
    const { phone, posts } = await phoneAt({ unknown })
    await work(phone)
    await hour(phone)
    expect(posts).toEqual(['/inspections/12/areas'])
    expect(await phone.db.outbox.count()).toBe(0)
    expect(phone.keyed).toBe(false)
    expect(await phone.db.facts({ connection: '', troubles: 0, lacksOurs: false })).toEqual({
      connection: 'online',
      troubles: 0,
      lacksOurs: true,
    })
  })

  test.each(answers)('is sent an online form if it answers an unknown path with %s', async (_, unknown) => {
    const { phone, posts } = await phoneAt({ unknown })
    expect(await addRoom(phone)).toMatchObject({ kind: 'done', reply: { name: 'Attic' } })
    expect(posts).toEqual(['/rooms/'])
  })

  test.each(answers)('has none of our own lists, and %s does not mean that there is no signal', async (_, unknown) => {
    const { phone } = await phoneAt({ unknown })
    await addRoom(phone)
    await phone.db.setFact('connection', 'online')
    expect(await readReply(phone, codeSynonyms())).toEqual([])
    await pullValue(phone, codeSynonyms())
    expect(await phone.db.fact('connection', '')).toBe('online')
  })

  test('I17 is heard again after an outage, although our own question is answered with a page', async () => {
    const { phone, asked } = await phoneAt({ unknown: () => page(404) })
    await addRoom(phone)
    await phone.db.setFact('connection', 'noSignal')
    await askForSignal(phone)
    expect(await phone.db.fact('connection', '')).toBe('online')
    expect(asked.at(-1)).toBe('/user')
  })

  test('is not asked for the profile if it plainly says that there is no such call', async () => {
    const { phone, asked } = await phoneAt({ unknown: () => json({ detail: 'Not Found' }, 404) })
    expect(await addRoom(phone)).toMatchObject({ kind: 'done' })
    expect(asked).toEqual(['/sync/info', '/rooms/'])
  })
})

describe('nothing is concluded from an odd answer, and nothing leaves', () => {
  const elsewhere: [string, NonNullable<Town['user']>][] = [
    ['a page', () => page(200)],
    ['a page with 404', () => page(404)],
    ['JSON that is no profile', () => json({ detail: 'Accept the terms first' })],
    ['the profile of somebody else', () => json({ ...profile, id: 8 })],
    ['a refusal', () => json({ detail: 'Accept the terms first' }, 403)],
    ['the profile and our key', (echo) => json(profile, 200, echo)],
  ]
  test.each(elsewhere)('I19 if the profile is answered with %s', async (_, user) => {
    const { phone, posts, town } = await phoneAt({ unknown: () => page(404), user })
    await work(phone)
    await hour(phone)
    expect(await addRoom(phone)).toMatchObject({ kind: 'failed', problem: { kind: 'foreign' }, mayHaveArrived: false })
    expect(posts).toEqual([])
    expect(phone.keyed).toBe(null)
    expect(await phone.db.fact('connection', '')).toBe('noSignal')
    // The phone has left that network.
    delete town.user
    await hour(phone)
    expect(posts).toEqual(['/inspections/12/areas'])
  })

  test('I18 and a server that asks for a wait instead of the profile gets it', async () => {
    const user = () => json({}, 429, { 'Retry-After': '600' })
    const { phone, asked, posts } = await phoneAt({ unknown: () => page(404), user })
    await work(phone)
    await phone.drain()
    phone.clock.pass(599_000)
    await phone.drain()
    expect([asked, posts]).toEqual([['/sync/info', '/user'], []])
  })

  test('I19 if the session has ended, and the person is asked to sign in', async () => {
    const { phone, posts } = await phoneAt({ unknown: () => page(404), user: () => json({ detail: 'Bad token' }, 401) })
    await work(phone)
    await phone.drain()
    expect(posts).toEqual([])
    expect(phone.session.token).toBe(null)
    expect(await phone.db.fact('paused', null)).toBe('signIn')
  })

  test('without a session, and nobody is asked for a profile', async () => {
    const { phone, asked } = await phoneAt({ unknown: () => page(404) })
    phone.session.token = null
    expect(await addRoom(phone)).toMatchObject({ problem: { kind: 'foreign' } })
    expect([phone.keyed, asked]).toEqual([null, ['/sync/info']])
  })

  test('I3 if the server was known to keep keys: by this page, or by an earlier one', async () => {
    const { phone } = await phoneAt({ unknown: () => page(404) })
    phone.keyed = true
    phone.learntWith = 'an earlier session'
    expect(await addRoom(phone)).toMatchObject({ kind: 'done' })
    await work(phone)
    await phone.drain()
    expect([phone.keyed, await phone.db.outbox.count()]).toEqual([true, 1])
    phone.keyed = null
    await phone.db.setFact('history', 'a life of its database')
    await hour(phone)
    expect([phone.keyed, await phone.db.outbox.count()]).toEqual([null, 1])
  })
})
