import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ShotMaker } from '../../src/sync/device/make-shot.ts'

/** A worker that makes a picture only when it is told to. */
class SlowWorker extends EventTarget {
  static started: SlowWorker | undefined
  asked: number | undefined
  isEnded = false

  constructor() {
    super()
    SlowWorker.started = this
  }

  postMessage({ job, asked }: { job: number; asked: { kind: string } }): void {
    if (asked.kind === 'begin') queueMicrotask(() => this.say({ job, answer: null }))
    else this.asked = job
  }

  say(data: unknown): void {
    if (!this.isEnded) this.dispatchEvent(new MessageEvent('message', { data }))
  }

  terminate(): void {
    this.isEnded = true
  }
}

beforeEach(() => {
  SlowWorker.started = undefined
  vi.stubGlobal('Worker', SlowWorker)
  vi.stubGlobal('OffscreenCanvas', EventTarget)
  vi.stubGlobal('createImageBitmap', async () => ({}))
  vi.stubGlobal('location', new URL('http://town.test/'))
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})

afterEach(() => vi.unstubAllGlobals())

const about = { name: 'photo.jpg', lastModified: 1, exif: new Uint8Array() }
const video = { videoWidth: 4, videoHeight: 3 } as HTMLVideoElement

it('AR-10 a camera that is closed while it makes a picture still makes it, and only then ends its worker', async () => {
  const maker = new ShotMaker()
  const shot = maker.make(video, about)
  await vi.waitUntil(() => SlowWorker.started?.asked !== undefined)
  void maker.close()
  const worker = SlowWorker.started
  worker?.say({ job: worker.asked, answer: new Uint8Array([1, 2]) })
  await expect(shot).resolves.toMatchObject({ name: 'photo.jpg', size: 2 })
  await vi.waitUntil(() => worker?.isEnded)
})

it('AR-10 a picture taken while the worker begins is made, though the camera is closed at once', async () => {
  const maker = new ShotMaker()
  const shot = maker.make(video, about)
  void maker.close()
  await vi.waitUntil(() => SlowWorker.started?.asked !== undefined)
  const worker = SlowWorker.started
  worker?.say({ job: worker.asked, answer: new Uint8Array([1, 2]) })
  await expect(shot).resolves.toMatchObject({ size: 2 })
  await vi.waitUntil(() => worker?.isEnded)
})
