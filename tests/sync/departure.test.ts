import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '../../src/contract/user.ts'
import { Directory } from '../../src/db/directory.ts'
import { addArea } from '../../src/records/area.ts'
import { inspectionById } from '../../src/records/inspection.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { statusOf } from '../../src/sync/schedule/status.ts'
import { deleteAll, depart, finishDepartures } from '../../src/sync/session/departure.ts'
import { rememberPerson } from '../../src/sync/session/person-here.ts'
import { readySealKey } from '../../src/sync/session/seal/arrive.ts'
import { sealedCopies } from '../../src/sync/session/seal/pieces.ts'
import { sealKeyOf } from '../../src/sync/session/seal/seal-key.ts'
import { endSession } from '../../src/sync/session/session-end.ts'
import { markSignIn } from '../../src/sync/session/sign-in-mark.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'

let town: Office
let place: Awaited<ReturnType<typeof freshTown>>
let directory: Directory
let phone: TestDevice
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  place = await freshTown(town)
  phone = await testDevice(town, town.people.ons)
  directory = new Directory()
  await directory.people.clear()
  await directory.now.clear()
  await enter('one')
  await pull(phone, inspectionById(place.inspectionId))
  await readySealKey(phone, 'a long pass phrase')
  phone.signal.off()
  await save('Kitchen')
})

// These tests read nothing of a profile but its id.
const person = () => ({ userId: phone.userId, townId: 'town', profile: { id: phone.userId } as User })

/** Signs the person in, as the session does. */
const enter = async (token: string) => {
  await rememberPerson(directory, { ...person(), token, tokenEndsAt: null })
  await markSignIn(phone.db)
}

const save = (name: string) => perform(phone, addArea, { inspectionId: place.inspectionId }, { name })

const here = async () => ({
  waiting: (await statusOf(phone.db)).waiting,
  sealed: (await sealedCopies(phone.db)).length,
  rows: await phone.db.rows('inspection').count(),
})

test('I16 a sign-out that is completed later leaves a person alone who signs in while their work is sealed', async () => {
  await endSession(directory, 'takeAway', phone.userId)
  // While the copy is read back, before the plain rows go.
  const { subtle } = crypto
  const decrypt = subtle.decrypt.bind(subtle)
  const readBack = vi.spyOn(subtle, 'decrypt').mockImplementationOnce(async (...asked) => {
    await enter('two')
    return decrypt(...asked)
  })
  expect(await depart(directory, person(), true)).toBe('notSealed')
  expect(readBack).toHaveBeenCalled()
  readBack.mockRestore()
  expect(await here()).toMatchObject({ waiting: 1, sealed: 0 })
  expect(await directory.current()).toMatchObject({ userId: phone.userId, token: 'two' })
  expect((await directory.current())?.leaving).toBeUndefined()
  // The next sign-out seals with the same key, and the pieces of the first try are gone.
  expect(await sealKeyOf(phone.db)).not.toBeNull()
  expect(await phone.db.sealed.count()).toBe(0)
})

test('I16 a sign-out that is completed later does nothing if the person has signed in before it began', async () => {
  await endSession(directory, 'takeAway', phone.userId)
  await enter('two')
  const before = await here()
  expect(await depart(directory, person(), true)).toBe('notSealed')
  expect(await here()).toEqual(before)
})

test('I16 the sign-out of a page whose person has left already ends nobody else’s session', async () => {
  await endSession(directory, 'takeAway', phone.userId)
  await rememberPerson(directory, { ...person(), userId: 77, token: 'theirs', tokenEndsAt: null })
  expect(await endSession(directory, 'takeAway', phone.userId)).toBeNull()
  expect(await directory.current()).toMatchObject({ userId: 77, token: 'theirs' })
  expect((await directory.people.get(77))?.leaving).toBeUndefined()
})

test('G-05 a confirmed deletion that a kill interrupted is finished at the next start', async () => {
  await endSession(directory, 'delete', phone.userId)
  await finishDepartures(directory, true)
  expect(await directory.people.count()).toBe(0)
  phone = await phone.restart()
  expect(await here()).toEqual({ waiting: 0, sealed: 0, rows: 0 })
})

test('G-05 a person who signs in before an interrupted deletion is finished stays signed in, without the work', async () => {
  await endSession(directory, 'delete', phone.userId)
  await rememberPerson(directory, { ...person(), token: 'two', tokenEndsAt: null })
  // The mark is still there, so that the sign-in deletes before it opens the database.
  expect((await directory.current())?.leaving).toBe('delete')
  await finishDepartures(directory, true)
  expect(await directory.current()).toMatchObject({ userId: phone.userId, token: 'two' })
  expect((await directory.current())?.leaving).toBeUndefined()
  phone = await phone.restart()
  expect(await here()).toMatchObject({ waiting: 0 })
})

test('I17 sealed work that stays closed is not called sent', async () => {
  await endSession(directory, 'takeAway', phone.userId)
  expect(await depart(directory, person(), true)).toBe('sealed')
  await enter('two')
  expect(await statusOf(phone.db)).toMatchObject({ waiting: 0, sealed: 1 })
  await deleteAll(directory, person())
  phone = await phone.restart()
  expect(await statusOf(phone.db)).toMatchObject({ sealed: 0 })
})

test('G-20 pictures that a preparation in another tab kept until the records went are deleted too', async () => {
  const wiped: number[] = []
  const forget = async () => wiped.push(await phone.db.fact('wiped', 0))
  vi.stubGlobal('caches', { delete: forget })
  await endSession(directory, 'takeAway', phone.userId)
  await depart(directory, person(), false)
  vi.unstubAllGlobals()
  expect(wiped.at(0)).toBe(0)
  expect(wiped.at(-1)).toBe(1)
})
