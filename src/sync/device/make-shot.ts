import { withExif } from '../../rules/jpeg.ts'
import { sha256Of } from './hash.ts'
import { type Shot, type ShotAnswers, shotQuality } from './shot-job.ts'
import { atShutter, endShooting } from './shutter-rests.ts'
import { WorkerQuestions } from './worker-questions.ts'

/** If the worker has not begun after this time (ms), the page draws the pictures itself. */
const beginLimitMs = 10_000

/** A picture that is not made after this time (ms) never will be. A slow phone makes twenty in a row within it. */
const shotLimitMs = 60_000

const tooLongText = 'This picture took too long'

/** The facts stored with a picture. */
interface About {
  name: string
  lastModified: number
  exif: Uint8Array<ArrayBuffer>
}

/**
 * Makes the pictures of an open camera, several at a time. A worker draws and encodes them; the page does it in
 * browsers from before 2023, and if the worker's code is missing.
 */
export class ShotMaker {
  readonly #questions = new WorkerQuestions<ShotAnswers>(() => import('../../worker/shot-worker.ts?worker&url'))
  readonly #hasWorker = this.#begin()
  /** The pictures that are not made yet. */
  readonly #pending = new Set<Promise<Shot>>()

  /** The picture that the camera shows at the moment of the call. */
  make(video: HTMLVideoElement, about: About): Promise<Shot> {
    const size = { width: video.videoWidth, height: video.videoHeight }
    // Read now and not when the worker is ready.
    const moment = momentOf(video)
    const made = async () => {
      const frame = await moment
      const bytes = (await this.#hasWorker)
        ? await this.#questions.ask<'make'>({ kind: 'make', frame, ...size, exif: about.exif }, [frame])
        : await madeInPage(frame, size, about.exif)
      const { name, lastModified } = about
      return { name, lastModified, size: bytes.length, bytes: bytes.buffer, sha256: await sha256Of(bytes.buffer) }
    }
    const shot = atShutter(() => this.#inTime(made(), shotLimitMs))
    this.#pending.add(shot)
    return shot.finally(() => this.#pending.delete(shot))
  }

  /** Call it after the last `make`. Pictures that are still being made are made: they cannot be taken again. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#pending)
    endShooting()
    this.#questions.end('The camera was closed')
  }

  async #begin(): Promise<boolean> {
    if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return false
    return this.#inTime(this.#questions.ask<'begin'>({ kind: 'begin' }), beginLimitMs).then(
      () => true,
      () => false,
    )
  }

  /** Fails if the work takes too long, and ends the worker: smaller copies of all photos wait for a picture. */
  async #inTime<Made>(work: Promise<Made>, limitMs: number): Promise<Made> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new Error(tooLongText))
        this.#questions.end(tooLongText)
      }, limitMs)
    })
    try {
      return await Promise.race([work, late])
    } finally {
      clearTimeout(timer)
    }
  }
}

/**
 * A VideoFrame needs no copy. It is surely drawn upright only if the browser reports its rotation; otherwise an
 * ImageBitmap of the video is used, which always is.
 */
const momentOf = async (video: HTMLVideoElement): Promise<VideoFrame | ImageBitmap> =>
  typeof VideoFrame !== 'undefined' && 'rotation' in VideoFrame.prototype
    ? new VideoFrame(video)
    : createImageBitmap(video)

interface Size {
  width: number
  height: number
}

const madeInPage = async (frame: VideoFrame | ImageBitmap, { width, height }: Size, exif: Uint8Array) => {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d', { alpha: false })?.drawImage(frame, 0, 0, width, height)
  frame.close()
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', shotQuality))
  if (!blob) throw new Error('This device made no picture')
  return withExif(new Uint8Array(await blob.arrayBuffer()), exif)
}
