import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Preparation } from '../../src/screens/field/preparation.ts'
import type { FieldProgress } from '../../src/sync/online/field.ts'
import type { Engine } from '../../src/sync/session/presence.ts'
import { held } from '../harness/held.ts'

/** Preparations that were asked for, in their order; each ends when the test says so. */
let asked: {
  tell: (progress: FieldProgress) => void
  zone: string | undefined
  way: ReturnType<typeof held<void>>
  fails: boolean
}[]
let prepare: (engine: Engine) => Promise<void>
/** What a screen of this person shows at this moment. */
let seenBy: (engine: Engine) => Preparation

beforeEach(async () => {
  asked = []
  vi.resetModules()
  vi.stubGlobal('navigator', {})
  // A screen that is rendered once.
  vi.doMock('react', () => ({ useSyncExternalStore: (_watch: unknown, get: () => unknown) => get() }))
  vi.doMock('../../src/sync/online/field.ts', () => ({
    prepareField: async (_device: unknown, _book: unknown, tell: (progress: FieldProgress) => void, zone?: string) => {
      const one = { tell, zone, way: held(), fails: false }
      asked.push(one)
      await one.way.work()
      // Loaded here, because the modules are new for each test.
      const { CallError } = await import('../../src/sync/transport/problem.ts')
      if (one.fails) throw new CallError({ kind: 'noSignal' })
    },
  }))
  const page = await import('../../src/screens/field/preparation.ts')
  prepare = page.prepare
  seenBy = page.usePreparation
})
afterEach(() => {
  vi.doUnmock('../../src/sync/online/field.ts')
  vi.doUnmock('react')
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** A person of a shared tablet; the device is not asked. */
const person = () => ({ device: {}, book: {}, town: { timeZone: 'Pacific/Honolulu' } }) as Engine

const half = { ready: 3, of: 7, now: 'Contacts' }

test('G-20 a preparation on a shared tablet belongs to the person who asked: the next one sees nothing of it', async () => {
  const [first, second] = [person(), person()]
  const running = prepare(first)
  asked[0]?.tell(half)
  expect(seenBy(first).progress).toEqual(half)
  expect(seenBy(second)).toMatchObject({ device: null, progress: null, ended: 0 })
  asked[0]?.way.end()
  await running
  expect(seenBy(first)).toMatchObject({ progress: null, ended: 1 })
  expect(seenBy(second).ended).toBe(0)
})

test('G-20 the next person prepares at once, and what the first one’s preparation tells late is not theirs', async () => {
  const [first, second] = [person(), person()]
  const left = prepare(first)
  const running = prepare(second)
  expect(asked).toHaveLength(2)
  asked[1]?.tell(half)
  asked[0]?.tell({ ready: 9, of: 9, now: 'Inspection #1' })
  Object.assign(asked[0] ?? {}, { fails: true })
  asked[0]?.way.end()
  await left
  expect(seenBy(second)).toMatchObject({ progress: half, problem: null, ended: 0 })
  expect(seenBy(first).progress).toBeNull()
  asked[1]?.way.end()
  await running
  expect(seenBy(second)).toMatchObject({ progress: null, ended: 1 })
})

test('a person’s second tap while their preparation runs starts no other, and a failure is told to them', async () => {
  const me = person()
  const running = prepare(me)
  await prepare(me)
  expect(asked).toHaveLength(1)
  Object.assign(asked[0] ?? {}, { fails: true })
  asked[0]?.way.end()
  await running
  expect(seenBy(me)).toMatchObject({ progress: null, problem: { kind: 'noSignal' }, ended: 1 })
  const again = prepare(me)
  expect(asked).toHaveLength(2)
  expect(seenBy(me).problem).toBeNull()
  asked[1]?.way.end()
  await again
})

test('C-15 a preparation judges deadlines in the town’s time zone', async () => {
  const running = prepare(person())
  expect(asked[0]?.zone).toBe('Pacific/Honolulu')
  asked[0]?.way.end()
  await running
})

test('a preparation goes on when the town’s settings change under it: the same person sees it, and starts no other', async () => {
  const before = person()
  const running = prepare(before)
  asked[0]?.tell(half)
  // As the session replaces its engine.
  const after: Engine = { ...before, town: { ...before.town, timeZone: 'America/New_York' } }
  expect(seenBy(after).progress).toEqual(half)
  await prepare(after)
  expect(asked).toHaveLength(1)
  asked[0]?.tell({ ready: 5, of: 7, now: 'Codes' })
  expect(seenBy(after).progress?.ready).toBe(5)
  asked[0]?.way.end()
  await running
  expect(seenBy(after)).toMatchObject({ progress: null, ended: 1 })
})
