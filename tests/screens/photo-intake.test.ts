import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PhotoRow } from '../../src/db/photos.ts'
import type { Unchanged } from '../../src/sync/device/shrunk.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { fakeReact } from '../harness/fake-react.ts'
import { held } from '../harness/held.ts'

let react: ReturnType<typeof fakeReact>
let device: TestDevice
/** The photos of the form as the page shows them. */
let shown: PhotoRow[]
/** How a file is made smaller. */
let shrink: () => Promise<Unchanged>

const form = 'observation/area:4'
const unchanged: Unchanged = { kind: 'unchanged', why: 'cannotDecode' }

const modules = {
  '../../src/sync/react/engine.ts': { useEngine: () => ({ device }) },
  '../../src/sync/react/hooks.ts': { usePhotosIn: () => shown },
  '../../src/sync/react/picture.ts': { usePicture: () => undefined },
  '../../src/sync/capture/shrink.ts': { shrink: () => shrink() },
  '../../src/sync/capture/reserve.ts': { keepReserve: async () => true },
  // Nothing is drawn here.
  '../../src/parts/camera-button.tsx': { CameraButton: () => null },
  '../../src/parts/fetched-preview.ts': { FilePreview: () => null },
  '../../src/ui/button.tsx': { IconButton: () => null },
  '../../src/ui/file-chooser.tsx': { FileChooser: () => null },
  '../../src/ui/icon.tsx': { Icon: () => null },
  '../../src/ui/states.tsx': { Note: () => null },
  '../../src/ui/this-device.ts': { deviceWord: 'phone' },
}

beforeEach(async () => {
  react = fakeReact()
  device = await testDevice({ url: 'http://town.test' }, { id: 7, token: 'none' })
  shown = []
  shrink = async () => unchanged
  vi.resetModules()
  vi.doMock('react', async () => ({ ...(await vi.importActual<object>('react')), ...react.hooks }))
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
})
afterEach(() => {
  react.close()
  vi.doUnmock('react')
  for (const path of Object.keys(modules)) vi.doUnmock(path)
  vi.resetModules()
})

/** Opens the form. The returned function renders it again. */
async function open() {
  const { usePhotoIntake } = await import('../../src/parts/photo-intake.tsx')
  return () => react.render(() => usePhotoIntake(form))
}

/** A photo of the form that was stored before the app was closed, and not made ready. */
async function stored(id: string, size = 4): Promise<void> {
  const bytes = new ArrayBuffer(size)
  const row = { id, state: 'draft', form, ownerType: '', ownerId: 0, name: `${id}.heic`, type: 'image/heic', size }
  await device.db.photos.add({
    ...(row as PhotoRow),
    ...{ sha256: id, facts: {} as PhotoRow['facts'], sends: null, lastModified: 1, takenInAt: shown.length },
    ...{ verifiedAt: null, url: null },
  })
  await device.db.blobs.add({ photo: id, part: 'original', type: 'image/heic', bytes })
}

test('AR-10 a photo taken out of a form while its files are made ready is not among those that are saved', async () => {
  await stored('porch')
  await stored('stairs')
  const intake = await open()
  const reading = held<Unchanged>()
  let isReading = false
  shrink = () => {
    isReading = true
    return reading.work()
  }
  const settled = intake().settled()
  await vi.waitUntil(() => isReading)
  await intake().remove('porch')
  reading.end(unchanged)
  expect(await settled).toEqual(['stairs'])
})

test('G-13 a photo of an earlier day that the server would refuse for its size is not saved, and the form says so', async () => {
  await stored('porch', 25 * 1024 * 1024 + 1)
  await stored('stairs')
  const intake = await open()
  expect(await intake().settled()).toEqual(['stairs'])
  expect(intake().notTaken.map(({ words }) => words)).toEqual([
    'porch.heic is larger than 25 MB. Choose a smaller file.',
  ])
  expect(await device.db.blobs.count()).toBe(1)
})
