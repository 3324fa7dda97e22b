import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rowsOf } from '../../src/records/query.ts'
import { allUsers, onsUsers } from '../../src/records/user.ts'
import { catchUp, refresh } from '../../src/sync/pull/changes.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'

let town: Office
let desk: TestDevice
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  await setActive(true)
  desk = await testDevice(town, town.people.admin)
})

const setActive = (active: boolean) =>
  town.pool.query('update users set active = $1 where id = $2', [active, town.people.ons.id])
const everybody = async () => (await rowsOf(desk.db, allUsers())).map((it) => it.id)
const inspectors = async () => (await rowsOf(desk.db, onsUsers())).map((it) => it.id)

test('an inactive inspector is no inspector to choose, and stays among the users', async () => {
  await setActive(false)
  await catchUp(desk)
  await refresh(desk, allUsers())
  desk.clock.pass(10_000)
  await refresh(desk, onsUsers())
  expect(await everybody()).toContain(town.people.ons.id)
  expect(await inspectors()).not.toContain(town.people.ons.id)
})

test('a row that one list removes is asked for again by the other lists that had it', async () => {
  for (const query of [allUsers(), onsUsers()]) await pull(desk, query)
  // What this device has of the person is older than the list of inspectors.
  await setActive(false)
  await pull(desk, allUsers())
  await desk.db.rows('user').update(town.people.ons.id, { active: true })
  await pull(desk, onsUsers())
  expect(await everybody()).not.toContain(town.people.ons.id)
  await pull(desk, allUsers())
  expect(await everybody()).toContain(town.people.ons.id)
})

test('where the server tells of nobody whether they are active, all inspectors can be chosen', async () => {
  await pull(desk, allUsers())
  await desk.db.rows('user').toCollection().modify({ active: null })
  expect(await inspectors()).toContain(town.people.ons.id)
})
