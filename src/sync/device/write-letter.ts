import type { DocumentKind, LetterJob, LetterReply, WrittenLetter } from './letter-job.ts'
import { scriptUrl } from './trusted-types.ts'

/** How long a document may take: a slow phone with 24 photos needs a tenth of it. */
const writeLimitMs = 60_000

/** No document was made: its code is not on this device and cannot be had, or it failed. */
export class LetterNotWritten extends Error {
  override readonly name = 'LetterNotWritten'
}

/**
 * Writes a letter as a document on this device, in a worker of its own: it takes longer than a frame. The worker ends
 * with the document, so that its memory is free again. Throws LetterNotWritten.
 */
export async function writeLetter(letter: LetterJob['letter'], kind: DocumentKind): Promise<WrittenLetter> {
  const { default: url } = await import('../../worker/letter-worker.ts?worker&url')
  const worker = new Worker(scriptUrl(url), { type: 'module' })
  const job: LetterJob = { letter, kind }
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    const reply = await new Promise<LetterReply>((resolve) => {
      const fail = (failed: string) => resolve({ failed })
      timer = setTimeout(fail, writeLimitMs, 'It took too long')
      worker.addEventListener('message', ({ data }: MessageEvent<LetterReply>) => resolve(data))
      worker.addEventListener('error', ({ message }) => fail(message || 'Its code could not be loaded'))
      worker.postMessage(job)
    })
    if ('failed' in reply) throw new LetterNotWritten(reply.failed)
    return reply
  } finally {
    clearTimeout(timer)
    worker.terminate()
  }
}
