import { afterEach, beforeEach, expect, test } from 'vitest'
import { audit } from '../../src/contract/audit.ts'
import { deviceOrderHeader } from '../../src/contract/device-order.ts'
import { session } from '../../src/contract/session.ts'
import { sync } from '../../src/contract/sync.ts'
import { forgetOldSessions } from '../../src/server/sessions.ts'
import { type Office, office, type Person } from '../harness/office.ts'
import { ask, refusal, send } from './routes/ask.ts'

const start = new Date('2026-11-20T14:00:00Z')
let now = start
let town: Office
beforeEach(async () => {
  now = start
  town = await office({ clock: () => now })
})
afterEach(() => town.close())

/** The person with a session of their own on a device of that name. */
const signedIn = async (person: Person, device: string): Promise<Person> => {
  const answer = await town.fetch('/api/login', {
    method: 'POST',
    headers: { 'Device-Id': device },
    body: new URLSearchParams({ username: person.email, password: person.password }),
  })
  return { ...person, token: ((await answer.json()) as { access_token: string }).access_token }
}

const beat = (as: Person, device: string) =>
  ask(town, sync.heartbeat, {
    body: { device, waiting: 1, needsYou: 0, photosWaiting: 0, oldestAt: null, lastSentAt: null, version: '1' },
    as,
  })

/** The status of a call, and the order that came with it. */
const contact = async (as: Person) => {
  const { status, headers } = await send(town, session.profile, { as })
  return [status, headers.get(deviceOrderHeader)]
}

const signOut = (body: { user_id: number; device: string | null; clear: boolean }, as = town.people.admin) =>
  ask(town, sync.signOutDevice, { body, as })

const orderOf = async (device: string) =>
  (await ask(town, sync.devices, { as: town.people.admin })).find((it) => it.device === device)?.order

test('X89 one phone is signed out and ordered to clear itself at each contact, other phones and people go on', async () => {
  const { ons, otherOns, admin } = town.people
  const lost = await signedIn(ons, 'iPhone 1A2B')
  const other = await signedIn(ons, 'iPad 3C4D')
  const sharing = await signedIn(otherOns, 'iPhone 1A2B')
  await beat(lost, 'iPhone 1A2B')
  expect(await orderOf('iPhone 1A2B')).toBeNull()
  now = new Date('2026-11-20T15:00:00Z')
  const devices = await signOut({ user_id: ons.id, device: 'iPhone 1A2B', clear: true })
  expect(devices).toMatchObject([{ device: 'iPhone 1A2B', user: { id: ons.id }, order: { clears: true } }])
  expect(await orderOf('iPhone 1A2B')).toEqual({ at: now.toISOString(), clears: true, toldAt: null })
  const told = new Date('2026-11-20T16:00:00Z')
  now = told
  expect(await contact(lost)).toEqual([401, 'clear'])
  now = new Date('2026-11-20T17:00:00Z')
  expect(await contact(lost)).toEqual([401, 'clear'])
  expect(await orderOf('iPhone 1A2B')).toMatchObject({ toldAt: told.toISOString() })
  for (const one of [other, sharing, admin]) expect(await contact(one)).toEqual([200, null])
  expect(await contact({ ...ons, token: 'no such token' })).toEqual([401, null])
})

test('X89 the order reaches a phone whose session ended long ago, and one whose person is not active any more', async () => {
  const { ons } = town.people
  const lost = await signedIn(ons, 'iPhone 1A2B')
  const quiet = await signedIn(ons, 'iPad 3C4D')
  now = new Date('2027-01-20T15:00:00Z')
  await signOut({ user_id: ons.id, device: 'iPhone 1A2B', clear: true }, await signedIn(town.people.admin, 'Mac'))
  now = new Date('2027-03-20T15:00:00Z')
  await forgetOldSessions(town.db, now)
  await town.pool.query('update users set active = false where id = $1', [ons.id])
  expect(await contact(lost)).toEqual([401, 'clear'])
  expect(await contact(quiet)).toEqual([401, null])
})

test('X89 a person who signs in on the phone again is not cleared; its next report ends the order', async () => {
  const { ons } = town.people
  await beat(await signedIn(ons, 'iPhone 1A2B'), 'iPhone 1A2B')
  now = new Date('2026-11-20T15:00:00Z')
  await signOut({ user_id: ons.id, device: 'iPhone 1A2B', clear: true })
  now = new Date('2026-11-20T16:00:00Z')
  const found = await signedIn(ons, 'iPhone 1A2B')
  expect(await contact(found)).toEqual([200, null])
  await ask(town, session.signOut, { body: {}, as: found })
  expect(await contact(found)).toEqual([401, null])
  await beat(await signedIn(ons, 'iPhone 1A2B'), 'iPhone 1A2B')
  expect(await orderOf('iPhone 1A2B')).toBeNull()
})

test('X89 an order not yet delivered is withdrawn by a sign-out without clearing', async () => {
  const { ons } = town.people
  const lost = await signedIn(ons, 'iPhone 1A2B')
  now = new Date('2026-11-20T15:00:00Z')
  await signOut({ user_id: ons.id, device: 'iPhone 1A2B', clear: true })
  await signOut({ user_id: ons.id, device: 'iPhone 1A2B', clear: false })
  expect(await contact(lost)).toEqual([401, null])
})

test('X89 signing a person out everywhere without clearing keeps the order to clear a lost phone', async () => {
  const { ons } = town.people
  const lost = await signedIn(ons, 'iPhone 1A2B')
  const other = await signedIn(ons, 'iPad 3C4D')
  now = new Date('2026-11-20T15:00:00Z')
  await signOut({ user_id: ons.id, device: 'iPhone 1A2B', clear: true })
  await signOut({ user_id: ons.id, device: null, clear: false })
  expect(await contact(lost)).toEqual([401, 'clear'])
  expect(await contact(other)).toEqual([401, null])
})

test('X89 signing out everywhere without clearing does not clear a found phone on which its person signed in again', async () => {
  const { ons } = town.people
  const lost = await signedIn(ons, 'iPhone 1A2B')
  now = new Date('2026-11-20T15:00:00Z')
  await signOut({ user_id: ons.id, device: 'iPhone 1A2B', clear: true })
  now = new Date('2026-11-20T16:00:00Z')
  const found = await signedIn(ons, 'iPhone 1A2B')
  now = new Date('2026-11-20T17:00:00Z')
  await signOut({ user_id: ons.id, device: null, clear: false })
  expect(await contact(found)).toEqual([401, null])
  expect(await contact(lost)).toEqual([401, 'clear'])
})

test('X89 everywhere: all phones of a person, but never the one that asks', async () => {
  const { admin } = town.people
  const here = await signedIn(admin, 'Mac 5E6F')
  const before = await signedIn(admin, 'Mac 5E6F')
  const phone = await signedIn(admin, 'iPhone 1A2B')
  now = new Date('2026-11-20T15:00:00Z')
  await signOut({ user_id: admin.id, device: null, clear: true }, here)
  expect(await contact(here)).toEqual([200, null])
  for (const other of [before, admin]) expect(await contact(other)).toEqual([401, null])
  expect(await contact(phone)).toEqual([401, 'clear'])
})

test('X89 is the Admin’s, and for people who exist', async () => {
  const body = { user_id: town.people.ons.id, device: null, clear: false }
  for (const as of [town.people.ons, town.people.oas])
    expect(await refusal(town, sync.signOutDevice, { body, as })).toMatch(/^403/)
  const nobody = { body: { ...body, user_id: 999 }, as: town.people.admin }
  expect(await refusal(town, sync.signOutDevice, nobody)).toBe('404 User not found')
})

test('X113 an Admin removes a phone from the list: it is signed out, and in the log; an order to clear it stays', async () => {
  const { ons, oas, admin } = town.people
  const gone = await signedIn(ons, 'iPhone 1A2B')
  const other = await signedIn(ons, 'iPad 3C4D')
  for (const [as, device] of [
    [gone, 'iPhone 1A2B'],
    [other, 'iPad 3C4D'],
  ] as const)
    await beat(as, device)
  now = new Date('2026-11-20T15:00:00Z')
  await signOut({ user_id: ons.id, device: 'iPhone 1A2B', clear: true })
  const body = { user_id: ons.id, device: 'iPhone 1A2B' }
  for (const as of [ons, oas]) expect(await refusal(town, sync.removeDevice, { body, as })).toMatch(/^403/)
  const left = await ask(town, sync.removeDevice, { body, as: admin })
  expect(left.map(({ device }) => device)).toEqual(['iPad 3C4D'])
  // The same call again, after a lost answer.
  expect(await ask(town, sync.removeDevice, { body, as: admin })).toEqual(left)
  expect(await contact(gone)).toEqual([401, 'clear'])
  expect(await contact(other)).toEqual([200, null])
  const [line] = await ask(town, audit.list, { as: admin })
  expect(line).toMatchObject({ call: 'X113', user_id: admin.id, body })
})

test('X113 a removed phone that is still in use is in the list again after the next sign-in', async () => {
  const { ons, admin } = town.people
  const phone = await signedIn(ons, 'iPhone 1A2B')
  await beat(phone, 'iPhone 1A2B')
  await ask(town, sync.removeDevice, { body: { user_id: ons.id, device: 'iPhone 1A2B' }, as: admin })
  expect(await contact(phone)).toEqual([401, null])
  await beat(await signedIn(ons, 'iPhone 1A2B'), 'iPhone 1A2B')
  expect((await ask(town, sync.devices, { as: admin })).map(({ device }) => device)).toEqual(['iPhone 1A2B'])
})
