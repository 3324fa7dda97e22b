import type { Context } from 'hono'
import type { Route } from './endpoint.ts'
import { Refused } from './errors.ts'
import type { Answer } from './idempotency.ts'
import type { Mischief, Trouble } from './profile.ts'

/** The connection ends without an answer; only mischief of a test throws it. */
export class LostAnswer extends Error {}

/** The answer of a server that broke, as the documented one writes it. */
export const failure = (status = 500): Answer => ({
  status,
  body: Buffer.from('Internal Server Error'),
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
})

/** What a test wants to go wrong with this call, before it is looked at. */
export const meetTrouble = async (
  c: Context,
  { endpoint }: Route,
  mischief: Mischief | undefined,
): Promise<Trouble | undefined> => {
  const key = c.req.header('Idempotency-Key') ?? null
  const trouble = mischief?.({ id: endpoint.id, method: endpoint.method, path: c.req.path, key })
  if (trouble?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, trouble.ms))
  if (trouble?.kind === 'failBefore') {
    const { status, detail = 'Not now', retryAfterSeconds } = trouble
    throw new Refused(status, detail, retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {})
  }
  return trouble
}

/** The same, once the call is answered. */
export const causeTrouble = (c: Context, answer: Answer, trouble: Trouble | undefined): Answer => {
  if (trouble?.kind === 'failAfter') return failure(trouble.status)
  if (trouble?.kind !== 'loseAnswer') return answer
  cutConnection(c)
  throw new LostAnswer()
}

/** Under node the socket itself is there; a test that calls the app directly sees the rejected promise. */
const cutConnection = ({ env }: Context) => {
  const outgoing = env instanceof Object && 'outgoing' in env ? env.outgoing : undefined
  if (outgoing instanceof Object && 'destroy' in outgoing && typeof outgoing.destroy === 'function') outgoing.destroy()
}
