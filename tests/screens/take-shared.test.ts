import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepShared } from '../../src/sync/device/shared-files.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { fakeCaches } from '../harness/fake-caches.ts'

let device: TestDevice
let platform: ReturnType<typeof fakeCaches>
let told: string[]
let hasRoom: () => boolean
let afterStoring: () => void

const modules = {
  '../../src/ui/toast.tsx': { tellFailure: (words: string) => told.push(words) },
  '../../src/ui/this-device.ts': { deviceWord: 'phone' },
  '../../src/sync/capture/reserve.ts': { keepReserve: async () => hasRoom() },
  '../../src/sync/capture/shrink.ts': {
    shrink: async () => {
      afterStoring()
      return { kind: 'unchanged', why: 'notAPicture' }
    },
  },
}

beforeEach(async () => {
  device = await testDevice({ url: 'http://town.test' }, { id: 7, token: 'none' })
  platform = fakeCaches()
  told = []
  hasRoom = () => true
  afterStoring = () => undefined
  vi.stubGlobal('caches', platform)
  vi.stubGlobal('navigator', {})
  vi.resetModules()
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
})
afterEach(() => {
  for (const path of Object.keys(modules)) vi.doUnmock(path)
  vi.resetModules()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Shares files with these names, at once. */
async function share(names: readonly string[], words = (n: number) => `%PDF-1.4 ${n}`): Promise<void> {
  const form = new FormData()
  for (const [n, name] of names.entries()) form.append('files', new File([words(n)], name, { type: 'application/pdf' }))
  await keepShared(form, 1000)
}

/** Opens the inbox, which takes in what was shared; the names there afterwards. */
async function open(within: { from?: number; before?: number } = { from: 0 }): Promise<string[]> {
  const { takeSharedIn } = await import('../../src/parts/take-shared.ts')
  await takeSharedIn(device.db, within)
  return inbox()
}

const inbox = async () => (await device.db.photos.toArray()).map(({ name }) => name).sort()
const waiting = () => platform.kept('kept-shared-files').size

/** The file with this name fails when it is read. */
const unreadable = (name: string, error: Error) => {
  const read = Blob.prototype.arrayBuffer
  return vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(async function (this: Blob) {
    if (this instanceof File && this.name === name) throw error
    return read.call(this)
  })
}

const names = ['1.pdf', '2.pdf', '3.pdf']
const moved = new DOMException('Moved', 'NotReadableError')

test('pictures shared with a full phone wait for room, and nobody is asked to share them again', async () => {
  await share(names)
  hasRoom = () => false
  expect(await open()).toEqual([])
  expect(told).toEqual(['3 pictures wait until this phone has room. Do not share them again.'])
  hasRoom = () => true
  expect(await open()).toEqual(names)
  expect([told.length, waiting()]).toEqual([1, 0])
})

test('a share that fills the phone: the pictures that have room are taken in, the other one waits', async () => {
  await share(names)
  hasRoom = () => waiting() > 1
  expect(await open()).toEqual(['1.pdf', '2.pdf'])
  expect(told).toEqual(['1 picture waits until this phone has room. Do not share it again.'])
})

test('a shared picture that cannot be read just now stays and is tried again; the others are taken in', async () => {
  await share(names)
  const reading = unreadable('1.pdf', moved)
  expect(await open()).toEqual(['2.pdf', '3.pdf'])
  expect(told).toEqual([
    '1 picture could not be stored yet. Do not share it again: it is tried again when Photos to file is opened.',
  ])
  reading.mockRestore()
  expect(await open()).toEqual(names)
  expect([told.length, waiting()]).toEqual([1, 0])
})

test('I9 a shared picture that differs once it is stored stays and is tried again', async () => {
  await share(names)
  const other = { photo: '', part: 'original' as const, type: '', bytes: new ArrayBuffer(1) }
  vi.spyOn(device.db.blobs, 'get').mockResolvedValueOnce(other)
  expect(await open()).toEqual(['2.pdf', '3.pdf'])
  expect(await open()).toEqual(names)
  expect([told.length, waiting()]).toEqual([1, 0])
})

test('pictures shared before the sign-in that cannot be read just now are tried again by Keep', async () => {
  await share(names)
  unreadable('1.pdf', moved)
  await open({ before: 2000 })
  expect(told).toEqual(['1 picture could not be stored yet. Do not share it again: tap Keep to try again.'])
})

test('a shared picture whose smaller copy fails is taken in all the same, and so are those after it', async () => {
  await share(names)
  afterStoring = () => {
    throw new Error('Out of memory')
  }
  expect(await open()).toEqual(names)
  expect([told, waiting()]).toEqual([[], 0])
})

test('an unexpected failure of one shared picture is said and reported, and does not stop the others', async () => {
  await share(names)
  const reading = unreadable('1.pdf', new RangeError('Out of bounds'))
  await expect(open()).rejects.toThrow('Out of bounds')
  expect(await inbox()).toEqual(['2.pdf', '3.pdf'])
  expect([told.length, waiting()]).toEqual([1, 1])
  reading.mockRestore()
  vi.spyOn(Response.prototype, 'blob').mockRejectedValueOnce(new TypeError('Body is gone'))
  await expect(open()).rejects.toThrow('Body is gone')
  expect([told.length, waiting()]).toEqual([2, 1])
  expect(await open()).toEqual(names)
})

test('a sign-out while shared pictures are taken in says nothing, and they stay', async () => {
  await share(names)
  device.db.close()
  await expect(open()).rejects.toMatchObject({ name: 'DatabaseClosedError' })
  expect([told, waiting()]).toEqual([[], 3])
})

test('a shared file that is no picture is refused in words and not kept; the others are taken in', async () => {
  await share(names, (n) => (n === 0 ? 'Notes' : `%PDF-1.4 ${n}`))
  expect(await open()).toEqual(['2.pdf', '3.pdf'])
  expect(told).toEqual(['1.pdf is neither a picture nor a PDF. Choose a JPEG, PNG, GIF, WebP, HEIC or PDF file.'])
  expect(waiting()).toBe(0)
})

test('AD-22 two different pictures of one share with the same name and size are both taken in', async () => {
  await share(['image.pdf', 'image.pdf'])
  expect(await open()).toEqual(['image.pdf', 'image.pdf'])
})
