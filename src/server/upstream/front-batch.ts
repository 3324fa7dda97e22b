import * as z from 'zod/mini'
import { type BatchedAnswer, type BatchedCall, sync } from '../../contract/sync.ts'
import { batchedAnswer, callAlone } from '../batched-call.ts'
import { Refused } from '../errors.ts'

/** A batch is answered before its sender gives up. The sender asks again for calls that were not begun by then. */
const BATCH_MS = 20_000

/** The calls of a batch. Throws `Refused`. */
export const batchIn = (text: string | null): BatchedCall[] => {
  const calls = z.safeParse(sync.batch.body, parsed(text ?? ''))
  if (calls.success) return calls.data
  throw new Refused(422, calls.error.issues.map((it) => `${it.path.join('.')}: ${it.message}`).join('; '))
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Carries out the calls of a batch as if each had come alone, and one after the other, because a later one may depend
 * on an earlier one. When the other server is overloaded, the rest is not sent. Throws what `send` throws.
 */
export const carryOutBatch = async (
  calls: readonly BatchedCall[],
  authorization: string | null,
  send: (request: Request) => Promise<Response>,
): Promise<BatchedAnswer[]> => {
  const answers: BatchedAnswer[] = []
  const began = performance.now()
  let rest: string | null = null
  for (const call of calls) {
    if (rest === null && performance.now() - began > BATCH_MS) rest = '1'
    if (rest !== null) {
      answers.push(notBegun(call, rest))
      continue
    }
    const alone = callAlone(call, authorization ?? undefined)
    const answer = 'refusal' in alone ? alone.refusal : await batchedAnswer(call, await send(alone.request))
    answers.push(answer)
    if (answer.status === 429 || answer.status === 503) rest = answer.retryAfter ?? '15'
  }
  return answers
}

const notBegun = ({ key }: BatchedCall, retryAfter: string): BatchedAnswer => ({
  key,
  status: 409,
  body: { detail: 'It was not begun yet' },
  etag: null,
  retryAfter,
})
