import { addObservation } from '../../../src/records/observation.ts'
import { perform } from '../../../src/sync/capture/perform.ts'
import { takeIn } from '../../../src/sync/capture/take-in.ts'
import type { Device } from '../../../src/sync/device/device.ts'
import { sha256Of } from '../../../src/sync/device/hash.ts'
import { timed } from '../stats.ts'
import { lonelyPhone } from './phone.ts'
import { photoFile } from './pictures.ts'
import { done, openRaw, rawEntry, rawObservation, writeRaw } from './raw.ts'

/** Milliseconds of every save, ours and raw, taken in turns. */
export interface Saves {
  ours: number[]
  raw: number[]
}

const warmUp = 20

/** Saves in one measurement: the clock ticks in 0.1 ms, a fifth of a raw save. */
const inBatch = 10

/** Saves an observation with its entry, durably, so many times: the mean of every ten, one after the other. */
export async function saves(count: number): Promise<Saves> {
  const device = await phoneWithArea('bench-saves')
  const db = await openRaw('bench-saves-raw')
  const times: Saves = { ours: [], raw: [] }
  const saveRaw = (n: number) =>
    writeRaw(db, ['observation', 'outbox'], (it) => {
      it.objectStore('observation').put(rawObservation(-1 - n, wordsOf(n)))
      it.objectStore('outbox').add(rawEntry(wordsOf(n)))
    })
  for (let n = 0; n < count + warmUp; n += inBatch) {
    const ours = await ofTen(n, (n) => save(device, wordsOf(n)))
    const raw = await ofTen(n, saveRaw)
    if (n < warmUp) continue
    times.ours.push(ours)
    times.raw.push(raw)
  }
  db.close()
  await device.db.delete()
  return times
}

const wordsOf = (n: number) => `Observation ${n}: the third step is loose`

async function ofTen(from: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const ms = await timed(async () => {
    for (let n = from; n < from + inBatch; n++) await work(n)
  })
  return ms / inBatch
}

/** The same with three photos of 1 MB, each stored, read back and compared before the save counts. */
export async function savesWithPhotos(count: number): Promise<Saves> {
  const device = await phoneWithArea('bench-photo-saves')
  const db = await openRaw('bench-photo-saves-raw')
  const times: Saves = { ours: [], raw: [] }
  for (let n = 0; n < count; n++) {
    const files = await Promise.all([0, 1, 2].map((at) => photoFile('/photo-1mb.jpg', n * 3 + at)))
    const content = `Observation ${n} with photos`
    times.ours.push(
      await timed(async () => {
        const photos: string[] = []
        for (const file of files) photos.push(await takeIn(device.db, file, { form: 'a form' }, { shrink: asItIs }))
        await save(device, content, photos)
      }),
    )
    times.raw.push(await timed(() => rawWithPhotos(db, n, content, files)))
  }
  db.close()
  await device.db.delete()
  return times
}

/** Milliseconds of saves while so many entries wait, each with its row. */
export async function savesAmong(waiting: number, count: number): Promise<number[]> {
  const device = await phoneWithArea(`bench-saves-among-${waiting}`)
  const { db } = device
  await db.transaction('rw', db.outbox, db.rows('observation'), db.ids, db.receipts, async () => {
    const numbers = Array.from({ length: waiting }, (_, n) => n)
    await db.rows('observation').bulkPut(numbers.map((n) => rawObservation(-1 - n, `Waiting ${n}`)))
    // Entries of the raw floor have the shape of ours, which its own types do not name.
    await db.outbox.bulkAdd(
      numbers.map((n) => ({ ...rawEntry(`Waiting ${n}`), id: -1 - n, touches: [`observation:${-1 - n}`] })) as never[],
    )
    // The entries sent in the weeks before: the device knows their ids for ever.
    await db.ids.bulkPut(numbers.map((n) => ({ type: 'observation', local: -1_000_000 - n, server: n + 1 })))
  })
  const times: number[] = []
  for (let n = 0; n < count + warmUp; n++) {
    const ms = await timed(() => save(device, `Observation ${n}`))
    if (n >= warmUp) times.push(ms)
  }
  await db.delete()
  return times
}

const save = (device: Device, content: string, photos: string[] = []): Promise<number> =>
  perform(
    device,
    addObservation,
    { areaId: 1 },
    { content, potentialvio: false, user_id: 1, codes: [] },
    { photos, form: 'a form' },
  )

const asItIs = async () => ({ kind: 'unchanged' as const, why: 'notAPicture' as const })

async function phoneWithArea(name: string): Promise<Device> {
  const device = await lonelyPhone(name)
  await device.db.rows('area').put({ id: 1, name: 'Hall', inspection_id: 1 })
  return device
}

async function rawWithPhotos(db: IDBDatabase, n: number, content: string, files: readonly File[]): Promise<void> {
  const ids: string[] = []
  for (const file of files) {
    const bytes = await file.arrayBuffer()
    const sha256 = await sha256Of(bytes)
    const id = crypto.randomUUID()
    await writeRaw(db, ['photos', 'blobs'], (it) => {
      it.objectStore('photos').add({
        id,
        state: 'draft',
        name: file.name,
        size: file.size,
        sha256,
        ownerType: '',
        ownerId: 0,
      })
      it.objectStore('blobs').add({ photo: id, part: 'original', type: file.type, bytes })
    })
    const kept = await done(db.transaction('blobs').objectStore('blobs').get([id, 'original']))
    if ((await sha256Of(kept.bytes)) !== sha256) throw new Error('The stored photo differs')
    ids.push(id)
  }
  await writeRaw(db, ['observation', 'outbox', 'photos'], (it) => {
    it.objectStore('observation').put(rawObservation(-1 - n, content))
    it.objectStore('outbox').add(rawEntry(content))
    for (const id of ids) {
      it.objectStore('photos').put({ id, state: 'waiting', name: id, ownerType: 'observation', ownerId: -1 - n })
      it.objectStore('outbox').add({ ...rawEntry(''), photo: id, touches: [`photo:${id}`] })
    }
  })
}
