/** One question to a worker, with the number under which it is answered. */
export interface WorkerJob<Asked> {
  job: number
  asked: Asked
}

export type WorkerReply = { job: number; answer: unknown } | { job: number; failed: string }
