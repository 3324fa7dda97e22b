import { expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { repair, retry } from '../../src/sync/reconcile/resolve-entry.ts'
import { runUnderLease } from '../../src/sync/schedule/lease.ts'
import { testDevice } from '../harness/device.ts'

const json = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })
const pageOf = (status: number) =>
  new Response('<html>Request rejected</html>', { status, headers: { 'Content-Type': 'text/html' } })
const failure = () => new Response('Internal Server Error', { status: 500 })

interface Asked {
  method: string
  path: string
  text: string
  /** The header by which a server shows that it keeps the key of the call. */
  echo: Record<string, string>
  /** Carries the call out, as the town would. */
  carryOut(): Response
}

/** A town of inspections with areas, in which a test answers some calls itself. */
async function townWith(keeps: 'keyed' | 'documented') {
  const phone = await testDevice({ url: 'http://town' } as never, { id: 7, token: 't' } as never)
  const rows: { id: number; name: string; inspection_id: number }[] = []
  const town = {
    phone,
    /** The answer of a firewall, of a network or of a town in trouble; null for the town's usual one. */
    instead: (_: Asked): Response | null => null,
    asked: [] as string[],
    names: () => rows.map((it) => it.name),
    left: async () => (await phone.db.outbox.toArray()).map(({ params, state }) => [params.inspectionId, state]),
    add: (inspectionId: number, name: string) => perform(phone, addArea, { inspectionId }, { name }),
    /** Lets time pass, a run whenever one is due, as the page's runner does. */
    async pass(minutes: number) {
      const end = phone.clock.now + minutes * 60_000
      while (phone.clock.now < end) {
        const ran = await runUnderLease(phone)
        const next = ran === 'busy' ? phone.clock.now + 2_000 : (ran.nextAt ?? end)
        phone.clock.now = Math.min(end, Math.max(next, phone.clock.now + 250))
      }
    },
  }
  const make = (path: string, name: string) => {
    const row = { id: 101 + rows.length, name, unit_id: null, inspection_id: Number(path.split('/')[2]) }
    rows.push(row)
    return { ...row, created_at: new Date(phone.clock.now).toISOString() }
  }
  const answer = (method: string, path: string, text: string, echo: Record<string, string>) => {
    if (path === '/user') return json({ id: 7 })
    const shown = (id: string | undefined) => rows.filter((it) => it.inspection_id === Number(id))
    const dated = (it: object) => ({ ...it, created_at: new Date(phone.clock.now).toISOString() })
    if (method === 'GET') return json(shown(path.split('/')[2]).map(dated))
    if (path !== '/sync/batch') return json(make(path, JSON.parse(text).name), 201, echo)
    const calls: { key: string; path: string; body: { name: string } }[] = JSON.parse(text)
    const answers = calls.map((it) => ({ key: it.key, status: 201, etag: null, body: make(it.path, it.body.name) }))
    return json(answers, 200, echo)
  }
  phone.fetch = async (request) => {
    const { method } = request
    const path = new URL(request.url).pathname.replace('/api', '')
    const key = request.headers.get('Idempotency-Key')
    const echo: Record<string, string> = key && keeps === 'keyed' ? { 'Idempotency-Key': key } : {}
    const text = method === 'GET' ? '' : await request.text()
    town.asked.push(`${method} ${path}`)
    const carryOut = () => answer(method, path, text, echo)
    const other = town.instead({ method, path, text, echo, carryOut })
    if (other) return other
    if (path === '/sync/info')
      return keeps === 'keyed' ? json({ profile: 'keyed' }, 200, echo) : json({ detail: 'Not Found' }, 404)
    return carryOut()
  }
  return town
}

const servers = ['keyed', 'documented'] as const
const lost = (): Response => {
  throw new TypeError('Failed to fetch')
}

test.each(servers.flatMap((keeps) => [200, 403, 413].map((status) => [status, keeps] as const)))(
  'I3 I7 a firewall answers one entry with a page (%i, %s server): the others leave, and the user sees the status',
  async (status, keeps) => {
    const town = await townWith(keeps)
    town.instead = ({ text }) => (text.includes('union select') ? pageOf(status) : null)
    await town.add(12, 'Hall union select')
    for (let at = 0; at < 8; at++) await town.add(13 + at, `Attic ${at}`)
    await town.pass(0.5)
    expect(town.names()).toHaveLength(8)
    await town.pass(60)
    const [entry] = await town.phone.db.outbox.toArray()
    expect(entry).toMatchObject({ state: 'refused', problem: { status, detail: expect.stringContaining(`${status}`) } })

    // Work of other days goes on, in batches too.
    await town.add(30, 'Porch')
    await town.add(31, 'Cellar')
    await town.pass(0.5)
    expect(town.names()).toHaveLength(10)
    await repair(town.phone, entry?.key ?? '', { name: 'Hall' })
    await town.pass(0.5)
    expect(await town.left()).toEqual([])
    expect(town.names().filter((it) => it.startsWith('Hall'))).toEqual(['Hall'])
  },
)

test.each(servers)('I3 a firewall that lets an entry through again gets it by a tap (%s server)', async (keeps) => {
  const town = await townWith(keeps)
  town.instead = ({ method }) => (method === 'GET' ? null : pageOf(403))
  await town.add(12, 'Hall')
  await town.pass(60)
  const [entry] = await town.phone.db.outbox.toArray()
  expect(entry?.state).toBe('refused')
  town.instead = () => null
  await retry(town.phone, entry?.key ?? '')
  await town.pass(0.5)
  expect(await town.left()).toEqual([])
  expect(town.names()).toEqual(['Hall'])
})

test.each(servers.flatMap((keeps) => [200, 403].map((status) => [status, keeps] as const)))(
  'I3 I18 a network that answers everything with a page (%i, %s server): nothing counts, it is asked seldom',
  async (status, keeps) => {
    const town = await townWith(keeps)
    await town.pass(1)
    for (let at = 0; at < 9; at++) await town.add(12 + at, `Area ${at}`)
    town.instead = () => pageOf(status)
    town.asked.length = 0
    await town.pass(60)
    expect(town.asked.filter((it) => it.startsWith('POST')).length).toBeLessThan(130)
    expect(town.asked.length).toBeLessThan(720)
    const left = await town.phone.db.outbox.toArray()
    expect(left.map((it) => it.failures)).toEqual(left.map(() => 0))
    expect(left.filter((it) => it.state !== 'waiting' && it.state !== 'inDoubt')).toEqual([])
    town.instead = () => null
    await town.pass(10)
    expect(town.names().sort()).toEqual(Array.from({ length: 9 }, (_, at) => `Area ${at}`))
  },
)

test.each(servers)(
  'I2 a page comes instead of the answer to a call that was done: it is not done twice (%s server)',
  async (keeps) => {
    const town = await townWith(keeps)
    let isHidden = true
    const kept = new Map<string, Response>()
    town.instead = ({ method, text, carryOut }) => {
      if (method === 'GET') return null
      const answer = kept.get(text) ?? carryOut()
      // Our own server keeps its answer.
      if (keeps === 'keyed') kept.set(text, answer.clone())
      return isHidden ? pageOf(403) : answer
    }
    await town.add(12, 'Hall')
    await town.pass(1)
    isHidden = false
    await town.pass(10)
    expect(await town.left()).toEqual([])
    expect(town.names()).toEqual(['Hall'])
  },
)

test('I7 the server answers one entry with another shape than it should: the others leave', async () => {
  const town = await townWith('keyed')
  town.instead = ({ text, echo }) => (text.includes('Hall') ? json({ ok: true }, 200, echo) : null)
  await town.add(12, 'Hall')
  for (let at = 0; at < 8; at++) await town.add(13 + at, `Attic ${at}`)
  await town.pass(0.5)
  expect(await town.left()).toEqual([[12, 'waiting']])
})

test('I7 a firewall answers one list with a page: what needs other lists leaves', async () => {
  const town = await townWith('documented')
  town.instead = ({ method, path }) => (method === 'GET' && path.includes('/12/') ? pageOf(403) : null)
  for (let at = 0; at < 9; at++) await town.add(12 + at, `Area ${at}`)
  await town.pass(0.1)
  expect(await town.left()).toEqual([[12, 'waiting']])
})

const unread: [string, () => Response][] = [
  ['fails', failure],
  ['is refused', () => json({ detail: 'Forbidden' }, 403)],
  ['breaks the contract', () => json([{ id: 'x' }])],
  ['is a firewall’s page', () => pageOf(403)],
]
test.each(unread)(
  'I3 I7 I17 the list of one unknown outcome %s: the other one is found, new work leaves, nothing is refused',
  async (_, answer) => {
    const town = await townWith('documented')
    const isDone = ({ method, carryOut }: Asked) => (method === 'POST' ? carryOut() && lost() : null)
    town.instead = isDone
    await town.add(12, 'Hall')
    await town.add(13, 'Attic')
    await town.pass(1)
    expect(await town.left()).toEqual([
      [12, 'inDoubt'],
      [13, 'inDoubt'],
    ])
    const isList = ({ method, path }: Asked) => method === 'GET' && path.includes('/12/')
    town.instead = (it) => (isList(it) ? answer() : null)
    town.asked.length = 0
    await town.pass(4)
    await town.add(14, 'Porch')
    await town.pass(0.1)
    expect(town.names()).toEqual(['Hall', 'Attic', 'Porch'])
    expect(await town.phone.db.fact('connection', '')).not.toBe('noSignal')
    await town.pass(6 * 60)
    expect(await town.left()).toEqual([[12, 'inDoubt']])
    // Ever more seldom.
    expect(town.asked.filter((it) => it.includes('/12/')).length).toBeLessThan(30)

    // The user's tap looks at once.
    town.instead = () => null
    await town.phone.drain()
    expect(await town.left()).toEqual([])
    expect(town.names()).toEqual(['Hall', 'Attic', 'Porch'])
  },
)

test('I3 a server that fails on a list for a moment is asked again within a minute', async () => {
  const town = await townWith('documented')
  town.instead = ({ method, carryOut }) => (method === 'POST' ? carryOut() && lost() : null)
  await town.add(12, 'Hall')
  await town.pass(0.1)
  town.phone.clock.pass(3 * 3_600_000)
  let failures = 1
  town.instead = ({ path }) => (path.includes('/12/') && failures-- > 0 ? failure() : null)
  await town.pass(1)
  expect(await town.left()).toEqual([])
})

test('I3 I18 no list can be read: everything waits, and it is asked seldom', async () => {
  const town = await townWith('documented')
  town.instead = ({ method, carryOut }) => (method === 'POST' ? carryOut() && lost() : null)
  for (let at = 0; at < 5; at++) await town.add(12 + at, `Area ${at}`)
  await town.pass(3)
  town.instead = () => pageOf(200)
  town.asked.length = 0
  await town.pass(30)
  expect(town.asked.length).toBeLessThan(120)
  town.instead = () => null
  await town.pass(5)
  expect(await town.left()).toEqual([])
  expect(town.names()).toHaveLength(5)
})

/** The server fails on every sending of the area; `doneAt`: the sending that it carries out all the same. */
async function failedFiveTimes(doneAt: number) {
  const town = await townWith('documented')
  let sendings = 0
  town.instead = ({ method, carryOut }) => {
    if (method === 'GET') return null
    sendings++
    if (sendings === doneAt) carryOut()
    return sendings <= 5 ? failure() : null
  }
  await town.add(12, 'Hall')
  for (let minute = 0; minute < 60 && sendings < 5; minute++) await town.pass(1)
  return { town, sendings: () => sendings }
}

test.each([
  ['repairs', async (phone, key) => void (await repair(phone, key, { name: 'Hall' }))],
  ['retries', retry],
] as const satisfies [string, typeof retry][])(
  'I2 a server that has failed five times and carried it out at last: no second one, also if the user %s it',
  async (_, decide) => {
    const { town } = await failedFiveTimes(5)
    // Only where the user is asked.
    const refused = (await town.phone.db.outbox.toArray()).filter((it) => it.state === 'refused')
    for (const { key } of refused) await decide(town.phone, key)
    await town.pass(20)
    expect(town.names()).toEqual(['Hall'])
    expect(await town.left()).toEqual([])
  },
)

test('I2 I7 a server that has failed five times: the list is read before the user is asked, and all can be done then', async () => {
  const { town, sendings } = await failedFiveTimes(0)
  expect(await town.left()).toEqual([[12, 'inDoubt']])
  await town.pass(5)
  const [entry] = await town.phone.db.outbox.toArray()
  expect(entry).toMatchObject({ state: 'refused', problem: { detail: 'The server failed on this 5 times.' } })
  expect(sendings()).toBe(5)
  await repair(town.phone, entry?.key ?? '', { name: 'Big hall' })
  await town.pass(1)
  expect(town.names()).toEqual(['Big hall'])
})

test.each([
  [429, { 'Retry-After': '300' }, 300_000],
  [408, {}, 0],
] as const)(
  'I18 403, then %i to the question about the session: no refusal, and its Retry-After is kept',
  async (status, headers, wait) => {
    const town = await townWith('keyed')
    town.instead = ({ method, path }) => {
      if (path === '/user') return json({ detail: 'Later' }, status, headers)
      return method === 'GET' ? null : json({ detail: 'Forbidden' }, 403)
    }
    await town.add(12, 'Hall')
    await runUnderLease(town.phone)
    expect(await town.left()).toEqual([[12, 'waiting']])
    const asked = town.asked.length
    expect(await town.phone.db.fact('holdUntil', 0)).toBe(wait && town.phone.clock.now + wait)
    if (!wait) return
    await town.add(13, 'Bath')
    await town.pass(4.5)
    expect(town.asked).toHaveLength(asked)
  },
)
