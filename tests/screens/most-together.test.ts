import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PhotoRow } from '../../src/db/photos.ts'
import { fakeReact } from '../harness/fake-react.ts'

let react: ReturnType<typeof fakeReact>
let photos: Pick<PhotoRow, 'id' | 'name' | 'size' | 'sends'>[]
/** What the form says, at its field or as a message. */
let problems: string[]
/** The photos of each record that was saved. */
let stored: number[]

const values = { text: 'Seen', answers: {} }
const db = { photos: { bulkGet: async () => photos } }
const modules = {
  'react-hook-form': {
    useForm: () => ({
      watch: () => values,
      getValues: (name?: 'text') => (name ? values[name] : values),
      setError: (_: string, { message }: { message: string }) => problems.push(message),
      setFocus() {},
      clearErrors() {},
    }),
  },
  '../../src/parts/kept-form.tsx': {
    useKeptForm: () => ({ isAsking: false, finishWith: (store: () => unknown) => store(), async finish() {} }),
  },
  '../../src/parts/photo-intake.tsx': {
    usePhotoIntake: () => ({ photos, reading: [], settled: async () => photos.map(({ id }) => id) }),
  },
  '../../src/parts/use-save.ts': { saved: (save: () => unknown) => save() },
  '../../src/parts/use-now.ts': { useNow: () => new Date('2026-11-20T12:00:00Z'), useZone: () => 'America/New_York' },
  '../../src/sync/react/engine.ts': { useEngine: () => ({ device: { db } }) },
  '../../src/sync/react/hooks.ts': {
    usePerform: () => async (_: object, __: object, ___: object, extra: { photos: string[] }) =>
      stored.push(extra.photos.length),
  },
  '../../src/sync/react/live.ts': { useUser: () => ({ id: 7 }) },
  '../../src/ui/toast.tsx': { tell() {}, tellFailure: (words: string) => problems.push(words) },
}

beforeEach(() => {
  react = fakeReact()
  problems = []
  stored = []
  vi.resetModules()
  vi.doMock('react', async () => ({ ...(await vi.importActual<object>('react')), ...react.hooks }))
  for (const [path, exports] of Object.entries(modules)) vi.doMock(path, () => exports)
})
afterEach(() => {
  react.close()
  for (const path of ['react', ...Object.keys(modules)]) vi.doUnmock(path)
  vi.resetModules()
})

const choose = (count: number) => {
  photos = Array.from({ length: count }, (_, n) => ({ id: String(n), name: `${n}.jpg`, size: 1000, sends: null }))
}

test('CO-12 a comment takes 60 files; with one more it says so and stores nothing', async () => {
  const { useCommentDraft } = await import('../../src/parts/comment-draft.ts')
  const post = () => {
    const onPost = async (it: { photos: string[] }) => stored.push(it.photos.length)
    return react.render(() => useCommentDraft({ about: 'address:3', onPost })).post(true)
  }
  choose(61)
  await post()
  expect(problems).toEqual(['These are 61 files; one comment carries 60. Post some of them in a second comment.'])
  expect(stored).toEqual([])
  choose(60)
  await post()
  expect(problems).toHaveLength(1)
  expect(stored).toEqual([60])
})

test('a follow-up takes 60 photos; with one more it says so and stores nothing', async () => {
  const { useFollowUpForm } = await import('../../src/screens/follow-up/follow-up-form.ts')
  const violation = { id: 9, codes: [] } as unknown as Parameters<typeof useFollowUpForm>[0]
  const save = () => react.render(() => useFollowUpForm(violation)).save()
  choose(61)
  expect(await save()).toBe(false)
  expect(problems).toEqual(['These are 61 files; a follow-up carries 60.'])
  expect(stored).toEqual([])
  choose(60)
  expect(await save()).toBe(true)
  expect(problems).toHaveLength(1)
  expect(stored).toEqual([60])
})
