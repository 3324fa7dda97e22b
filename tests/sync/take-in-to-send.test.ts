import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DeviceDatabase } from '../../src/db/database.ts'
import { type TakeInDeps, takeIn } from '../../src/sync/capture/take-in.ts'
import { atShutter, endShooting } from '../../src/sync/device/shutter-rests.ts'
import { held } from '../harness/held.ts'

const most = 25 * 1024 * 1024
const owner = { form: 'files/violation:4' }
let db: DeviceDatabase
let names = 0

beforeEach(() => {
  db = new DeviceDatabase(`to-send-${++names}`)
})
afterEach(() => db.delete())

/** A HEIC picture of this size; no device of these tests decodes it. */
function heic(size: number): File {
  const bytes = new Uint8Array(size)
  bytes.set([0, 0, 0, 24, ...new TextEncoder().encode('ftypheic\0\0\0\0mif1heic')])
  return new File([bytes], 'porch.heic', { lastModified: 5 })
}

const cannot: TakeInDeps = { shrink: async () => ({ kind: 'unchanged', why: 'cannotDecode' }) }
const smaller: TakeInDeps = {
  shrink: async () => ({
    kind: 'shrunk',
    web: { bytes: new Uint8Array([1, 2]).buffer, type: 'image/jpeg', width: 16, height: 12 },
    thumb: { bytes: new Uint8Array([3]).buffer, type: 'image/jpeg' },
  }),
}

test('G-13 a picture above what the server takes is refused if this device cannot make it smaller', async () => {
  const refused = takeIn(db, heic(most + 1), owner, cannot)
  await expect(refused).rejects.toThrow('porch.heic is larger than 25 MB. Choose a smaller file.')
  await expect(refused).rejects.toMatchObject({ kind: 'tooLarge' })
  expect([await db.photos.count(), await db.blobs.count()]).toEqual([0, 0])
  await takeIn(db, heic(most), owner, cannot)
  const id = await takeIn(db, heic(most + 2), owner, smaller)
  expect((await db.photos.get(id))?.sends).toMatchObject({ part: 'web' })
})

test('I8 a file of a saved record is attached once it is stored, and not only when its smaller copies are made', async () => {
  const shrinking = held()
  const attached: string[] = []
  const told: string[] = []
  const taken = takeIn(db, heic(100), owner, {
    newId: () => 'porch',
    onSafe: () => told.push('safe'),
    async attach(photo) {
      attached.push(`${photo} of ${(await db.photos.get(photo))?.size}`)
    },
    async shrink() {
      told.push('shrinks')
      await shrinking.work()
      return { kind: 'unchanged', why: 'cannotDecode' }
    },
  })
  await expect.poll(() => told).toEqual(['safe', 'shrinks'])
  expect(attached).toEqual(['porch of 100'])
  shrinking.end()
  expect(await taken).toBe('porch')
  expect(attached).toHaveLength(1)
})

test('G-13 a picture that may be too large for the server is attached only once it is small enough', async () => {
  const attached: (string | undefined)[] = []
  const attach = async (photo: string) => attached.push((await db.photos.get(photo))?.sends?.part)
  await expect(takeIn(db, heic(most + 1), owner, { ...cannot, attach })).rejects.toMatchObject({ kind: 'tooLarge' })
  expect(attached).toEqual([])
  await takeIn(db, heic(most + 1), owner, { ...smaller, attach })
  expect(attached).toEqual(['web'])
})

test('AR-10 a shot is told as safe at once, and attached when no further picture is expected', async () => {
  const picture = held()
  const shot = atShutter(picture.work)
  const told: string[] = []
  const taken = takeIn(db, heic(100), owner, {
    ...cannot,
    onSafe: () => told.push('safe'),
    attach: async () => told.push('attached'),
  })
  await expect.poll(() => told).toEqual(['safe'])
  await new Promise((passed) => setTimeout(passed, 50))
  expect(told).toEqual(['safe'])
  picture.end()
  await shot
  endShooting()
  await taken
  expect(told).toEqual(['safe', 'attached'])
})

test('AD-22 a file that is chosen again because it could not be attached is attached, and stored once', async () => {
  const id = await takeIn(db, heic(100), owner, cannot)
  const attached: string[] = []
  const told: string[] = []
  const attach = async (photo: string) => attached.push(photo)
  expect(await takeIn(db, heic(100), owner, { ...cannot, attach, onSafe: () => told.push('safe') })).toBe(id)
  expect([attached, told]).toEqual([[id], ['safe']])
})
