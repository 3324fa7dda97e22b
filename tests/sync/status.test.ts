import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { addAddressComment } from '../../src/records/comment.ts'
import { commands } from '../../src/records/index.ts'
import { addObservation } from '../../src/records/observation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { Runner } from '../../src/sync/schedule/runner.ts'
import { carriers, statusOf } from '../../src/sync/schedule/status.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { smallTown } from '../harness/town.ts'

let town: Office
let phone: TestDevice
let place: Awaited<ReturnType<typeof smallTown>>
beforeAll(async () => {
  town = await office()
  place = await smallTown(town)
})
afterAll(() => town.close())
beforeEach(async () => {
  phone = await testDevice(town, town.people.ons)
})

test('SH-11 the status counts entries and files separately, and work for the user once', async () => {
  phone.signal.off()
  const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
  const body = { content: 'Broken handrail', potentialvio: false, user_id: town.people.ons.id, codes: [] }
  const photos = [await takenIn(phone, 1), await takenIn(phone, 2)]
  await perform(phone, addObservation, { areaId }, body, { photos })
  expect(await statusOf(phone.db)).toMatchObject({ waiting: 2, photosWaiting: 2, needsYou: 0, sending: 0 })

  // A comment carries its files itself: one entry, and files that wait.
  const said = { content: 'Nobody at home', user_id: town.people.ons.id }
  await perform(phone, addAddressComment, { addressId: place.addressId }, said, { photos: [await takenIn(phone, 3)] })
  expect(await statusOf(phone.db)).toMatchObject({ waiting: 3, photosWaiting: 3 })
  const [area, , photo] = await phone.db.outbox.orderBy('seq').toArray()
  await phone.db.outbox.update(area!.seq, { state: 'refused' })
  await phone.db.outbox.update(photo!.seq, { state: 'refused' })
  expect(await statusOf(phone.db)).toMatchObject({
    waiting: 2,
    photosWaiting: 2,
    needsYou: 2,
    oldestAt: area!.capturedAt,
  })

  await phone.db.outbox.clear()
  expect(await statusOf(phone.db)).toMatchObject({ waiting: 0, photosWaiting: 0, needsYou: 0, oldestAt: null })
})

test('the records whose calls carry their own files are those of the commands that say so', () => {
  const made = [...commands.values()].flatMap((it) => (it.withFiles && it.makes ? [it.makes] : []))
  expect(new Set(made)).toEqual(new Set(carriers))
})

test('a tap during a run is no plain poke: the run after it passes over the waits of the back-off', async () => {
  await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
  await phone.db.setFact('holdUntil', phone.clock.now + 600_000)
  const runner = new Runner(phone)
  let during = true
  phone.locks = {
    request: async (_name, _options, body) => {
      // The first run is under way: nothing may leave yet, and the user taps.
      if (during) runner.schedule(true)
      during = false
      return body({ name: 'lock', mode: 'exclusive' } as never)
    },
  } as TestDevice['locks']
  runner.schedule()
  await expect.poll(() => phone.db.outbox.count(), { timeout: 10_000 }).toBe(0)
  runner.end()
})
