import type { Outcome } from './send.ts'

/** Why a call failed. Each kind has its own next step and its own text on screen. */
export type Problem =
  | { kind: 'noSignal' }
  /** The answer was not our server's: a network's sign-in page, a proxy's error. */
  | { kind: 'foreign' }
  | { kind: 'serverDown'; status: number }
  | { kind: 'signedOut' }
  | { kind: 'refused'; status: number; detail: string }
  /** The call names a record that was made here and has not reached the server. */
  | { kind: 'unsent' }
  /** The answer is JSON, but does not fit the contract. */
  | { kind: 'misunderstood'; detail: string }

/** Thrown by reading calls; writing calls return an Outcome instead. */
export class CallError extends Error {
  override name = 'CallError'
  problem: Problem
  constructor(problem: Problem) {
    super(problem.kind)
    this.problem = problem
  }
}

/** The message for the user, added to the specification's own words for what failed. */
export const problemText = (problem: Problem): string => {
  switch (problem.kind) {
    case 'noSignal':
      return 'No signal'
    case 'foreign':
      return 'This network asks you to sign in to it first'
    case 'serverDown':
      return 'The server is not answering'
    case 'signedOut':
      return 'Sign in to continue'
    case 'refused':
      return problem.detail
    case 'unsent':
      return 'Something that this needs has not been sent yet'
    case 'misunderstood':
      return 'The server answered something unexpected'
  }
}

/** The text of a refusal's `{detail}`: a string, or a list of field problems. */
export const detailOf = (body: unknown): string | null => {
  if (typeof body !== 'object' || body === null || !('detail' in body)) return null
  const { detail } = body
  if (typeof detail === 'string') return detail
  if (!Array.isArray(detail)) return null
  const lines = detail.map((it: unknown) => {
    if (typeof it !== 'object' || it === null) return String(it)
    const loc = Reflect.get(it, 'loc')
    const where = Array.isArray(loc) ? loc.slice(1).join('.') : ''
    return [where, Reflect.get(it, 'msg')].filter(Boolean).join(': ')
  })
  return lines.join('; ')
}

/** Whether a status says that the server has no answer now, rather than what it thinks of the call. */
export const isServerDown = (status: number): boolean => status >= 500 || status === 408 || status === 429

/** The words of a limit of our own server that holds for this call alone; null for any other answer. */
export const limitOf = (outcome: Outcome): string | null =>
  outcome.kind === 'reply' && outcome.limitsOne ? detailOf(outcome.body) : null

/** Why a call failed; null if it succeeded. */
export function problemOf(outcome: Outcome): Problem | null {
  if (outcome.kind === 'silence') return { kind: 'noSignal' }
  if (outcome.kind === 'foreign') return { kind: 'foreign' }
  const { status, body } = outcome
  if ((status >= 200 && status < 300) || status === 304) return null
  if (status === 401) return { kind: 'signedOut' }
  if (status === 501)
    return { kind: 'refused', status, detail: detailOf(body) ?? 'This server does not serve this yet' }
  const limit = limitOf(outcome)
  if (limit !== null) return { kind: 'refused', status, detail: limit }
  if (isServerDown(status)) return { kind: 'serverDown', status }
  return { kind: 'refused', status, detail: detailOf(body) ?? `The server answered ${status}` }
}
