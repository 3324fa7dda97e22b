import type { DocumentKind, LetterJob, LetterReply, WrittenLetter } from './letter-job.ts'
import { scriptUrl } from './trusted-types.ts'
import { answerOf } from './worker-answer.ts'

/** The time limit for each letter of a document. A slow phone with 24 photos needs a tenth of it. */
const writeLimitMs = 60_000

/** No document was made: its code is not cached and cannot be loaded, or it failed. */
export class LetterNotWritten extends Error {
  override readonly name = 'LetterNotWritten'
}

/**
 * Writes letters as documents in a worker, because it takes longer than a frame. The worker starts at once to be ready
 * at the tap; `close` ends it and frees its memory.
 */
export class LetterWriter {
  readonly #closing = new AbortController()
  #worker = startWorker()

  /**
   * One document of all these letters in order; null once the writer is closed, because nobody waits for it then.
   * Throws LetterNotWritten; the next call then starts a new worker.
   */
  async write(letters: LetterJob['letters'], kind: DocumentKind): Promise<WrittenLetter | null> {
    const { signal } = this.#closing
    const worker = await this.#worker
    if (signal.aborted) return null
    if (!worker) {
      this.#worker = startWorker()
      throw new LetterNotWritten('Its code is not here')
    }
    const job: LetterJob = { letters, kind }
    const reply = await answerOf<LetterJob, LetterReply | null>(worker, job, {
      limitMs: writeLimitMs * letters.length,
      late: { failed: 'It took too long' },
      died: (message) => ({ failed: message || 'Its code could not be loaded' }),
      givenUp: { signal, reply: null },
    })
    if (reply === null || !('failed' in reply)) return reply
    this.#endWorker()
    this.#worker = startWorker()
    throw new LetterNotWritten(reply.failed)
  }

  close(): void {
    this.#closing.abort()
    this.#endWorker()
  }

  #endWorker(): void {
    void this.#worker.then((it) => it?.terminate())
  }
}

/** Null if its code is not cached and cannot be loaded. */
async function startWorker(): Promise<Worker | null> {
  try {
    const { default: url } = await import('../../worker/letter-worker.ts?worker&url')
    return new Worker(scriptUrl(url), { type: 'module' })
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
