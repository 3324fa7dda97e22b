import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { diskLimits } from '../../src/server/disk-room.ts'
import { createDiskStore } from '../../src/server/files/disk-store.ts'
import { spool } from '../../src/server/upstream/spool.ts'
import { held } from '../harness/held.ts'
import { type Office, office, type Person } from '../harness/office.ts'
import { addObservation, jpeg } from './visit.ts'

const usual = { ...diskLimits }
afterEach(() => void Object.assign(diskLimits, usual))

const MB = 1024 * 1024

/** Sends a photo of this size in bytes. */
const send = async (town: Office, as: Person, bytes: number) => {
  const { observationId } = await addObservation(town)
  const body = new FormData()
  const photo = await jpeg()
  body.append('files', new File([Buffer.concat([photo, Buffer.alloc(bytes - photo.length)])], 'one.jpg'))
  return town.fetch(`/api/observations/${observationId}/photos`, { method: 'POST', body, as })
}

test('G-13 bodies are counted before they are written: what one person or all have on the disk is limited', async () => {
  Object.assign(diskLimits, { bytes: 5 * MB, bytesEach: 3 * MB })
  const storing = held<void>()
  const plain = await office()
  const disk = createDiskStore(`${plain.config.dataFolder}/slow`)
  const town = await office({
    store: {
      ...disk,
      put: async (bytes) => {
        await storing.work()
        return disk.put(bytes)
      },
    },
  })
  onTestFinished(async () => {
    await town.close()
    await plain.close()
  })
  const { ons, otherOns, admin } = town.people
  const onDisk = () => readdirSync(join(town.config.dataFolder, 'incoming')).length

  const first = send(town, ons, 2 * MB)
  await expect.poll(onDisk).toBe(1)
  const more = await send(town, ons, 2 * MB)
  expect([more.status, more.headers.get('Retry-After')]).toEqual([503, '15'])
  expect(onDisk()).toBe(1)
  const second = send(town, otherOns, 2 * MB)
  await expect.poll(onDisk).toBe(2)
  expect((await send(town, admin, 2 * MB)).status).toBe(503)
  expect(onDisk()).toBe(2)

  storing.end()
  expect([(await first).status, (await second).status]).toEqual([201, 201])
  expect((await send(town, ons, 2 * MB)).status).toBe(201)
  expect(onDisk()).toBe(0)
})

test('G-13 a front counts the bodies that it holds on the disk too', async () => {
  Object.assign(diskLimits, { bytes: 3 * MB, bytesEach: 3 * MB })
  const folder = mkdtempSync(join(tmpdir(), 'codesoft-spool-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const receive = () =>
    spool(new Response(Buffer.alloc(2 * MB)).body, {
      ...{ folder, isUpload: true, who: 'somebody' },
      beforeDisk: async () => undefined,
    })
  const first = await receive()
  await expect(receive()).rejects.toMatchObject({ status: 503 })
  expect(readdirSync(folder)).toHaveLength(1)
  await first.drop()
  await (await receive()).drop()
  expect(readdirSync(folder)).toEqual([])
})

test('G-13 people of two fronts in one process with the same number do not share the room of one person', async () => {
  Object.assign(diskLimits, { bytes: 10 * MB, bytesEach: 3 * MB })
  const folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'codesoft-spool-')))
  onTestFinished(() => folders.forEach((folder) => void rmSync(folder, { recursive: true, force: true })))
  const [one = '', other = ''] = folders
  const receive = (folder: string) =>
    spool(new Response(Buffer.alloc(2 * MB)).body, {
      ...{ folder, isUpload: true, who: 'user 5' },
      beforeDisk: async () => undefined,
    })
  const first = await receive(one)
  await expect(receive(one)).rejects.toMatchObject({ status: 503 })
  const second = await receive(other)
  for (const body of [first, second]) await body.drop()
})
