import type { ShrinkAnswer, ShrinkJob } from '../sync/device/shrunk.ts'
import { shrunkPhoto } from './photo-pixels.ts'

declare const self: DedicatedWorkerGlobalScope

/** Shrinks the page's photos, with one answer to each job. If it fails, the page has its own way. */
self.addEventListener('message', ({ data }: MessageEvent<ShrinkJob>) => {
  void answer(data)
})

const answer = async ({ job, bytes, type }: ShrinkJob): Promise<void> => {
  try {
    const shrunk = await shrunkPhoto(bytes, type)
    post({ job, ...shrunk }, [...new Set([shrunk.web.bytes, shrunk.thumb.bytes])])
  } catch (error) {
    post({ job, kind: 'failed', why: String(error) }, [])
  }
}

const post = (message: ShrinkAnswer, transfer: Transferable[]) => self.postMessage(message, transfer)
