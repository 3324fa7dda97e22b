import type { ReactElement, ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PhotoRow } from '../../src/db/photos.ts'
import type { Taken } from '../../src/sync/capture/read-picked.ts'
import type { Unchanged } from '../../src/sync/device/shrunk.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'
import { fakeReact } from '../harness/fake-react.ts'
import { held } from '../harness/held.ts'
import { storedDraft, undrawnPhotoForm } from '../harness/photo-form.ts'

let react: ReturnType<typeof fakeReact>
let device: TestDevice
/** The photos of the form as the page shows them; undefined until they are read. */
let shown: PhotoRow[] | undefined
/** Resolves when the smaller copies are made. */
let shrinking: ReturnType<typeof held<Unchanged>>
let isFull: boolean
/** The names of the files of each call that attaches some. */
let attached: string[][]
let failures: number

const unchanged: Unchanged = { kind: 'unchanged', why: 'notAPicture' }

const Button = () => null
const FileChooser = () => null
const modules = {
  ...undrawnPhotoForm,
  '../../src/sync/react/engine.ts': { useEngine: () => ({ device }) },
  '../../src/sync/react/hooks.ts': {
    usePhotosIn: () => shown,
    useAddFiles: () => async (_command: unknown, _params: unknown, photos: string[]) => {
      if (isFull) throw new Error('full')
      const rows = await device.db.photos.bulkGet(photos)
      const drafts = rows.filter((it) => it?.state === 'draft') as PhotoRow[]
      await device.db.photos.bulkPut(drafts.map((it) => ({ ...it, state: 'waiting', form: '' })))
      attached.push(drafts.map(({ name }) => name))
    },
  },
  '../../src/sync/capture/shrink.ts': { shrink: () => shrinking.work() },
  '../../src/parts/use-save.ts': {
    saved: (save: () => Promise<unknown>) =>
      save().catch(() => {
        failures += 1
        return null
      }),
  },
  '../../src/ui/button.tsx': { Button, IconButton: () => null },
  '../../src/ui/file-chooser.tsx': { FileChooser },
}

beforeEach(async () => {
  react = fakeReact()
  device = await testDevice({ url: 'http://town.test' }, { id: 7, token: 'none' })
  shown = undefined
  shrinking = held()
  isFull = false
  attached = []
  failures = 0
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

type Shown = ReactElement<{ children: ReactNode; onPick(files: Taken[]): void; onClick(): void; isBusy: boolean }>

/** Opens the attachments of a record. `page` renders them and gives their parts. */
async function open(of: 'violation' | 'inspection') {
  const { AddFiles } = await import('../../src/parts/add-files.tsx')
  const props = {
    form: `files/${of}:4`,
    command: { name: 'add' },
    params: { [`${of}Id`]: 4 },
    isShared: of === 'inspection',
  }
  return async () => {
    const rows = await device.db.photos.where('form').equals(props.form).toArray()
    if (shown !== undefined || rows.length > 0) shown = rows
    const parts = react.render(() => AddFiles(props) as ReactElement<{ children: ReactNode[] }>).props.children
    const found = (type: unknown) => parts.find((it) => (it as Shown | null)?.type === type) as Shown | undefined
    const button = found(Button)
    const words = button && [button.props.children].flat().join('')
    return { chooser: found(FileChooser), button: button && { words, tap: button.props.onClick } }
  }
}

const pdf = (name: string) => new File([`%PDF-1.4 ${name}`], `${name}.pdf`, { lastModified: 5 })

/** A file that was chosen before the app was closed. */
const chosenBefore = (name: string, form: string, size = 4) => storedDraft(device, { name, form, kind: 'pdf', size })

test('I8 II-08 each file added to a record is attached as it is stored, before any smaller copy is made', async () => {
  const page = await open('violation')
  shown = []
  ;(await page()).chooser?.props.onPick([pdf('porch'), pdf('stairs')])
  await expect.poll(() => attached.flat().toSorted()).toEqual(['porch.pdf', 'stairs.pdf'])
  expect((await page()).chooser?.props.isBusy).toBe(true)
  shrinking.end(unchanged)
  await expect.poll(async () => (await page()).chooser?.props.isBusy).toBe(false)
  expect(attached.flat()).toHaveLength(2)
})

test('I8 files of a violation that were stored before the app was closed are attached when its page opens', async () => {
  await chosenBefore('porch', 'files/violation:4')
  const page = await open('violation')
  // What is about to be attached is not offered meanwhile.
  expect((await page()).button).toBeUndefined()
  await expect.poll(() => attached).toEqual([['porch.pdf']])
  await page()
  expect((await page()).button).toBeUndefined()
})

test('CP-12 files chosen on a complaint’s page and not uploaded are offered by its inspection, not attached unasked', async () => {
  await chosenBefore('porch', 'files/inspection:4')
  const page = await open('inspection')
  expect((await page()).button?.words).toBe('Attach 1 chosen before')
  await new Promise((passed) => setTimeout(passed, 50))
  expect(attached).toEqual([])
  ;(await page()).button?.tap()
  await expect.poll(() => attached).toEqual([['porch.pdf']])
})

test('AR-17 a file that could not be attached on a full phone stays and is offered again, and the failure told once', async () => {
  isFull = true
  shrinking.end(unchanged)
  await chosenBefore('porch', 'files/violation:4')
  const page = await open('violation')
  await page()
  await expect.poll(async () => (await page()).button?.words).toBe('Attach 1 chosen before')
  expect(failures).toBe(1)
  isFull = false
  ;(await page()).button?.tap()
  await expect.poll(() => attached).toEqual([['porch.pdf']])
})
