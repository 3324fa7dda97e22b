import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { photoTags } from '../../src/rules/photo-tags.ts'
import { fakeReact } from '../harness/fake-react.ts'

/** A camera's track, which a test can end. */
class Track extends EventTarget {
  readyState = 'live'
  muted = false
  stop() {
    this.readyState = 'ended'
  }
}

type Found = (position: { coords: Record<string, number>; timestamp: number }) => void
type Failed = (problem: { code: number }) => void

let react: ReturnType<typeof fakeReact>
let page: EventTarget & { visibilityState: string }
let tracks: Track[]
/** One for each play() that was called: the picture comes when the test says so. */
let plays: { resolve(): void; reject(error: unknown): void }[]
let failure: unknown
let place: { found: Found; failed: Failed }
/** Positions that were asked for beside those that come by themselves. */
let looks: number
let exif: Uint8Array

class Maker {
  make(_: unknown, about: { exif: Uint8Array }) {
    exif = about.exif
    return Promise.resolve({})
  }
  close() {}
}

const video = {
  srcObject: null as unknown,
  play: () => new Promise<void>((resolve, reject) => plays.push({ resolve, reject })),
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  react = fakeReact()
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  tracks = []
  plays = []
  failure = null
  looks = 0
  vi.resetModules()
  vi.doMock('react', async () => ({ ...(await vi.importActual<object>('react')), ...react.hooks }))
  vi.doMock('../../src/sync/device/make-shot.ts', () => ({ ShotMaker: Maker }))
  vi.stubGlobal('document', page)
  vi.stubGlobal('GeolocationPositionError', { PERMISSION_DENIED: 1 })
  vi.stubGlobal('navigator', {
    mediaDevices: {
      async getUserMedia() {
        if (failure) throw failure
        const track = new Track()
        tracks.push(track)
        return { getVideoTracks: () => [track], getTracks: () => [track] }
      },
    },
    permissions: { query: async () => ({ state: 'granted' }) },
    geolocation: {
      watchPosition(found: Found, failed: Failed) {
        place = { found, failed }
        return 1
      },
      getCurrentPosition() {
        looks += 1
      },
      clearWatch() {},
    },
  })
})
afterEach(() => {
  react.close()
  vi.doUnmock('react')
  vi.doUnmock('../../src/sync/device/make-shot.ts')
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.resetModules()
})

/** Opens the camera. Call the returned function for what it shows now. */
async function open() {
  const { useCamera } = await import('../../src/parts/camera-stream.ts')
  const camera = () =>
    react.render(() => {
      const shown = useCamera()
      shown.video.current = video as unknown as HTMLVideoElement
      return shown
    })
  camera()
  await settled()
  return camera
}

const settled = () => vi.advanceTimersByTimeAsync(0)

async function show(state: 'hidden' | 'visible') {
  page.visibilityState = state
  page.dispatchEvent(new Event('visibilitychange'))
  await settled()
}

const house = { latitude: 38.951, longitude: -76.94, accuracy: 5 }
const findOf = (ageMs: number) => place.found({ coords: house, timestamp: Date.now() - ageMs })

/** The camera with a picture. */
async function live() {
  const camera = await open()
  plays[0]?.resolve()
  await settled()
  expect(camera().state).toBe('live')
  return camera
}

/** The latitude that the next picture has. */
async function latitudeOf(camera: Awaited<ReturnType<typeof live>>) {
  await camera().shoot()
  const picture = new Uint8Array([0xff, 0xd8, ...exif])
  return photoTags(picture, 'jpeg').latitude
}

test('a picture has the place of some seconds ago, and none that is older: the person may be at another house', async () => {
  const camera = await live()
  findOf(9_000)
  expect(await latitudeOf(camera)).toBeCloseTo(38.951, 5)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(await latitudeOf(camera)).toBeUndefined()
})

test('a phone that is held still is asked for its position again, before the one at hand is too old', async () => {
  const camera = await live()
  findOf(0)
  await vi.advanceTimersByTimeAsync(12_000)
  expect(looks).toBe(1)
  expect(await latitudeOf(camera)).toBeCloseTo(38.951, 5)
})

test('a picture has no place once the position is refused; another failure leaves one of some seconds ago', async () => {
  const camera = await live()
  findOf(2_000)
  place.failed({ code: 2 })
  expect(await latitudeOf(camera)).toBeCloseTo(38.951, 5)
  place.failed({ code: 1 })
  expect(await latitudeOf(camera)).toBeUndefined()
})

test('a camera that was hidden and is shown again has no place until a new one is found', async () => {
  const camera = await live()
  findOf(0)
  await show('hidden')
  await show('visible')
  plays[1]?.resolve()
  await settled()
  expect(camera().state).toBe('live')
  expect(looks).toBe(1)
  expect(await latitudeOf(camera)).toBeUndefined()
  findOf(0)
  expect(await latitudeOf(camera)).toBeCloseTo(38.951, 5)
})

test.each(['resolve', 'reject', 'wait'] as const)(
  'a camera that is hidden and shown while its first picture is awaited starts again, though the first start then %ss',
  async (how) => {
    const camera = await open()
    await show('hidden')
    await show('visible')
    if (how === 'resolve') plays[0]?.resolve()
    if (how === 'reject') plays[0]?.reject(new DOMException('A new load', 'AbortError'))
    await settled()
    expect(plays).toHaveLength(2)
    plays[1]?.resolve()
    await settled()
    expect(camera().state).toBe('live')
    expect(tracks.map((it) => it.readyState)).toEqual(['ended', 'live'])
  },
)

test('the first picture fails while the page is hidden: when it is shown again the camera starts, without a complaint', async () => {
  const camera = await open()
  await show('hidden')
  plays[0]?.reject(new DOMException('', 'AbortError'))
  await settled()
  expect(camera().state).toBe('starting')
  await show('visible')
  plays[1]?.resolve()
  await settled()
  expect(camera().state).toBe('live')
})

test.each([new DOMException('', 'InvalidStateError'), new TypeError('No constraints')])(
  'a camera that fails in a way that the app does not know is said to have failed: %s',
  async (error) => {
    const reported: unknown[] = []
    const report = (reason: unknown) => reported.push(reason)
    const before = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection')
    process.on('unhandledRejection', report)
    failure = error
    const camera = await open()
    await vi.waitFor(() => expect(reported).toEqual([error]))
    process.off('unhandledRejection', report)
    for (const it of before) process.on('unhandledRejection', it)
    expect(camera().state).toBe('failed')
  },
)
