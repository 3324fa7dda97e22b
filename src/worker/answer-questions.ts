import type { WorkerJob, WorkerReply } from '../sync/device/worker-job.ts'

declare const self: DedicatedWorkerGlobalScope

/**
 * Answers what the page asks through `WorkerQuestions`. A picture and a list of bytes are handed over, and not copied; a
 * question that fails says why, and the next one is answered as before.
 */
export function answerQuestions<Asked>(answerTo: (asked: Asked) => Promise<unknown>): void {
  const reply = async ({ job, asked }: WorkerJob<Asked>) => {
    try {
      const answer = await answerTo(asked)
      post({ job, answer }, handedOver(answer))
    } catch (error) {
      post({ job, failed: String(error) }, [])
    }
  }
  self.addEventListener('message', ({ data }: MessageEvent<WorkerJob<Asked>>) => void reply(data))
}

const post = (reply: WorkerReply, transfer: Transferable[]) => self.postMessage(reply, transfer)

function handedOver(answer: unknown): Transferable[] {
  if (answer instanceof Uint8Array) return [answer.buffer]
  return typeof ImageBitmap === 'function' && answer instanceof ImageBitmap ? [answer] : []
}
