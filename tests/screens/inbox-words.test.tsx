import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PhotoRow } from '../../src/db/photos.ts'
import type { Filing } from '../../src/screens/inbox/filing.ts'
import { type TestDevice, testDevice } from '../harness/device.ts'

let device: TestDevice
let role: number
/** What is in the page's URL. */
let inUrl: Record<string, string>
let photos: PhotoRow[]
/** What happens while the photos are read. */
let whileReading: () => void
let took: number
let stored: unknown[]
/** The photos of each record, and what was said about them. */
let filed: string[][]
let told: string[]
/** The values that the form got after that. */
let after: Record<string, unknown>[]
let typed: Record<string, unknown>
/** What the form says at its fields. */
let problems: string[]

const modules = {
  'react-hook-form': {
    useForm: () => ({
      watch: (name: string) => typed[name],
      getValues: (name?: string) => (name === undefined ? typed : typed[name]),
      setError: (name: string, { message }: { message: string }) => problems.push(`${name}: ${message}`),
      clearErrors: () => problems.splice(0),
      reset: (values: Record<string, unknown>) => after.push(values),
    }),
  },
  '@tanstack/react-router': { useNavigate: () => () => undefined },
  '../../src/sync/react/engine.ts': { useEngine: () => ({ device, directory: {} }) },
  '../../src/sync/react/live.ts': { useUser: () => ({ id: 7, role }), useLive: () => undefined },
  '../../src/sync/react/hooks.ts': {
    usePerform: () => async (_: unknown, to: unknown, body: { content: string }, extra: { photos: string[] }) => {
      stored.push([to, body.content])
      filed.push(extra.photos)
    },
    useAddFiles: () => async (_: unknown, to: unknown) => stored.push(to),
  },
  '../../src/parts/use-save.ts': {
    saved: (save: () => unknown) => save(),
    tellSaved: (words: string) => told.push(words),
  },
  '../../src/parts/kept-form.tsx': { useKeptForm: () => ({ isAsking: false }) },
  '../../src/parts/photo-intake.tsx': {
    usePhotoIntake: () => ({
      photos,
      async settled() {
        whileReading()
        return photos.map(({ id }) => id)
      },
    }),
    useSmallPicture: () => ({}),
    FilesNotTaken: () => null,
  },
  '../../src/parts/camera-button.tsx': { CameraButton: () => null },
  '../../src/parts/violation-draft.ts': {},
  '../../src/parts/violation-form.tsx': {},
  '../../src/parts/near-addresses.tsx': {},
  '../../src/parts/pickers/address-picker.tsx': { AddressPicker: () => null },
  '../../src/screens/inbox/use-shared.ts': { useShared: () => took++ },
  '../../src/sync/device/shared-files.ts': { sharedBefore: async () => 2 },
  '../../src/ui/file-chooser.tsx': { FileChooser: () => null },
  '../../src/ui/media.ts': { useIsDesk: () => false },
  '../../src/ui/page.tsx': { Page: ({ children }: { children: ReactNode }) => children },
  '../../src/ui/url-state.ts': { useUrlState: (name: string) => [inUrl[name] ?? '', () => undefined] },
}

beforeEach(async () => {
  device = await testDevice({ url: 'http://town.test' }, { id: 7, token: 'none' })
  role = 1
  inUrl = {}
  photos = []
  whileReading = () => undefined
  took = 0
  stored = []
  filed = []
  told = []
  after = []
  typed = { left: [] }
  problems = []
  vi.resetModules()
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
})
afterEach(() => {
  for (const path of ['react', ...Object.keys(modules)]) vi.doUnmock(path)
  vi.resetModules()
})

const photo = (id: string, size = 3_000_000) => ({ id, size, sends: null, facts: {}, takenInAt: 1 }) as PhotoRow

async function inbox(): Promise<string> {
  const { InboxScreen } = await import('../../src/screens/inbox/inbox-screen.tsx')
  return renderToStaticMarkup(<InboxScreen />)
}

/** The inbox with these values in its form. */
async function filingWith(values: object): Promise<Filing | undefined> {
  typed = { address: null, kind: 'comment', target: '', words: '', left: [], ...values }
  const { useFiling } = await import('../../src/screens/inbox/filing.ts')
  let filing: Filing | undefined
  function Shown() {
    filing = useFiling()
    return null
  }
  renderToStaticMarkup(<Shown />)
  return filing
}

/** Taps File with these values in the form; what it says at its fields. */
async function file(values: object): Promise<string[]> {
  const filing = await filingWith(values)
  await filing?.file()
  return problems
}

const elm = { id: 3, combadd: '12 ELM STREET' }

test('an empty inbox says how pictures get there; one that could not store a share says where the pictures still are', async () => {
  expect(await inbox()).toContain('Nothing is waiting here. Share pictures to CodeSoft, or take some.')
  expect(await inbox()).not.toContain('could not store what was shared')
  inUrl = { failed: '1' }
  expect(await inbox()).toMatch(
    /This \w+ could not store what was shared; it may be full\. The pictures are still in the app they came from\./,
  )
})

test('a Guest who shares a picture is told that Guests cannot file photos, and the inbox takes nothing in', async () => {
  role = 0
  const page = await inbox()
  expect(page).toContain('Guests cannot file photos.')
  expect(page).not.toContain('Nothing is waiting here')
  expect(took).toBe(0)
  role = 1
  await inbox()
  expect(took).toBe(1)
})

test('a Guest is not asked whose the pictures are that were shared before the sign-in', async () => {
  // The banner has looked for them.
  vi.doMock('react', async (original) => {
    const react = await original<typeof import('react')>()
    const useState = (first: unknown) =>
      first instanceof Object && 'count' in first ? [{ count: 2, since: 9 }, () => {}] : react.useState(first)
    return { ...react, useState }
  })
  const { SharedBanner } = await import('../../src/app/shared-banner.tsx')
  expect(renderToStaticMarkup(<SharedBanner />)).toContain('2 pictures were shared')
  role = 0
  expect(renderToStaticMarkup(<SharedBanner />)).toBe('')
})

test('photos are filed only with an address, a place and words, and the inbox says what is missing', async () => {
  photos = [photo('a')]
  expect(await file({ words: 'Seen' })).toEqual(['address: Choose an address'])
  expect(await file({ address: elm, kind: 'violation' })).toEqual(['target: Choose where they belong'])
  const observation = { address: elm, kind: 'observation' }
  expect(await file({ ...observation, words: 'Rotten step' })).toEqual(['target: Choose where they belong'])
  expect(await file({ ...observation, target: '5', words: ' ' })).toEqual(['words: Describe what you see'])
  expect(stored).toEqual([])
  expect(await file({ ...observation, target: '5', words: ' Rotten step ' })).toEqual([])
  expect(stored).toEqual([[{ areaId: 5 }, 'Rotten step']])
})

test('CO-12 photos that are too many for one comment are refused with both sizes, by what would be sent', async () => {
  photos = [photo('a', 30_000_000), photo('b', 30_000_000)]
  await device.db.photos.bulkPut(photos)
  const comment = { address: elm, words: 'Seen' }
  expect(await file(comment)).toEqual([
    'words: These are 60 MB together; one comment carries 50 MB. Untick some of them, and file those after that.',
  ])
  expect(stored).toEqual([])
  // Their smaller copies are made after the screen was drawn.
  const sends = { part: 'web', type: 'image/jpeg', size: 400_000, sha256: '' } as const
  await device.db.photos.bulkPut(photos.map((it) => ({ ...it, sends })))
  expect(await file(comment)).toEqual([])
  expect(stored).toEqual([[{ addressId: 3 }, 'Seen']])
})

test('CO-12 one comment takes 60 photos; with one more the inbox says so; an observation takes them all', async () => {
  photos = Array.from({ length: 61 }, (_, n) => photo(String(n), 1000))
  await device.db.photos.bulkPut(photos)
  const comment = { address: elm, words: 'Seen' }
  expect(await file(comment)).toEqual([
    'words: These are 61 files; one comment carries 60. Untick some of them, and file those after that.',
  ])
  expect(stored).toEqual([])
  expect(await file({ ...comment, left: ['7'] })).toEqual([])
  expect(await file({ ...comment, kind: 'observation', target: '5' })).toEqual([])
  expect(filed.map((it) => it.length)).toEqual([60, 61])
})

test('a photo that is unticked or removed while they are read is not filed, and does not count', async () => {
  photos = [photo('a'), photo('b'), photo('c'), photo('d')]
  await device.db.photos.bulkPut(photos)
  whileReading = () => {
    typed = { ...typed, left: ['d', 'b'] }
    // One is removed, and one is taken in that nobody has chosen.
    photos = [...photos.filter(({ id }) => id !== 'a'), photo('e')]
  }
  await file({ address: elm, words: 'Seen', left: ['d'] })
  expect(filed).toEqual([['c']])
  expect(told).toEqual(['1 photo filed'])
  // Others remain, perhaps from the same place.
  expect(after).toMatchObject([{ address: elm }])
})

test('the address does not stay if the only photo that would remain is removed while they are read', async () => {
  photos = [photo('a'), photo('b')]
  await device.db.photos.bulkPut(photos)
  whileReading = () => {
    photos = photos.slice(0, 1)
  }
  await file({ address: elm, words: 'Seen', left: ['b'] })
  expect(filed).toEqual([['a']])
  expect(after).toMatchObject([{ address: null }])
})

test('nothing is filed if all photos are unticked while they are read', async () => {
  photos = [photo('a')]
  await device.db.photos.bulkPut(photos)
  whileReading = () => {
    typed = { ...typed, left: ['a'] }
  }
  expect(await file({ address: elm, words: 'Seen' })).toEqual([])
  expect([filed, told, after]).toEqual([[], [], []])
})

test('a new violation gets no photo that is unticked while they are read, and the address stays for it', async () => {
  photos = [photo('a'), photo('b')]
  await device.db.photos.bulkPut(photos)
  whileReading = () => {
    typed = { ...typed, left: ['a'] }
  }
  const filing = await filingWith({ address: elm, kind: 'violation', target: 'new' })
  expect(await filing?.chosenIntake.settled()).toEqual(['b'])
  filing?.blank()
  expect(after).toMatchObject([{ address: elm }])
})
