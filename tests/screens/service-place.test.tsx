import type { ReactElement, ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeReact } from '../harness/fake-react.ts'

type Found = (position: { coords: Record<string, number>; timestamp: number }) => void
type Failed = (problem: { code: number }) => void

let react: ReturnType<typeof fakeReact>
/** The watch, and the last question beside it. */
let watch: { found: Found; failed: Failed }
let asked: { found: Found; failed: Failed }
let questions: number
/** Photos of the door are read until the test says so. */
let photosAreRead: (ids?: string[]) => void
/** What the form says instead of saving. */
let problems: string[]
/** The bodies of the records that were saved. */
let records: object[]

const typed = { how: 'posted', served_to: '', note: '', signature: '' }
const modules = {
  'react-hook-form': {
    useForm: () => ({
      watch: () => ['posted', '', ''],
      getValues: () => typed,
      register: () => ({}),
      formState: { errors: {} },
    }),
  },
  '../../src/parts/kept-form.tsx': {
    KeptQuestion: () => null,
    useKeptForm: () => ({ isAsking: false, async finish() {} }),
  },
  '../../src/parts/photo-intake.tsx': {
    PhotoField: () => null,
    usePhotoIntake: () => ({
      settled: () =>
        new Promise((resolve) => {
          photosAreRead = (ids = []) => resolve(ids)
        }),
    }),
  },
  '../../src/parts/use-save.ts': { saved: (save: () => unknown) => save(), tellSaved() {} },
  '../../src/records/service.ts': { addService: {} },
  '../../src/sync/react/engine.ts': {
    useEngine: () => ({
      device: { db: { photos: { bulkGet: async (ids: string[]) => ids.map(() => ({ size: 1 })) } } },
    }),
  },
  '../../src/sync/react/hooks.ts': {
    usePerform: () => async (_: object, __: object, body: object) => records.push(body),
  },
  '../../src/ui/button.tsx': { Button: () => null },
  '../../src/ui/fields.tsx': { SelectField: () => null, TextAreaField: () => null, TextField: () => null },
  '../../src/ui/form.tsx': { Form: () => null },
  '../../src/ui/signature-pad.tsx': { SignaturePad: () => null },
  '../../src/ui/starts-here.ts': { startsHere: null },
  '../../src/ui/this-device.ts': { deviceWord: 'phone' },
  '../../src/ui/toast.tsx': { tellFailure: (words: string) => problems.push(words) },
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  react = fakeReact()
  questions = 0
  records = []
  problems = []
  vi.resetModules()
  vi.doMock('react', async () => ({ ...(await vi.importActual<object>('react')), ...react.hooks }))
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
  vi.stubGlobal('GeolocationPositionError', { PERMISSION_DENIED: 1 })
  vi.stubGlobal('navigator', {
    geolocation: {
      watchPosition(found: Found, failed: Failed = () => undefined) {
        watch = { found, failed }
        return 1
      },
      getCurrentPosition(found: Found, failed: Failed) {
        questions += 1
        asked = { found, failed }
      },
      clearWatch() {},
    },
  })
})
afterEach(() => {
  react.close()
  vi.doUnmock('react')
  for (const path of Object.keys(modules)) vi.doUnmock(path)
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetModules()
})

/** Opens the form. Call the returned functions for what it says now, and to save it. */
async function open() {
  const { ServiceForm } = await import('../../src/screens/violations/service-form.tsx')
  const form = () => react.render(() => ServiceForm({ violationId: 4, onDone: () => undefined })).props
  form()
  return {
    words: () =>
      (form().children as ReactElement<{ role?: string; children: ReactNode }>[]).find(
        (it) => it.props.role === 'status',
      )?.props.children,
    save: () => form().onSubmit() as Promise<void>,
    show: form,
  }
}

const coords = { latitude: 38.951, longitude: -76.94, accuracy: 5 }
const findOf = (ageMs: number) => asked.found({ coords, timestamp: Date.now() - ageMs })
const place = { lat: 38.951, lng: -76.94, accuracy: 5 }
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const [refused, unavailable] = [1, 2]

/** Saves the form at once: the record that is made. */
async function recordOf(form: Awaited<ReturnType<typeof open>>) {
  const saving = form.save()
  photosAreRead()
  await saving
  return records.at(-1)
}

test('X65 a record of service has the position of some seconds ago, and none that is lost and older, as the form says', async () => {
  const form = await open()
  findOf(0)
  expect(form.words()).toBe('With the position of this phone, within 17 ft.')
  await pass(12_000)
  form.show()
  expect(await recordOf(form)).toMatchObject(place)
  await pass(9_000)
  expect(form.words()).not.toContain('With the position')
  expect(await recordOf(form)).toEqual({ how: 'posted', served_to: '', note: '' })
})

test('X65 the position of a form that lies still is asked for again before it is too old', async () => {
  const form = await open()
  findOf(0)
  form.show()
  await pass(12_000)
  expect(questions).toBe(2)
  findOf(0)
  form.show()
  await pass(12_000)
  expect(form.words()).toContain('With the position')
  expect(await recordOf(form)).toMatchObject(place)
})

test('X65 a watch that fails asks again at once: a position that is refused now is dropped, and the form says so', async () => {
  const form = await open()
  findOf(0)
  form.show()
  watch.failed({ code: refused })
  expect(questions).toBe(2)
  asked.failed({ code: refused })
  expect(form.words()).toContain('not shared')
  expect(await recordOf(form)).not.toHaveProperty('lat')
})

test('X65 a watch that fails without a position asks nothing, so that the form does not say the same again and again', async () => {
  const form = await open()
  asked.failed({ code: unavailable })
  form.show()
  watch.failed({ code: unavailable })
  expect(questions).toBe(1)
  expect(form.words()).toContain('could not be found')
})

test('X65 photos that are read for long leave a record with the position of its end, not of the tap on Save', async () => {
  const form = await open()
  findOf(0)
  form.show()
  const saving = form.save()
  await pass(19_000)
  watch.found({ coords, timestamp: Date.now() })
  asked.found({ coords: { ...coords, latitude: 38.952 }, timestamp: Date.now() })
  form.show()
  await pass(5_000)
  photosAreRead()
  await saving
  expect(records).toEqual([expect.objectContaining({ lat: 38.952 })])
})

test('X65 a phone that only knows an old position gives none, and is not asked without end', async () => {
  const form = await open()
  findOf(60_000)
  expect(form.words()).toBe('The position is not known. The record is saved without it.')
  await pass(60_000)
  form.show()
  expect(questions).toBe(1)
  expect(await recordOf(form)).not.toHaveProperty('lat')
})

test('X65 a record of service takes 60 photos; with one more it says so and stores nothing', async () => {
  const form = await open()
  const choose = (count: number) => Array.from({ length: count }, (_, n) => String(n))
  for (const count of [61, 60]) {
    const saving = form.save()
    photosAreRead(choose(count))
    await saving
  }
  expect(problems).toEqual(['These are 61 files; one record of service carries 60. Remove some of them.'])
  expect(records).toHaveLength(1)
})
