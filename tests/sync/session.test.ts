import { afterAll, beforeAll, expect, test } from 'vitest'
import { addArea } from '../../src/records/area.ts'
import { addObservation } from '../../src/records/observation.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { count, smallTown } from '../harness/town.ts'

let town: Office
let inspectionId: number
beforeAll(async () => {
  town = await office()
  inspectionId = (await smallTown(town)).inspectionId
})
afterAll(() => town.close())

test('I14 G-20 somebody else signs in at the same device: nothing of the first person leaves, and it waits for them', async () => {
  const { ons, otherOns } = town.people
  const first = await testDevice(town, ons)
  first.signal.off()
  const areaId = await perform(first, addArea, { inspectionId }, { name: 'Cellar' })
  const seen = { content: 'Damp wall', potentialvio: true, user_id: ons.id, codes: [] }
  await perform(first, addObservation, { areaId }, seen)
  first.db.close()

  const { storage, clock } = first
  const second = await testDevice(town, otherOns, { storage, clock })
  expect(await second.db.outbox.count()).toBe(0)
  expect(await second.db.rows('area').count()).toBe(0)
  await perform(second, addArea, { inspectionId }, { name: 'Attic' })
  await second.drain()
  expect(await count(town, 'areas')).toBe(1)
  expect(second.signal.sent.some((it) => /Cellar|Damp/.test(it.body))).toBe(false)
  second.db.close()

  const back = await testDevice(town, ons, { storage, clock })
  expect(await back.db.outbox.count()).toBe(2)
  await back.drain()
  expect(await back.db.outbox.count()).toBe(0)
  const authors = await town.pool.query<{ user_id: string }>('select user_id from observations')
  expect(authors.rows.map((it) => Number(it.user_id))).toEqual([ons.id])
})
