import 'fake-indexeddb/auto'
import sharp from 'sharp'
import { afterEach, expect, test, vi } from 'vitest'
import { DeviceDatabase } from '../../src/db/database.ts'
import { isBecomingReady } from '../../src/sync/capture/becoming-ready.ts'
import { photoProblemText, rawPhotoLimit, readPicked } from '../../src/sync/capture/read-picked.ts'
import { makeReady } from '../../src/sync/capture/ready.ts'
import { forget, PhotoRefusal, type TakeInDeps, takeIn } from '../../src/sync/capture/take-in.ts'
import { sha256Of } from '../../src/sync/device/hash.ts'
import { atShutter, endShooting } from '../../src/sync/device/shutter-rests.ts'

const wallToMoment = (wall: string) => new Date(`${wall}-05:00`).toISOString()

let names = 0
const opened: DeviceDatabase[] = []
const device = () => {
  const db = new DeviceDatabase(`photos-${++names}`)
  opened.push(db)
  return db
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map((db) => db.delete()))
})

const kitchen = async (): Promise<ArrayBuffer> => {
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#789' } })
    .jpeg()
    .withExif({
      IFD2: { DateTimeOriginal: '2026:11:20 14:05:33' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '39/1 15/1 30/1', GPSLongitudeRef: 'W', GPSLongitude: '76/1 28/1 0/1' },
    })
    .toBuffer()
  return new Uint8Array(bytes).buffer
}
const fileOf = (bytes: BlobPart, name = 'IMG_1.jpg') => new File([bytes], name, { type: 'image/jpeg', lastModified: 5 })

const shrunk = (value: number) => ({
  kind: 'shrunk' as const,
  web: { bytes: new Uint8Array([value, 1, 2]).buffer, type: 'image/jpeg', width: 1600, height: 1200 },
  thumb: { bytes: new Uint8Array([value, 9]).buffer, type: 'image/jpeg' },
})
const deps: TakeInDeps = { wallToMoment, now: () => 1_000, shrink: async () => shrunk(7) }
const form = { form: 'observation/area:-12' }

test('G-10 a chosen photo is read at once, with its time, place and hash', async () => {
  const bytes = await kitchen()
  const picked = await readPicked(fileOf(bytes, '/dcim/IMG_1.jpg'), { wallToMoment, clockOffsetMs: -40 })
  if (picked.kind !== 'picked') throw new Error(picked.kind)
  expect(picked).toMatchObject({
    name: 'IMG_1.jpg',
    type: 'image/jpeg',
    fileKind: 'jpeg',
    sha256: await sha256Of(bytes),
  })
  expect(picked.facts).toMatchObject({
    taken_at: '2026-11-20T19:05:33.000Z',
    clock_offset_ms: -40,
    sha256: picked.sha256,
    original_sha256: picked.sha256,
  })
  expect(picked.facts.lat).toBeCloseTo(39.2583, 4)
  expect(picked.facts.lng).toBeCloseTo(-76.4667, 4)
})

test('CF-21 an unusable file is named by kind, with a sentence that says what to do', async () => {
  const gone = fileOf('x')
  vi.spyOn(gone, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotFoundError'))
  const vanished = fileOf('xyz')
  vi.spyOn(vanished, 'arrayBuffer').mockResolvedValue(new ArrayBuffer(0))
  const huge = fileOf('x')
  Object.defineProperty(huge, 'size', { value: rawPhotoLimit + 1 })
  const cases = [
    [gone, 'gone', 'IMG_1.jpg could not be read: it is no longer there. Take or choose it again.'],
    [vanished, 'gone', 'IMG_1.jpg could not be read: it is no longer there. Take or choose it again.'],
    [fileOf(''), 'empty', 'IMG_1.jpg is empty. Take or choose it again.'],
    [huge, 'tooLarge', 'IMG_1.jpg is larger than 100 MB. Choose a smaller file.'],
    [
      fileOf('<!DOCTYPE html>'),
      'notAPicture',
      'IMG_1.jpg is neither a picture nor a PDF. Choose a JPEG, PNG, GIF, WebP, HEIC or PDF file.',
    ],
  ] as const
  for (const [file, kind, words] of cases) {
    const problem = await readPicked(file)
    if (problem.kind === 'picked') throw new Error(`${kind} was taken in`)
    expect(problem.kind).toBe(kind)
    expect(photoProblemText(problem, file.name)).toBe(words)
  }
})

test('G-13 a PDF or GIF above what the server takes is refused at once; pictures are made smaller before', async () => {
  const most = 25 * 1024 * 1024
  const ofSize = (head: BlobPart, size: number, name: string) => {
    const bytes = new Uint8Array(size)
    bytes.set(new Uint8Array(typeof head === 'string' ? new TextEncoder().encode(head) : (head as ArrayBuffer)))
    return fileOf(bytes, name)
  }
  for (const [head, name] of [
    ['%PDF-1.4', 'plan.pdf'],
    ['GIF89a', 'loop.gif'],
  ] as const) {
    expect((await readPicked(ofSize(head, most, name))).kind).toBe('picked')
    const db = device()
    const refused = takeIn(db, ofSize(head, most + 1, name), form, deps)
    await expect(refused).rejects.toThrow(`${name} is larger than 25 MB. Choose a smaller file.`)
    await expect(refused).rejects.toMatchObject({ kind: 'tooLarge' })
    expect(await db.photos.count()).toBe(0)
  }
  expect((await readPicked(ofSize(await kitchen(), most + 1, 'wide.jpg'))).kind).toBe('picked')
})

test('G-13 HEIC and PDF are taken in', async () => {
  const heic = new Uint8Array([0, 0, 0, 24, ...new TextEncoder().encode('ftypheic\0\0\0\0mif1heic')])
  const picked = await readPicked(fileOf(heic, 'IMG_2.HEIC'))
  expect(picked).toMatchObject({ kind: 'picked', type: 'image/heic', facts: { taken_at: null, lat: null } })
  expect(await readPicked(fileOf('%PDF-1.4', 'permit.pdf'))).toMatchObject({ type: 'application/pdf' })
})

test('AR-10 a photo counts as taken in only when its bytes are on the device, with the ones to send', async () => {
  const db = device()
  const bytes = await kitchen()
  const id = await takeIn(db, fileOf(bytes), form, deps)
  const photo = await db.photos.get(id)
  const web = shrunk(7).web.bytes
  expect(photo).toMatchObject({
    state: 'draft',
    form: form.form,
    ownerType: '',
    ownerId: 0,
    size: bytes.byteLength,
    takenInAt: 1_000,
  })
  expect(photo?.sends).toEqual({ part: 'web', type: 'image/jpeg', size: 3, sha256: await sha256Of(web) })
  expect((await db.blobs.get([id, 'original']))?.bytes).toEqual(bytes)
  expect((await db.blobs.get([id, 'web']))?.bytes).toEqual(web)
  expect((await db.blobs.get([id, 'thumb']))?.bytes.byteLength).toBe(2)
})

test('II-08 a photo for a saved record waits at once and depends on it', async () => {
  const db = device()
  const id = await takeIn(db, fileOf(await kitchen()), { type: 'inspection', id: -3 }, deps)
  expect(await db.photos.get(id)).toMatchObject({ state: 'waiting', form: '', ownerType: 'inspection', ownerId: -3 })
})

test('AD-22 CO-12 the same file chosen twice in a form is one photo; in another form it is its own', async () => {
  const db = device()
  const bytes = await kitchen()
  const first = await takeIn(db, fileOf(bytes), form, deps)
  expect(await takeIn(db, fileOf(bytes), form, deps)).toBe(first)
  expect(await takeIn(db, fileOf(bytes), { form: 'comment/address:4' }, deps)).not.toBe(first)
  expect(await takeIn(db, fileOf(bytes, 'IMG_2.jpg'), form, deps)).not.toBe(first)
  expect(await db.photos.count()).toBe(3)
})

test('G-13 a file that nothing here decodes is sent unchanged', async () => {
  const db = device()
  const id = await takeIn(db, fileOf('%PDF-1.4', 'permit.pdf'), form, {
    ...deps,
    shrink: async () => ({ kind: 'unchanged', why: 'notAPicture' }),
  })
  const photo = await db.photos.get(id)
  expect(photo?.sends).toEqual({ part: 'original', type: 'application/pdf', size: 8, sha256: photo?.sha256 })
  expect(await db.blobs.count()).toBe(1)
})

test('AR-10 an app closed while shrinking has lost nothing and continues where it was', async () => {
  const db = device()
  const bytes = await kitchen()
  const killed = takeIn(db, fileOf(bytes), form, { ...deps, shrink: () => Promise.reject(new Error('killed')) })
  await expect(killed).rejects.toThrow('killed')
  const [photo] = await db.photos.toArray()
  expect(photo).toMatchObject({ sends: null, sha256: await sha256Of(bytes) })
  await makeReady(db, photo!.id, async () => shrunk(7))
  await makeReady(db, photo!.id, async () => shrunk(8))
  expect(await db.photos.get(photo!.id)).toMatchObject({
    sends: { part: 'web', sha256: await sha256Of(shrunk(7).web.bytes) },
  })
})

test('AR-10 a shot of the app’s own camera is stored while the next one is made, and its smaller copies come after that', async () => {
  const db = device()
  const bytes = await kitchen()
  const sha256 = await sha256Of(bytes)
  const shot = { name: 'photo-1.jpg', size: bytes.byteLength, lastModified: 5, bytes, sha256 }
  let next = () => {}
  const making = atShutter(() => new Promise<void>((resolve) => (next = resolve)))
  let shrinking = 0
  const shrink = async () => {
    shrinking += 1
    return shrunk(7)
  }
  const taken = takeIn(db, shot, form, { ...deps, shrink })
  await vi.waitFor(async () => expect(await db.photos.count()).toBe(1))
  const [photo] = await db.photos.toArray()
  expect(photo).toMatchObject({ name: 'photo-1.jpg', sha256, sends: null, facts: { original_sha256: sha256 } })
  expect((await db.blobs.get([photo?.id ?? '', 'original']))?.bytes).toEqual(bytes)
  expect([isBecomingReady(photo?.id ?? ''), shrinking]).toEqual([true, 0])
  next()
  await making
  endShooting()
  expect(await taken).toBe(photo?.id)
  expect(isBecomingReady(photo?.id ?? '')).toBe(false)
  expect((await db.photos.get(photo?.id ?? ''))?.sends?.part).toBe('web')
})

test('AR-17 a full device makes room once from what the server holds, then refuses the photo whole', async () => {
  const db = device()
  const sent = await takeIn(db, fileOf(await kitchen(), 'sent.jpg'), { type: 'observation', id: 8 }, deps)
  await db.photos.update(sent, { state: 'verified' })
  const kept = await takeIn(db, fileOf(await kitchen(), 'kept.jpg'), form, deps)
  const full = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  let refusals = 1
  db.blobs.hook('creating', () => {
    if (refusals-- > 0) throw full
  })
  const fitted = await takeIn(db, fileOf(await kitchen(), 'new.jpg'), form, deps)
  expect(await db.photos.get(fitted)).toBeDefined()
  expect(await db.blobs.where('photo').equals(sent).primaryKeys()).toEqual([[sent, 'thumb']])
  expect(await db.blobs.where('photo').equals(kept).count()).toBe(3)

  refusals = 2
  const refusal = await takeIn(db, fileOf(await kitchen(), 'last.jpg'), form, deps).catch((it: unknown) => it)
  expect(refusal).toBeInstanceOf(PhotoRefusal)
  expect(refusal).toMatchObject({
    kind: 'full',
    message: expect.stringContaining('last.jpg was not saved: this device is full'),
  })
  expect(await db.photos.count(), 'no row without its bytes').toBe(3)
})

test('AR-17 no room for the smaller copies: the original travels', async () => {
  const db = device()
  let writes = 0
  db.blobs.hook('creating', () => {
    if (++writes > 1) throw Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  })
  const id = await takeIn(db, fileOf(await kitchen()), form, deps)
  expect((await db.photos.get(id))?.sends?.part).toBe('original')
})

test('AR-10 bytes that read back otherwise are never called saved', async () => {
  const db = device()
  db.blobs.hook('creating', (_key, row) => {
    row.bytes = new ArrayBuffer(3)
  })
  await expect(takeIn(db, fileOf(await kitchen()), form, deps)).rejects.toMatchObject({ kind: 'changed' })
  expect([await db.photos.count(), await db.blobs.count()]).toEqual([0, 0])
})

test('AR-10 a photo taken out of a form while its smaller copies are made leaves nothing behind', async () => {
  const db = device()
  const bytes = await kitchen()
  const { thumb } = shrunk(7)
  const sameBytes = { kind: 'shrunk' as const, web: { ...shrunk(7).web, bytes }, thumb }
  for (const made of [shrunk(7), sameBytes, { kind: 'unchanged' as const, why: 'notAPicture' as const }]) {
    const shrink = async () => {
      for (const { id } of await db.photos.toArray()) await forget(db, id)
      return made
    }
    await takeIn(db, fileOf(bytes), form, { ...deps, shrink })
    expect([await db.photos.count(), await db.blobs.count()]).toEqual([0, 0])
  }
})

test('AR-10 a photo taken out of a form leaves nothing behind', async () => {
  const db = device()
  const id = await takeIn(db, fileOf(await kitchen()), form, deps)
  await forget(db, id)
  expect([await db.photos.count(), await db.blobs.count()]).toEqual([0, 0])
})
