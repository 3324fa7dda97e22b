import { Queue } from 'workbox-background-sync/Queue.js'
import { addArea } from '../../../src/records/area.ts'
import type { Command } from '../../../src/records/command.ts'
import { setInspectionStatus } from '../../../src/records/inspection.ts'
import { addObservation, addObservationPhoto } from '../../../src/records/observation.ts'
import { addFiles, perform } from '../../../src/sync/capture/perform.ts'
import { takeIn } from '../../../src/sync/capture/take-in.ts'
import type { Device } from '../../../src/sync/device/device.ts'
import { runUnderLease } from '../../../src/sync/schedule/lease.ts'
import { pooled, timed } from '../stats.ts'
import { openPhone } from './phone.ts'
import { photoFile } from './pictures.ts'

const areaCount = 10
/** With the status of the inspection and its areas: 500 entries. */
export const observationCount = 489

/** Milliseconds in which the engine sent a day's backlog. */
export async function replay(email: string, password: string): Promise<number> {
  const device = await openPhone(email, password)
  await perform(device, setInspectionStatus, { inspectionId: 1 }, { status: 'In Progress' })
  const areas: number[] = []
  for (let n = 0; n < areaCount; n++)
    areas.push(await perform(device, addArea, { inspectionId: 1 }, { name: `Area ${n}` }))
  for (let n = 0; n < observationCount; n++)
    await perform(device, addObservation, { areaId: areas[n % areaCount] ?? 0 }, newObservation(n))
  return timed(() => sendAll(device))
}

/** The same calls by fetch alone, so many at once. */
export async function replayRaw(email: string, password: string, atOnce: number): Promise<number> {
  const token = await tokenOf(email, password)
  const call = (path: string, body: unknown) => json(path, token, body)
  return timed(async () => {
    await setStatus(token)
    const areas: number[] = []
    await pooled(areaCount, atOnce, async (n) => {
      areas.push((await call('/inspections/1/areas', { name: `Area ${n}` })).id)
    })
    await pooled(observationCount, atOnce, (n) =>
      call(`/areas/${areas[n % areaCount]}/observations`, newObservation(n)),
    )
  })
}

/** The observations by Workbox's queue, which sends one after the other; the areas are there already. */
export async function replayWorkbox(email: string, password: string): Promise<number> {
  const token = await tokenOf(email, password)
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  // A page has no registration; without background sync the queue replays when it is asked to.
  if (!('registration' in self)) Object.assign(self, { registration: {} })
  const queue = new Queue('bench')
  for (let n = 0; n < observationCount + areaCount + 1; n++) {
    const body = JSON.stringify(newObservation(n))
    await queue.pushRequest({
      request: new Request(`${location.origin}/api/areas/1/observations`, { method: 'POST', headers, body }),
    })
  }
  return timed(() => queue.replayRequests())
}

/** Milliseconds in which the engine sent so many photos of one observation. */
export async function sendPhotos(email: string, password: string, count: number): Promise<number> {
  const device = await openPhone(email, password)
  await device.db.rows('area').put({ id: 1, name: 'Hall', inspection_id: 1 })
  const local = await perform(device, addObservation, { areaId: 1 }, newObservation(0))
  await sendAll(device)
  const photos: string[] = []
  const shrink = async () => ({ kind: 'unchanged' as const, why: 'notAPicture' as const })
  for (let n = 0; n < count; n++)
    photos.push(await takeIn(device.db, await photoFile('/photo-500kb.jpg', n), { form: 'a form' }, { shrink }))
  // Commands of known types are used as one whose types are known only while running.
  await addFiles(device, addObservationPhoto as unknown as Command, { observationId: local }, photos)
  return timed(() => sendAll(device))
}

/** The same files by fetch alone, so many at once. */
export async function sendPhotosRaw(email: string, password: string, count: number, atOnce: number): Promise<number> {
  const token = await tokenOf(email, password)
  const { id } = await json('/areas/1/observations', token, newObservation(0))
  const files = await Promise.all(Array.from({ length: count }, (_, n) => photoFile('/photo-500kb.jpg', n)))
  return timed(() =>
    pooled(count, atOnce, async (n) => {
      const body = new FormData()
      body.append('files', files[n] ?? new Blob(), `${crypto.randomUUID()}.jpg`)
      const headers = { Authorization: `Bearer ${token}` }
      const answer = await fetch(`/api/observations/${id}/photos`, { method: 'POST', headers, body })
      if (!answer.ok) throw new Error(`A photo was refused: ${answer.status} ${await answer.text()}`)
      await answer.json()
    }),
  )
}

const newObservation = (n: number) => ({
  content: `Observation ${n}: paint comes off the frame of the window`,
  potentialvio: n % 5 === 0,
  user_id: 1,
  codes: [],
})

async function sendAll(device: Device): Promise<void> {
  await runUnderLease(device, true)
  const left = await device.db.outbox.count()
  if (left > 0)
    throw new Error(`${left} entries were not sent: ${JSON.stringify(await device.db.outbox.limit(1).toArray())}`)
}

async function tokenOf(username: string, password: string): Promise<string> {
  const answer = await fetch('/api/login', { method: 'POST', body: new URLSearchParams({ username, password }) })
  return (await answer.json()).access_token
}

async function json(path: string, token: string, body: unknown): Promise<{ id: number }> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  const answer = await fetch(`/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

async function setStatus(token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  const body = new URLSearchParams({ status: 'In Progress' })
  const answer = await fetch('/api/inspections/1/status', { method: 'PATCH', headers, body })
  if (!answer.ok) throw new Error(`The status was refused: ${answer.status} ${await answer.text()}`)
  await answer.json()
}
