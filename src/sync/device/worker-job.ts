/** One question to a worker. The answer has the same number. */
export interface WorkerJob<Asked> {
  job: number
  asked: Asked
}

export type WorkerReply = { job: number; answer: unknown } | { job: number; failed: string }
