import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ShotMaker } from '../../src/sync/device/make-shot.ts'
import { shutterRests } from '../../src/sync/device/shutter-rests.ts'

/** The kinds of question that the workers of this device never answer. */
let unanswered: string[]
let workers: HangingWorker[]
/** The pictures that the page itself has drawn. */
let drawn: number

class HangingWorker extends EventTarget {
  isEnded = false

  constructor() {
    super()
    workers.push(this)
  }

  postMessage({ job, asked }: { job: number; asked: { kind: string } }): void {
    if (unanswered.includes(asked.kind)) return
    const answer = asked.kind === 'make' ? new Uint8Array([1, 2]) : null
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: { job, answer } })))
  }

  terminate(): void {
    this.isEnded = true
  }
}

const canvas = {
  getContext: () => ({ drawImage: () => (drawn += 1) }),
  toBlob: (take: (blob: Blob) => void) => take(new Blob([new Uint8Array([0xff, 0xd8, 0xff, 0xd9])])),
}

beforeEach(() => {
  unanswered = []
  workers = []
  drawn = 0
  vi.stubGlobal('Worker', HangingWorker)
  vi.stubGlobal('OffscreenCanvas', EventTarget)
  vi.stubGlobal('createImageBitmap', async () => ({ close: () => undefined }))
  vi.stubGlobal('document', { createElement: () => canvas })
  vi.stubGlobal('location', new URL('http://town.test/'))
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const about = { name: 'photo.jpg', lastModified: 1, exif: new Uint8Array() }
const video = { videoWidth: 4, videoHeight: 3 } as HTMLVideoElement

it('AR-10 a picture that a hung worker never makes fails after a minute, and the photos behind it go on', async () => {
  unanswered = ['make']
  const maker = new ShotMaker()
  const shot = maker.make(video, about)
  const failed = expect(shot).rejects.toThrow('This picture took too long')
  let rests = false
  void shutterRests().then(() => {
    rests = true
  })
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(59_000)
  expect(rests).toBe(false)
  await vi.advanceTimersByTimeAsync(2_000)
  await failed
  expect([rests, workers.map((it) => it.isEnded)]).toEqual([true, [true]])
  unanswered = []
  await expect(maker.make(video, about)).resolves.toMatchObject({ size: 2 })
  await maker.close()
})

it('AR-10 a picture is made by the page itself if the worker does not begin', async () => {
  unanswered = ['begin', 'make']
  const maker = new ShotMaker()
  const shot = maker.make(video, about)
  await vi.dynamicImportSettled()
  await vi.advanceTimersByTimeAsync(11_000)
  await expect(shot).resolves.toMatchObject({ name: 'photo.jpg' })
  expect([drawn, workers.map((it) => it.isEnded)]).toEqual([1, [true]])
  await maker.close()
})
