import type { Context } from 'hono'
import type { Route } from './endpoint.ts'
import { Refused } from './errors.ts'
import type { Answer } from './idempotency.ts'
import type { FaultInjector, InjectedFault } from './profile.ts'

/** The connection ends without an answer. Only an injected fault throws it. */
export class LostAnswer extends Error {}

/** The answer of a failed server, as the documented one writes it. */
export const failure = (status = 500): Answer => ({
  status,
  body: Buffer.from('Internal Server Error'),
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
})

/** The fault that a test injects into this call. `failBefore` and `delay` act here, before the call is read. */
export const injectBeforeCall = async (
  c: Context,
  { endpoint }: Route,
  injectFault: FaultInjector | undefined,
): Promise<InjectedFault | undefined> => {
  const key = c.req.header('Idempotency-Key') ?? null
  const fault = injectFault?.({ id: endpoint.id, method: endpoint.method, path: c.req.path, key })
  if (fault?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms))
  if (fault?.kind === 'failBefore') {
    const { status, detail = 'Not now', retryAfterSeconds } = fault
    throw new Refused(status, detail, retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {})
  }
  return fault
}

/** Applies `failAfter` and `loseAnswer`, once the call is answered. */
export const injectAfterCall = (c: Context, answer: Answer, fault: InjectedFault | undefined): Answer => {
  if (fault?.kind === 'failAfter') return failure(fault.status)
  if (fault?.kind !== 'loseAnswer') return answer
  cutConnection(c)
  throw new LostAnswer()
}

/** Under Node the socket is closed. A test that calls the app directly sees the rejected promise. */
const cutConnection = ({ env }: Context) => {
  const outgoing = env instanceof Object && 'outgoing' in env ? env.outgoing : undefined
  if (outgoing instanceof Object && 'destroy' in outgoing && typeof outgoing.destroy === 'function') outgoing.destroy()
}
