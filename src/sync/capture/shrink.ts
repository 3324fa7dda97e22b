import { joined, latin } from '../../rules/bytes.ts'
import { exifBlock } from '../../rules/exif-block.ts'
import { type FileKind, fileKindOf, kindBytes } from '../../rules/file-kind.ts'
import { exifHeader, uprightExif, withExif } from '../../rules/jpeg.ts'
import { shrinkLimits } from '../../rules/photo-size.ts'
import type { ShrinkAnswer, ShrinkJob, Shrunk, Unchanged } from '../device/shrunk.ts'
import { scriptUrl } from '../device/trusted-types.ts'

/** After this time a worker counts as hung. A 100 MP picture on a slow phone takes a quarter of it. */
const jobLimitMs = 60_000

/**
 * Makes the picture that is sent (1,600 px, upright, time and position kept) and a thumbnail, in a worker, one picture
 * at a time. Never throws because of the picture: one that this device cannot decode is sent unchanged. The input
 * bytes are not modified.
 */
export const shrink = (bytes: ArrayBuffer, type: string): Promise<Shrunk | Unchanged> => {
  const turn = queue.then(() => shrinkNow(bytes, type))
  queue = turn.catch(() => undefined)
  return turn
}

/**
 * Whether the page's own shrinker may be needed: in browsers that cannot draw in a worker, and in WebKit, whose
 * workers decode fewer formats. ImageDecoder identifies the other browsers: there a worker reads whatever a page does.
 */
export const mayNeedPageShrinker = (): boolean =>
  typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined' || typeof ImageDecoder === 'undefined'

let queue: Promise<unknown> = Promise.resolve()
let worker: Worker | null = null
let jobs = 0

const shrinkNow = async (bytes: ArrayBuffer, type: string): Promise<Shrunk | Unchanged> => {
  const kind = fileKindOf(new Uint8Array(bytes, 0, Math.min(kindBytes, bytes.byteLength)))
  if (kind === null || kind === 'pdf') return { kind: 'unchanged', why: 'notAPicture' }
  const made = (await inWorker(bytes, type)) ?? (await onMainThread(bytes, type))
  return made ? withFacts(made, bytes, kind) : { kind: 'unchanged', why: 'cannotDecode' }
}

/** Whoever draws a JPEG keeps its EXIF. A JPEG that was made from another kind of file gets a copy of that file's. */
const withFacts = (made: Shrunk, original: ArrayBuffer, kind: FileKind): Shrunk => {
  const { web } = made
  if (kind === 'jpeg' || web.type !== 'image/jpeg') return made
  const block = exifBlock(new Uint8Array(original), kind)
  const segment = block && segmentOf(block)
  return segment ? { ...made, web: { ...web, bytes: withExif(new Uint8Array(web.bytes), segment).buffer } } : made
}

/** The segment for an upright JPEG with these facts; null if they are no EXIF, or more than one segment can hold. */
const segmentOf = (block: Uint8Array): Uint8Array | null => {
  const length = 2 + exifHeader.length + block.length
  if (!['II', 'MM'].includes(latin(block, 0, 2)) || length > 0xffff) return null
  const head = [0xff, 0xe1, length >> 8, length & 0xff, ...Array.from(exifHeader, (it) => it.charCodeAt(0))]
  return uprightExif(joined([new Uint8Array(head), block]))
}

/** Null if there is no worker or it cannot do it: WebKit's workers lack some decoders that its pages have. */
const inWorker = async (bytes: ArrayBuffer, type: string): Promise<Shrunk | null> => {
  if (typeof Worker === 'undefined' || typeof OffscreenCanvas === 'undefined') return null
  const code = await import('../../worker/photo-worker.ts?worker&url').catch(nullIfNotCached)
  if (!code) return null
  const running = worker ?? new Worker(scriptUrl(code.default), { type: 'module' })
  worker = running
  const answer = await answerOf(running, { job: ++jobs, bytes, type })
  if (answer === null) {
    running.terminate()
    worker = null
    return null
  }
  return answer.kind === 'shrunk' ? answer : null
}

/** The worker's answer to this job; null if the worker died or hangs. */
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

/**
 * The library's slower way, using an image element. The library's own worker is never used, because it would load code
 * from elsewhere.
 */
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
    // This device has no decoder, so the picture is sent unchanged and loses nothing.
    return null
  }
}

const pageShrinker = async () => (await import('browser-image-compression').catch(nullIfNotCached))?.default

/** For code that is not cached while there is no signal: the picture is then sent unchanged. */
const nullIfNotCached = (error: unknown): null => {
  if (error instanceof TypeError) return null
  throw error
}

const sizeOf = async (picture: Blob): Promise<{ width: number; height: number }> => {
  const bitmap = await createImageBitmap(picture)
  const { width, height } = bitmap
  bitmap.close()
  return { width, height }
}
