import { Dexie } from 'dexie'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { everybody } from '../../src/db/aside.ts'
import { DeviceDatabase, databaseName } from '../../src/db/database.ts'
import { Directory } from '../../src/db/directory.ts'
import { addArea } from '../../src/records/area.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { runUnderLease } from '../../src/sync/schedule/lease.ts'
import { otherTownCopy, otherTownWork } from '../../src/sync/session/other-town.ts'
import { readCopy } from '../../src/sync/session/rescue-file.ts'
import { Session } from '../../src/sync/session/session.ts'
import { memoryLocks } from '../harness/device.ts'
import { fakeCaches } from '../harness/fake-caches.ts'
import { type Office, office } from '../harness/office.ts'
import { openPage } from '../harness/page.ts'
import { smallTown } from '../harness/town.ts'

/** Two towns whose people and inspections have the same numbers, one after the other at the same address. */
let demo: Office
let real: Office
let atDemo: number
let atReal: number
/** The town at the address now. */
let here: Office
/** Every call to the API, with its token. */
let calls: { path: string; token: string | null }[]
let sessions: Session[]
let bugs: unknown[]
/** The browser's, for all its tabs. */
let locks: ReturnType<typeof memoryLocks>
let caches: ReturnType<typeof fakeCaches>

const reach = globalThis.fetch

beforeEach(async () => {
  demo = await office()
  real = await office()
  atDemo = (await smallTown(demo)).inspectionId
  atReal = (await smallTown(real)).inspectionId
  expect([real.people.ons.id, atReal]).toEqual([demo.people.ons.id, atDemo])
  const origin = demo.url
  openPage(origin)
  caches = fakeCaches()
  vi.stubGlobal('caches', caches)
  here = demo
  locks = memoryLocks()
  calls = []
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = request.url.replace(origin, '')
    if (path.startsWith('/api/')) calls.push({ path, token: request.headers.get('Authorization') })
    return reach(new Request(here.url + path, request))
  })
  sessions = []
  bugs = []
})
// Not after each test: a page that has been left may still finish a task.
afterAll(() => vi.unstubAllGlobals())
afterEach(async () => {
  for (const it of sessions) await it.signOut('keep')
  await demo.close()
  await real.close()
  expect(bugs).toEqual([])
})

/** Opens the app in another tab, or after a kill. */
async function opened(): Promise<Session> {
  const session = new Session()
  session.onBug = (error) => bugs.push(error)
  sessions.push(session)
  await session.open()
  return session
}

const engineOf = ({ presence }: Session) => {
  if (presence.state !== 'in') throw new Error(`Nobody is signed in: ${presence.state}`)
  return presence.engine
}

const deviceOf = (session: Session) => {
  const { device } = engineOf(session)
  device.locks = locks
  return device
}

const signIn = async (session: Session, { email, password } = here.people.ons) =>
  expect(await session.signIn({ email, password })).toMatchObject({ kind: 'signedIn' })

const save = (session: Session, inspectionId: number, name: string) =>
  perform(deviceOf(session), addArea, { inspectionId }, { name })

/** Sends what can be sent. The page's own runner may be at it already. */
async function send(session: Session): Promise<void> {
  const run = async () => expect(await runUnderLease(deviceOf(session), true)).not.toBe('busy')
  await vi.waitFor(run, { timeout: 10_000 })
}

const areasOf = async ({ pool }: Office) =>
  (await pool.query<{ name: string }>('select name from areas order by id')).rows.map((it) => it.name)

const unsentOf = async (session: Session) =>
  (await deviceOf(session).db.outbox.toArray()).map((it) => Reflect.get(Object(it.body), 'name'))

const townOf = async ({ url }: Office): Promise<string> => (await (await reach(`${url}/config.json`)).json()).townId

/** Work that waits in the demo town, whose server is then replaced by that of the real town. */
async function replaced(): Promise<Session> {
  const session = await opened()
  await signIn(session)
  await save(session, atDemo, 'Kitchen of the demo')
  here = real
  return session
}

test('I14 I1 work of another town that was at this address stays on the phone, and is told there and can be copied', async () => {
  const session = await replaced()
  const before = databaseName(engineOf(session).person.townId, real.people.ons.id)
  await signIn(session)
  await send(session)
  expect(await areasOf(real)).toEqual([])
  expect(await unsentOf(session)).toEqual([])

  const { directory, town, person } = engineOf(session)
  const left = await otherTownWork(directory, town.townId)
  expect(left).toMatchObject([{ entries: 1, sealed: 0, person: { profile: { email: demo.people.ons.email } } }])
  const copy = await readCopy(await otherTownCopy(left[0]?.person ?? person))
  expect(copy).toMatchObject({
    manifest: { database: before, entries: [{ body: { name: 'Kitchen of the demo' }, state: 'waiting' }] },
  })
}, 60_000)

test('I16 I1 after a sign-in to the town that is there now, saved work is there at the next start, and is sent', async () => {
  const session = await replaced()
  await signIn(session)
  deviceOf(session).fetch = () => Promise.reject(new TypeError('No signal'))
  await save(session, atReal, 'Kitchen')
  const next = await opened()
  expect(deviceOf(next).db.name).toBe(deviceOf(session).db.name)
  expect(await unsentOf(next)).toEqual(['Kitchen'])
  await send(next)
  expect(await areasOf(real)).toEqual(['Kitchen'])
}, 60_000)

test('I14 a phone that hears of another town at its address sends it nothing, not even its token, and says so', async () => {
  const session = await replaced()
  calls = []
  await session.catchUp()
  expect(calls.filter((it) => it.token !== null)).toEqual([])
  expect(engineOf(session).town.townId).not.toBe(engineOf(session).person.townId)
  expect(await deviceOf(session).db.fact('paused', null)).toBe('signIn')
  await send(session)
  const next = await opened()
  expect(await deviceOf(next).db.fact('paused', null)).toBe('signIn')
  await next.catchUp()
  await send(next)
  expect(calls.filter((it) => it.token !== null)).toEqual([])
  expect(await unsentOf(next)).toEqual(['Kitchen of the demo'])
}, 60_000)

test('I1 I14 the first town comes back to the address: each town gets the work that was saved for it', async () => {
  const session = await replaced()
  await signIn(session)
  deviceOf(session).fetch = () => Promise.reject(new TypeError('No signal'))
  await save(session, atReal, 'Kitchen')
  here = demo
  await signIn(session)
  await send(session)
  expect(await areasOf(demo)).toEqual(['Kitchen of the demo'])
  expect(await otherTownWork(engineOf(session).directory, await townOf(demo))).toMatchObject([{ entries: 1 }])
  here = real
  await signIn(session)
  await send(session)
  expect(await areasOf(real)).toEqual(['Kitchen'])
  expect(await otherTownWork(engineOf(session).directory, await townOf(real))).toEqual([])
}, 60_000)

test('I14 another tab that still has the work of the first town open sends nothing with the new session, and follows', async () => {
  const session = await replaced()
  const other = await opened()
  const stale = deviceOf(session)
  await signIn(other)
  expect(await stale.token()).toBeNull()
  await send(session)
  expect(await areasOf(real)).toEqual([])
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(deviceOf(session).db.name).toBe(deviceOf(other).db.name), { timeout: 10_000 })
}, 60_000)

test('G-20 I14 pictures of another town are not shown in this one, whose photos have the same numbers', async () => {
  const session = await replaced()
  caches.kept('codesoft-photos').set('/api/files/aaa/p.jpg', new Response('a picture'))
  await signIn(session)
  expect(await caches.has('codesoft-photos')).toBe(false)
}, 60_000)

test('G-05 I16 a deletion confirmed in the first town is completed there, and takes nothing of the town that is here now', async () => {
  const session = await opened()
  await signIn(session)
  await save(session, atDemo, 'Kitchen of the demo')
  const directory = new Directory()
  const demoTown = engineOf(session).person.townId
  await directory.people.update(demo.people.ons.id, { leaving: 'delete' })
  here = real
  await signIn(session)
  deviceOf(session).fetch = () => Promise.reject(new TypeError('No signal'))
  await save(session, atReal, 'Kitchen')
  const next = await opened()
  await vi.waitFor(async () => expect((await everybody(directory)).length).toBe(1), { timeout: 10_000 })
  expect(await Dexie.exists(databaseName(demoTown, demo.people.ons.id))).toBe(false)
  expect(await unsentOf(next)).toEqual(['Kitchen'])
  expect(engineOf(next).person.leaving).toBeUndefined()
  directory.close()
}, 60_000)

test('I20 I1 a device of an earlier version keeps its people, their sessions and their unsent work', async () => {
  const session = await opened()
  await signIn(session)
  await save(session, atDemo, 'Kitchen of the demo')
  const { directory, person } = engineOf(session)
  const { db } = deviceOf(session)
  const colleague = { ...person, userId: 77, token: null }
  const now = await directory.now.toArray()
  await session.signOut('keep')
  sessions.splice(0)
  // The tables of those versions, with a row for each number.
  await directory.delete()
  const before = new Dexie('codesoft-directory')
  before.version(1).stores({ people: 'userId', now: 'name' })
  await before.table('people').bulkPut([person, colleague])
  await before.table('now').bulkPut(now)
  before.close()
  const next = await opened()
  expect(deviceOf(next).db.name).toBe(db.name)
  expect(await unsentOf(next)).toEqual(['Kitchen of the demo'])
  expect(await deviceOf(next).token()).toBe(person.token)
  expect(await everybody(engineOf(next).directory)).toContainEqual(expect.objectContaining({ userId: 77 }))
  await signIn(next)
  await send(next)
  expect(await areasOf(demo)).toEqual(['Kitchen of the demo'])
}, 60_000)

test('I14 SE-05 after an ended session, another person who signs in there sends nothing of the first person’s', async () => {
  const session = await opened()
  await signIn(session)
  await demo.pool.query('delete from sessions where user_id = $1', [demo.people.ons.id])
  await save(session, atDemo, 'Kitchen')
  await send(session)
  const first = deviceOf(session).db.name
  await signIn(session, demo.people.otherOns)
  await send(session)
  expect(deviceOf(session).db.name).not.toBe(first)
  expect(await areasOf(demo)).toEqual([])
  const db = new DeviceDatabase(first)
  expect(await db.outbox.count()).toBe(1)
  db.close()
}, 60_000)

test('SE-05 I3 an Admin has changed the email of a person whose session ended: they sign in with it, and all is sent', async () => {
  const session = await opened()
  await signIn(session)
  await demo.pool.query('delete from sessions where user_id = $1', [demo.people.ons.id])
  await save(session, atDemo, 'Kitchen')
  await send(session)
  const email = 'renamed@example.gov'
  await demo.pool.query('update users set email = $2 where id = $1', [demo.people.ons.id, email])
  await signIn(session, { ...demo.people.ons, email })
  await send(session)
  expect(await areasOf(demo)).toEqual(['Kitchen'])
  const directory = new Directory()
  expect((await directory.current())?.profile.email).toBe(email)
  directory.close()
}, 60_000)
