import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PhotoRow } from '../../src/db/photos.ts'
import type { Unchanged } from '../../src/sync/device/shrunk.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { fakeReact } from '../harness/fake-react.ts'
import { held } from '../harness/held.ts'
import { storedDraft, undrawnPhotoForm } from '../harness/photo-form.ts'

let react: ReturnType<typeof fakeReact>
let device: TestDevice
/** The photos of the form as the page shows them. */
let shown: PhotoRow[]
/** How a file is made smaller. */
let shrink: () => Promise<Unchanged>

const form = 'observation/area:4'
const unchanged: Unchanged = { kind: 'unchanged', why: 'cannotDecode' }

const modules = {
  ...undrawnPhotoForm,
  '../../src/sync/react/engine.ts': { useEngine: () => ({ device }) },
  '../../src/sync/react/hooks.ts': { usePhotosIn: () => shown },
  '../../src/sync/capture/shrink.ts': { shrink: () => shrink() },
  '../../src/ui/button.tsx': { IconButton: () => null },
  '../../src/ui/file-chooser.tsx': { FileChooser: () => null },
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
const stored = (name: string, size = 4) =>
  storedDraft(device, { name, form, kind: 'heic', size, takenInAt: shown.length })

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
