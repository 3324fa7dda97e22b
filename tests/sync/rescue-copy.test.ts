import { afterAll, beforeAll, expect, test } from 'vitest'
import { DeviceDatabase, databaseName } from '../../src/db/database.ts'
import { addArea } from '../../src/records/area.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { rescueCopy, takeRescueCopy } from '../../src/sync/session/rescue.ts'
import { testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { freshTown } from '../harness/town.ts'

let town: Office
let inspectionId: number
beforeAll(async () => {
  town = await office()
  inspectionId = (await freshTown(town)).inspectionId
})
afterAll(() => town.close())

test('I21 a rescue copy is only taken in where the same person works for the same town', async () => {
  const phone = await testDevice(town, town.people.ons)
  await perform(phone, addArea, { inspectionId }, { name: 'Cellar' })
  const copy = await rescueCopy(phone)
  const elsewhere = await testDevice(town, town.people.ons)
  elsewhere.db = new DeviceDatabase(databaseName('another-town', phone.userId))
  expect(await takeRescueCopy(elsewhere, copy)).toEqual({ kind: 'otherTown' })
  expect(await elsewhere.db.outbox.count()).toBe(0)
  const tablet = await testDevice(town, town.people.ons)
  expect(await takeRescueCopy(tablet, copy)).toEqual({ kind: 'taken', entries: 1, known: 0 })
})

test('I21 a rescue copy of an older version, which does not name its town, is taken in', async () => {
  const phone = await testDevice(town, town.people.ons)
  await perform(phone, addArea, { inspectionId }, { name: 'Porch' })
  const [mark, , head = ''] = (await (await rescueCopy(phone)).text()).split('\n')
  const { database: _, ...older } = JSON.parse(head)
  const text = JSON.stringify(older)
  const tablet = await testDevice(town, town.people.ons)
  expect(await takeRescueCopy(tablet, new Blob([`${mark}\n${text.length}\n${text}`]))).toMatchObject({ entries: 1 })
})
