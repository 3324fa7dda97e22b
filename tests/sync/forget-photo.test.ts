import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import { DeviceDatabase } from '../../src/db/database.ts'
import { forget, takeIn } from '../../src/sync/capture/take-in.ts'

const form = 'observation/area:4'
const pdf = new File(['%PDF-1.4 plan'], 'plan.pdf')
const stays = async () => ({ kind: 'unchanged' as const, why: 'notAPicture' as const })

test('I8 a photo taken out of a form after its record was saved stays: the record is sent with it', async () => {
  const db = new DeviceDatabase('forget-photo')
  const id = await takeIn(db, pdf, { form }, { shrink: stays })
  // The save's transaction was in front of the tap.
  await db.photos.update(id, { state: 'waiting', form: '', ownerType: 'observation', ownerId: -7 })
  await forget(db, id)
  expect(await db.photos.get(id)).toMatchObject({ state: 'waiting', ownerId: -7 })
  expect((await db.blobs.get([id, 'original']))?.bytes.byteLength).toBe(pdf.size)
  await db.photos.update(id, { state: 'draft', form, ownerType: '', ownerId: 0 })
  await forget(db, id)
  expect([await db.photos.count(), await db.blobs.count()]).toEqual([0, 0])
  await db.delete()
})
