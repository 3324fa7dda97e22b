interface Asking<Reply> {
  /** The time limit for the worker (ms). */
  limitMs: number
  /** The answer if it took longer. */
  late: Reply
  /** The answer if the worker died; `message` is '' if its code could not be loaded. */
  died: (message: string) => Reply
  /** Whether a message answers this job; by default every message does. */
  isAnswer?: (reply: Reply) => boolean
  /** Ends the wait with an answer of its own: a worker that was ended from outside never says so. */
  givenUp?: { signal: AbortSignal; reply: Reply }
  /** Objects that are transferred instead of copied. */
  transfer?: Transferable[]
}

/** Posts a job to a worker and waits for its answer. */
export async function answerOf<Job, Reply>(worker: Worker, job: Job, asking: Asking<Reply>): Promise<Reply> {
  const { limitMs, late, died, isAnswer = () => true, givenUp, transfer = [] } = asking
  const listening = new AbortController()
  const { signal } = listening
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    return await new Promise<Reply>((resolve) => {
      timer = setTimeout(() => resolve(late), limitMs)
      const hear = ({ data }: MessageEvent<Reply>) => isAnswer(data) && resolve(data)
      worker.addEventListener('message', hear, { signal })
      worker.addEventListener('error', ({ message }) => resolve(died(message)), { signal })
      givenUp?.signal.addEventListener('abort', () => resolve(givenUp.reply), { signal })
      worker.postMessage(job, transfer)
    })
  } finally {
    clearTimeout(timer)
    listening.abort()
  }
}
