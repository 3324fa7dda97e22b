import { fileKindOf, kindBytes } from '../../rules/file-kind.ts'
import { shrinkLimits } from '../../rules/photo-size.ts'
import type { ShrinkAnswer, ShrinkJob, Shrunk, Unchanged } from '../device/shrunk.ts'
import { scriptUrl } from '../device/trusted-types.ts'

/** How long one picture may take before its worker counts as hung: a 100 MP picture on a slow phone takes a quarter of it. */
const jobLimitMs = 60_000

/**
 * Makes what travels (1,600 px, upright, time and position kept) and a thumbnail, in a worker, one picture after the
 * other. Never throws for what is in the picture: what nothing on this device decodes is to travel unchanged.
 * The bytes are only read.
 */
export const shrink = (bytes: ArrayBuffer, type: string): Promise<Shrunk | Unchanged> => {
  const turn = queue.then(() => shrinkNow(bytes, type))
  queue = turn.catch(() => undefined)
  return turn
}

/**
 * May the page's own way be needed here? Where the browser cannot draw in a worker, and in WebKit, which decodes less
 * there. ImageDecoder stands for the others: where it is, a worker reads whatever a page does.
 */
export const mayNeedPageShrinker = (): boolean =>
  typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined' || typeof ImageDecoder === 'undefined'

let queue: Promise<unknown> = Promise.resolve()
let worker: Worker | null = null
let jobs = 0

const shrinkNow = async (bytes: ArrayBuffer, type: string): Promise<Shrunk | Unchanged> => {
  const kind = fileKindOf(new Uint8Array(bytes, 0, Math.min(kindBytes, bytes.byteLength)))
  if (kind === null || kind === 'pdf') return { kind: 'unchanged', why: 'notAPicture' }
  return (
    (await inWorker(bytes, type)) ?? (await onMainThread(bytes, type)) ?? { kind: 'unchanged', why: 'cannotDecode' }
  )
}

/** Null when there is no worker, or it cannot: WebKit's workers lack some decoders that its pages have. */
const inWorker = async (bytes: ArrayBuffer, type: string): Promise<Shrunk | null> => {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return null
  const { default: url } = await import('../../worker/photo-worker.ts?worker&url')
  const running = worker ?? new Worker(scriptUrl(url), { type: 'module' })
  worker = running
  const answer = await answerOf(running, { job: ++jobs, bytes, type })
  if (answer === null) {
    running.terminate()
    worker = null
    return null
  }
  return answer.kind === 'shrunk' ? answer : null
}

/** The worker's answer to this job; null when it died or hangs. */
const answerOf = (running: Worker, job: ShrinkJob): Promise<ShrinkAnswer | null> =>
  new Promise((resolve) => {
    const listening = new AbortController()
    const end = (answer: ShrinkAnswer | null) => {
      clearTimeout(timer)
      listening.abort()
      resolve(answer)
    }
    const timer = setTimeout(end, jobLimitMs, null)
    const { signal } = listening
    const hear = ({ data }: MessageEvent<ShrinkAnswer>) => data.job === job.job && end(data)
    running.addEventListener('message', hear, { signal })
    running.addEventListener('error', () => end(null), { signal })
    running.addEventListener('messageerror', () => end(null), { signal })
    running.postMessage(job)
  })

/** The library's slower way over an image element; its own worker is never used, as it would fetch code from elsewhere. */
const onMainThread = async (bytes: ArrayBuffer, type: string): Promise<Shrunk | null> => {
  if (typeof document === 'undefined') return null
  const compress = await pageShrinker()
  if (!compress) return null
  const { longEdge, bytes: mostBytes, thumbEdge } = shrinkLimits
  const common = { useWebWorker: false, fileType: 'image/jpeg' }
  try {
    const original = new File([bytes], 'photo', { type })
    const web = await compress(original, {
      ...common,
      maxWidthOrHeight: longEdge,
      maxSizeMB: mostBytes / 1_048_576,
      initialQuality: 0.8,
      preserveExif: true,
    })
    // Flattened first: Firefox cannot decode the library's result, a Blob of several parts.
    const webBytes = await web.arrayBuffer()
    const flat = new File([webBytes], 'web', { type: 'image/jpeg' })
    const thumb = await compress(flat, { ...common, maxWidthOrHeight: thumbEdge, initialQuality: 0.7 })
    const { width, height } = await sizeOf(flat)
    return {
      kind: 'shrunk',
      web: { bytes: webBytes, type: 'image/jpeg', width, height },
      thumb: { bytes: await thumb.arrayBuffer(), type: 'image/jpeg' },
    }
  } catch {
    // No decoder on this device: the picture travels as it is, and loses nothing.
    return null
  }
}

/** Null where it is neither kept nor to be had: a browser whose worker failed against all expectation, without signal. */
const pageShrinker = async () => {
  try {
    return (await import('browser-image-compression')).default
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

const sizeOf = async (picture: Blob): Promise<{ width: number; height: number }> => {
  const bitmap = await createImageBitmap(picture)
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}
