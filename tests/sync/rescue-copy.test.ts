import { afterAll, beforeAll, expect, test } from 'vitest'
import { DeviceDatabase, databaseName } from '../../src/db/database.ts'
import { addArea } from '../../src/records/area.ts'
import { addInspectionPhoto } from '../../src/records/inspection.ts'
import { addFiles, perform } from '../../src/sync/capture/perform.ts'
import { rescueCopy, takeRescueCopy } from '../../src/sync/session/rescue.ts'
import { dropLeftFiles } from '../../src/sync/session/rescue-photos.ts'
import { testDevice } from '../harness/device.ts'
import { type Office, office } from '../harness/office.ts'
import { takenIn } from '../harness/pictures.ts'
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

/** A file that cannot be read as a whole. `pieces`: how much was read at a time; `reads`: how one of them is read. */
function inPieces(copy: Blob, reads = (piece: Blob, _from: number) => piece.arrayBuffer()) {
  const pieces: number[] = []
  const file = new Blob([copy])
  const slice = file.slice.bind(file)
  const denied = () => Promise.reject(new Error('The whole file was read'))
  Object.assign(file, {
    arrayBuffer: denied,
    text: denied,
    slice: (from: number, to: number) => {
      const piece = slice(from, to)
      pieces.push(piece.size)
      return Object.assign(slice(from, to), { arrayBuffer: () => reads(piece, from) })
    },
  })
  return { file, pieces }
}

/** A phone with two inspection photos that wait, and the copy of them. */
async function withPhotos() {
  const phone = await testDevice(town, town.people.ons)
  phone.signal.off()
  const photos = [await takenIn(phone, 1), await takenIn(phone, 2)]
  await addFiles(phone, addInspectionPhoto, { inspectionId }, photos)
  return { phone, photos, copy: await rescueCopy(phone) }
}

test('I9 I21 a rescue copy is read one file at a time, never as a whole, and its photos are whole', async () => {
  const { phone, photos, copy } = await withPhotos()
  const blobs = await phone.db.blobs.toArray()
  const { file, pieces } = inPieces(copy)
  const tablet = await testDevice(town, town.people.ons)
  tablet.signal.off()
  expect(await takeRescueCopy(tablet, file)).toEqual({ kind: 'taken', entries: 2, known: 0 })
  expect(await tablet.db.blobs.toArray()).toEqual(blobs)
  expect((await tablet.db.photos.toArray()).map((it) => it.id)).toEqual([...photos].sort())
  expect(pieces).toHaveLength(2 + blobs.length)
  expect(pieces.slice(2)).toEqual(blobs.map((it) => it.bytes.byteLength))
  expect(await tablet.db.meta.get('rescueFiles')).toBeUndefined()
})

test('I16 I21 of a rescue copy that cannot be read to its end nothing is taken in, and it can be opened again', async () => {
  const { copy } = await withPhotos()
  const { file } = inPieces(copy, async (piece, from) => {
    if (from + piece.size === copy.size) throw new DOMException('Gone', 'NotReadableError')
    return piece.arrayBuffer()
  })
  const tablet = await testDevice(town, town.people.ons)
  tablet.signal.off()
  await expect(takeRescueCopy(tablet, file)).rejects.toThrow('Gone')
  const left = () => Promise.all([tablet.db.outbox, tablet.db.photos, tablet.db.blobs].map((it) => it.count()))
  expect(await left()).toEqual([0, 0, 0])
  expect(await takeRescueCopy(tablet, copy)).toMatchObject({ kind: 'taken', entries: 2 })
})

test('I21 files that an import stored before the app was killed are used by the next, or deleted after a day', async () => {
  const { copy } = await withPhotos()
  const tablet = await testDevice(town, town.people.ons)
  tablet.signal.off()
  await new Promise<void>((killed) => {
    const { file } = inPieces(copy, (piece, from) => {
      if (from + piece.size < copy.size) return piece.arrayBuffer()
      killed()
      return new Promise(() => undefined)
    })
    void takeRescueCopy(tablet, file)
  })
  const again = await tablet.restart()
  const stored = await again.db.blobs.count()
  expect(stored).toBeGreaterThan(0)
  expect(await again.db.outbox.count()).toBe(0)
  await dropLeftFiles(again.db, again.now() - 1)
  expect(await again.db.blobs.count()).toBe(stored)
  await dropLeftFiles(again.db)
  expect(await again.db.blobs.count()).toBe(0)
  expect(await takeRescueCopy(again, copy)).toMatchObject({ kind: 'taken', entries: 2 })
})
