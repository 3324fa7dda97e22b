import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Directory } from '../../src/db/directory.ts'
import { frameOwner } from '../../src/sync/device/frames.ts'
import { catchUpDelayMs } from '../../src/sync/session/delays.ts'
import { Session } from '../../src/sync/session/session.ts'
import { type Office, office } from '../harness/office.ts'
import { openPage } from '../harness/page.ts'

let town: Office
let session: Session
let bugs: unknown[]
/** What is to happen as long after a sign-in as the office is asked again. */
let later: (() => void)[]

function newSession(): Session {
  const made = new Session()
  made.onBug = (error) => bugs.push(error)
  return made
}

beforeEach(async () => {
  town = await office()
  openPage(town.url)
  later = []
  const wait = globalThis.setTimeout
  vi.stubGlobal('setTimeout', (act: () => void, ms?: number, ...given: []) =>
    ms === catchUpDelayMs ? later.push(act) : wait(act, ms, ...given),
  )
  bugs = []
  session = newSession()
})
afterEach(async () => {
  await session.signOut('keep')
  vi.unstubAllGlobals()
  await town.close()
  expect(bugs).toEqual([])
})

/** The role by which the app decides what this person sees: as kept, and that of the kept pictures of the screens. */
async function roleHere() {
  const directory = new Directory()
  const person = await directory.people.get(town.people.ons.id)
  directory.close()
  return [person?.profile.role, frameOwner()?.split('/').at(-1)]
}

/** For a busy machine: loading the code of the task takes most of it. */
const patience = { timeout: 15_000 }

const makeAdmin = () => town.pool.query('update users set role = 3 where id = $1', [town.people.ons.id])

async function signIn(): Promise<void> {
  const { email, password } = town.people.ons
  expect(await session.signIn({ email, password })).toMatchObject({ kind: 'signedIn' })
  expect(await roleHere()).toEqual([1, '1'])
}

test('SH-06 a while after a sign-in the profile is fetched again, and a role that was changed meanwhile arrives', async () => {
  await session.open()
  await signIn()
  await makeAdmin()
  // Among them are the limits of calls, which end nothing any more.
  for (const act of later.splice(0)) act()
  await vi.waitFor(async () => expect(await roleHere()).toEqual([3, '3']), patience)
}, 40_000)

test('SH-06 a role that an Admin changes arrives without a restart: with the person’s own row, which changes here', async () => {
  await session.open()
  await signIn()
  await makeAdmin()
  const { presence } = session
  if (presence.state !== 'in') throw new Error('Nobody is signed in')
  const { ons } = town.people
  let changes = 0
  await vi.waitFor(async () => {
    changes += 1
    await presence.engine.device.db.rows('user').put({ ...ons, name: `Ona ${changes}`, active: true } as never)
    expect(await roleHere()).toEqual([3, '3'])
  }, patience)
}, 40_000)

test('SH-06 SE-04 a page that is opened in a session fetches the profile again', async () => {
  await session.open()
  await signIn()
  await makeAdmin()
  session = newSession()
  await session.open()
  await vi.waitFor(async () => expect(await roleHere()).toEqual([3, '3']), patience)
}, 40_000)
