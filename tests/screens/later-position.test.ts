import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The state and the references of the hook, kept from one call to the next as React does. */
let kept: unknown[]
let at: number
const react = {
  useState: (first: unknown) => {
    const mine = at++
    if (!(mine in kept)) kept[mine] = first
    const set = (next: unknown) => {
      kept[mine] = typeof next === 'function' ? next(kept[mine]) : next
    }
    return [kept[mine], set]
  },
  useRef: (first: unknown) => {
    const mine = at++
    kept[mine] ??= { current: first }
    return kept[mine]
  },
}

type Found = (position: { coords: Record<string, number>; timestamp: number }) => void
type Failed = (problem: { code: number }) => void
let asked: { found: Found; failed: Failed }

beforeEach(() => {
  kept = []
  vi.resetModules()
  vi.doMock('react', () => react)
  const getCurrentPosition = (found: Found, failed: Failed) => {
    asked = { found, failed }
  }
  vi.stubGlobal('navigator', { geolocation: { getCurrentPosition } })
  vi.stubGlobal('GeolocationPositionError', { PERMISSION_DENIED: 1 })
})
afterEach(() => {
  vi.doUnmock('react')
  vi.unstubAllGlobals()
  vi.resetModules()
})

/** Calls the hook as the form of a record of service does, which follows the position. */
async function position() {
  const { usePosition } = await import('../../src/parts/use-position.ts')
  at = 0
  return usePosition({ platform: { maximumAge: 1_000, timeout: 15_000 } })
}

/** Asks, and finds a position that is so old (ms). */
async function findOf(ageMs: number) {
  const { ask } = await position()
  ask()
  const coords = { latitude: 38.951, longitude: -76.94, accuracy: 5 }
  asked.found({ coords, timestamp: Date.now() - ageMs })
}

/** Asks again, and the read fails with this code. */
async function failWith(code: number) {
  const { ask } = await position()
  ask()
  asked.failed({ code })
  return position()
}

const [refused, unavailable, timedOut] = [1, 2, 3]

test.each([unavailable, timedOut])(
  'X65 a later read that fails with code %i leaves a position of some seconds ago',
  async (code) => {
    await findOf(9_000)
    expect(await failWith(code)).toMatchObject({
      point: { latitude: 38.951, longitude: -76.94 },
      accuracy: 5,
      words: '',
      isAsking: false,
    })
  },
)

test('X65 a position that is too old is dropped when a later read fails, and the failure is told', async () => {
  await findOf(60_000)
  const { point, accuracy, words } = await failWith(timedOut)
  expect([point, accuracy]).toEqual([undefined, undefined])
  expect(words).toContain('could not be found')
})

test('a person who no longer shares the position keeps none, and each later failure is told', async () => {
  await findOf(0)
  const denied = await failWith(refused)
  expect(denied.point).toBeUndefined()
  expect(denied.words).toContain('not shared')
  expect((await failWith(timedOut)).words).toContain('could not be found')
})

test('a position that was forgotten does not come back with a failure', async () => {
  await findOf(0)
  const { forget } = await position()
  forget()
  expect(await failWith(unavailable)).toMatchObject({
    point: undefined,
    words: expect.stringContaining('not be found'),
  })
})
