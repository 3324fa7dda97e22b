import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { User } from '../../src/contract/user.ts'
import { Directory } from '../../src/db/directory.ts'
import { addInspectionPhoto, inspectionById } from '../../src/records/inspection.ts'
import { addFiles } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { forgetOldOfAll } from '../../src/sync/session/departure.ts'
import { rememberPerson } from '../../src/sync/session/person-here.ts'
import { settleIn } from '../../src/sync/session/settle-in.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { freshTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
let inspectionId: number
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  inspectionId = (await freshTown(town)).inspectionId
  phone = await testDevice(town, town.people.ons)
})

const day = 24 * 3_600_000

/** Sends one photo, whose shown version is stored beside the original. Returns which parts are here later. */
async function sendPhoto(): Promise<() => Promise<string[]>> {
  const photo = await takenIn(phone, 1)
  await phone.db.blobs.put({ photo, part: 'web', type: 'image/jpeg', bytes: new ArrayBuffer(8) })
  await addFiles(phone, addInspectionPhoto, { inspectionId }, [photo])
  await phone.drain()
  expect(await phone.db.photos.get(photo)).toMatchObject({ state: 'verified' })
  return async () => (await phone.db.blobs.where('photo').equals(photo).toArray()).map((it) => it.part).sort()
}

/** The daily clean-up, which has the server's time. */
async function cleanUp(now: number): Promise<void> {
  const directory = new Directory()
  const profile = { id: phone.userId } as User
  const person = { userId: phone.userId, townId: 'town', profile, token: null, tokenEndsAt: null }
  await rememberPerson(directory, person)
  await forgetOldOfAll(directory, now, 60)
  directory.close()
}

test('I16 I22 a clock 15 days ahead deletes no bytes of a photo sent just now; the server’s time does, after the grace', async () => {
  const partsHere = await sendPhoto()
  const sentAt = phone.now()
  phone.clock.pass(15 * day)
  await settleIn(phone, { schedule: () => undefined }, false)
  expect(await partsHere()).toEqual(['original', 'web'])
  await cleanUp(sentAt + 6 * day)
  expect(await partsHere()).toEqual(['original', 'web'])
  await cleanUp(sentAt + 8 * day)
  expect((await partsHere()).length).toBe(1)
})

test('I16 I22 a photo sent while the clock was 15 days behind has its whole grace by the server’s clock', async () => {
  const ask = phone.fetch
  phone.fetch = async (request) => {
    const answer = await ask(request)
    const get = answer.headers.get.bind(answer.headers)
    const written = new Date(phone.now() + 15 * day).toUTCString()
    answer.headers.get = (name) => (name.toLowerCase() === 'date' ? written : get(name))
    return answer
  }
  // Every screen reads before something is sent, and the answer tells of the clock.
  await pull(phone, inspectionById(inspectionId))
  const partsHere = await sendPhoto()
  const sentAt = phone.now() + 15 * day
  await cleanUp(sentAt + 6 * day)
  expect(await partsHere()).toEqual(['original', 'web'])
  await cleanUp(sentAt + 8 * day)
  expect((await partsHere()).length).toBe(1)
})
