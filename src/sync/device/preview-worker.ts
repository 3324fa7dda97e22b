import { type PreviewKind, type PreviewSize, previewLimits } from '../../rules/preview.ts'
import heicWorker from '../../worker/heic-preview-worker.ts?worker&url'
import pdfWorker from '../../worker/pdf-preview-worker.ts?worker&url'
import type { PreviewJob, PreviewReply } from './preview-job.ts'
import { scriptUrl } from './trusted-types.ts'
import { answerOf } from './worker-answer.ts'

/** A page to draw: the file's unique name, and how to read its bytes. */
interface PreviewAsk {
  file: string
  kind: PreviewKind
  page: number
  size: PreviewSize
  /** Null if the file is not on this device and cannot be fetched. */
  read: () => Promise<ArrayBuffer | null>
}

let jobs = 0

/**
 * Draws pages in a worker, one at a time: two pictures decoded at once could exceed a phone's memory. The worker is
 * ended after idle time, when a job takes too long, and when it dies.
 */
export class PreviewWorker {
  readonly #start: () => Promise<Worker>
  #worker: Worker | null = null
  /** The file that the worker still has from the last job. */
  #file = ''
  #last: Promise<unknown> = Promise.resolve()
  #idle: ReturnType<typeof setTimeout> | undefined

  constructor(start: () => Promise<Worker>) {
    this.#start = start
  }

  draw(ask: PreviewAsk): Promise<PreviewReply> {
    const drawn = this.#last.then(() => this.#draw(ask))
    this.#last = drawn.catch(() => undefined)
    return drawn
  }

  async #draw({ file, page, size, read }: PreviewAsk): Promise<PreviewReply> {
    clearTimeout(this.#idle)
    jobs += 1
    const job = jobs
    try {
      const bytes = this.#worker && this.#file === file ? null : await read()
      if (!bytes && this.#file !== file) return { job, failed: 'notHere', why: 'The file is not here' }
      if (bytes && bytes.byteLength > previewLimits.bytes)
        return { job, failed: 'tooLarge', why: `${bytes.byteLength} bytes` }
      this.#worker ??= await this.#start()
      this.#file = file
      const reply = await answerOf<PreviewJob, PreviewReply>(
        this.#worker,
        { job, bytes, page, size },
        {
          limitMs: previewLimits.timeMs,
          late: { job, failed: 'unreadable', why: 'It took too long' },
          died: (message) => ({ job, failed: message ? 'unreadable' : 'notHere', why: message || 'No code' }),
          isAnswer: (reply) => reply?.job === job,
          transfer: bytes ? [bytes] : [],
        },
      )
      // A failed job may have left the library in a bad state.
      if ('failed' in reply) this.#end()
      return reply
    } catch (error) {
      this.#end()
      // Its code is not cached and cannot be loaded.
      if (error instanceof TypeError) return { job, failed: 'notHere', why: String(error) }
      throw error
    } finally {
      this.#idle = setTimeout(() => this.#end(), previewLimits.idleMs)
    }
  }

  #end(): void {
    clearTimeout(this.#idle)
    this.#worker?.terminate()
    this.#worker = null
    this.#file = ''
  }
}

const starting = (url: string) => async () => new Worker(scriptUrl(url), { type: 'module' })

/** One worker of each kind for the whole page. */
export const previewWorkers: Record<PreviewKind, PreviewWorker> = {
  heic: new PreviewWorker(starting(heicWorker)),
  pdf: new PreviewWorker(starting(pdfWorker)),
}
