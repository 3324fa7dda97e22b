import type { NoPreview } from '../rules/preview.ts'
import type { DrawnPage, PreviewJob, PreviewReply } from '../sync/device/preview-job.ts'

declare const self: DedicatedWorkerGlobalScope

/** No preview can be made, for this reason. */
export class PreviewRefusal extends Error {
  override readonly name = 'PreviewRefusal'
  readonly reason: NoPreview
  constructor(reason: NoPreview, message: string) {
    super(message)
    this.reason = reason
  }
}

/** Answers each job of the page with a drawn page or the reason why there is none. */
export const answerPreviews = (draw: (job: PreviewJob) => Promise<DrawnPage>): void =>
  self.addEventListener('message', ({ data }: MessageEvent<PreviewJob>) => {
    // The PDF library sends its own messages to this worker.
    if (typeof data?.job === 'number') void answer(draw, data)
  })

const answer = async (draw: (job: PreviewJob) => Promise<DrawnPage>, job: PreviewJob): Promise<void> => {
  try {
    const drawn = await draw(job)
    post({ job: job.job, ...drawn }, [drawn.jpeg])
  } catch (error) {
    const failed = error instanceof PreviewRefusal ? error.reason : 'unreadable'
    post({ job: job.job, failed, why: String(error) }, [])
  }
}

const post = (reply: PreviewReply, transfer: Transferable[]) => self.postMessage(reply, transfer)

/** A file of the build that a library needs. Throws PreviewRefusal if it cannot be loaded. */
export const partOfBuild = async (url: string): Promise<ArrayBuffer> => {
  try {
    const answer = await fetch(url)
    if (answer.ok) return await answer.arrayBuffer()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new PreviewRefusal('notHere', `${url} cannot be had`)
}

/** The JPEG quality of a preview, at which fine print is readable. */
const quality = 0.85

export const jpegOf = async (canvas: OffscreenCanvas): Promise<ArrayBuffer> =>
  (await canvas.convertToBlob({ type: 'image/jpeg', quality })).arrayBuffer()

/** A white canvas, as paper or behind transparent parts of a picture. */
export const whiteCanvas = (width: number, height: number) => {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('This browser gives workers no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  return { canvas, context }
}
