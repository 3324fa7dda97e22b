import type { WorkerJob, WorkerReply } from '../sync/device/worker-job.ts'

declare const self: Pick<Worker, 'addEventListener' | 'postMessage'>

/**
 * Answers questions that the page asks through `WorkerQuestions`. Pictures and byte arrays are transferred instead of
 * copied. A question that fails reports its error, and the next one is answered as usual.
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
