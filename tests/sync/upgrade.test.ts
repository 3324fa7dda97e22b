import { writeFileSync } from 'node:fs'
import { IDBFactory } from 'fake-indexeddb'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DeviceDatabase } from '../../src/db/database.ts'
import { addArea, areasOfInspection } from '../../src/records/area.ts'
import { inspectionById, inspectionListing, setInspectionStatus } from '../../src/records/inspection.ts'
import { addObservation, flagObservation } from '../../src/records/observation.ts'
import { readListing } from '../../src/records/read-listing.ts'
import { addUnit } from '../../src/records/unit.ts'
import { perform } from '../../src/sync/capture/perform.ts'
import { pull } from '../../src/sync/pull/pull.ts'
import { dump, kept, put } from '../golden/kept.ts'
import { testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
import { count, freshTown } from '../harness/town.ts'

let town: Office
let place: Awaited<ReturnType<typeof freshTown>>
beforeAll(async () => {
  town = await office()
})
afterAll(() => town.close())
beforeEach(async () => {
  place = await freshTown(town)
})

/** A visit without signal: 7 waiting entries, 2 of them photos, and a half-typed form. */
async function visit() {
  const phone = await testDevice(town, town.people.ons)
  await pull(phone, inspectionById(place.inspectionId))
  await pull(phone, areasOfInspection(place.inspectionId))
  phone.signal.off()
  await perform(phone, addUnit, { addressId: place.addressId }, { number: '2B' })
  const areaId = await perform(phone, addArea, { inspectionId: place.inspectionId }, { name: 'Kitchen' })
  const body = { content: 'Broken handrail', potentialvio: false, user_id: phone.userId, codes: [place.codeId] }
  const photos = [await takenIn(phone, 1), await takenIn(phone, 2)]
  const seen = await perform(phone, addObservation, { areaId }, body, { photos })
  await perform(phone, flagObservation, { observationId: seen }, { potentialvio: true })
  await perform(phone, setInspectionStatus, { inspectionId: place.inspectionId }, { status: 'In Progress' })
  await phone.db.drafts.put({ form: `observation/area:${areaId}`, values: { content: 'The sink' }, savedAt: 1 })
  return phone
}

test('I20 the schema of today has its kept database', () => {
  expect(kept().map((it) => it.version)).toContain(new DeviceDatabase('none').verno)
})

// A new schema is written down once, when it is made: WRITE_GOLDEN=1 with this file alone.
test.runIf(process.env.WRITE_GOLDEN === '1')('writes the database of today', async () => {
  const { db, userId } = await visit()
  writeFileSync(new URL(`../golden/schema-${db.verno}.json`, import.meta.url), await dump(db.backendDB(), userId))
})

describe.each(kept().map((golden) => [golden.version, golden] as const))('schema %i', (_, golden) => {
  test('I20 I16 opens in the app of today with all its unsent work, which reaches the office once', async () => {
    const storage = new IDBFactory()
    await put(golden, storage)
    expect(golden.userId).toBe(town.people.ons.id)
    const phone = await testDevice(town, town.people.ons, { storage })
    expect(phone.db.name).toBe(golden.name)
    const waiting = await phone.db.outbox.orderBy('seq').toArray()
    expect(waiting.map((it) => it.command)).toEqual([
      'POST /addresses/:addressId/units',
      'POST /inspections/:inspectionId/areas',
      'POST /areas/:areaId/observations',
      'POST /observations/:observationId/photos',
      'POST /observations/:observationId/photos',
      'PATCH /observations/:observationId',
      'PATCH /inspections/:inspectionId/status',
    ])
    expect(await phone.db.drafts.count()).toBe(1)
    // Rows from before lists were kept are in them too.
    const listing = inspectionListing({ source: '', status: 'In Progress', from: '', to: '' })
    expect(await readListing(phone.db, listing)).toEqual(await phone.db.rows('inspection').toArray())
    await phone.drain()
    expect(await phone.db.outbox.toArray()).toEqual([])
    const tables = ['units', 'areas', 'observations']
    expect(await Promise.all(tables.map((it) => count(town, it)))).toEqual([1, 1, 1])
    const found = await town.pool.query(
      'select o.potentialvio, i.status, (select count(*)::int from attachments) as photos from observations o, inspections i',
    )
    expect(found.rows).toEqual([{ potentialvio: true, status: 'In Progress', photos: 2 }])
    expect((await phone.db.drafts.toArray()).map((it) => it.values)).toEqual([{ content: 'The sink' }])
  })
})
