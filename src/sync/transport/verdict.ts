import * as z from 'zod/mini'
import { UnknownOutcome } from '../../contract/sync.ts'
import { retryAfterMs } from '../../rules/retry.ts'
import { detailOf } from './problem.ts'
import type { Outcome } from './send.ts'

/** What happens to an entry after a sending. */
export type Verdict =
  | { to: 'settle'; body: unknown; etag: string | null }
  /** Try again later. `backoff` makes the whole engine wait; `counted` says whether it was an attempt. */
  | {
      to: 'waiting'
      problem: 'noSignal' | 'serverDown' | 'foreign'
      backoff: 'none' | 'backOff' | number
      counted: boolean
      /** The server said when to send this one again (ms); that is not a failure. */
      after?: number
      /** A proxy answered for a server that is down. */
      away?: boolean
      /** The status of an answer that was not our server's. */
      page?: number
    }
  | {
      to: 'inDoubt'
      problem: 'noSignal' | 'serverDown' | 'foreign'
      backoff: 'none' | 'backOff' | number
      away?: boolean
      page?: number
      /** A front that keeps the key does not itself know what happened to the call. */
      told?: UnknownOutcome
    }
  /**
   * The answer is not our server's. Ask the server something: if it answers, the page came to this call alone (a
   * firewall); else it comes to all calls (a network's own page).
   */
  | { to: 'askServer'; ofThis: Deferral; ofAll: Deferral }
  /** The session ended: nothing leaves until this person signs in. */
  | { to: 'signIn' }
  /** 403: ask whether the session is still valid before treating it as a refusal. */
  | { to: 'askSession'; detail: string }
  /** Somebody changed the record since it was read. */
  | { to: 'changedMeanwhile' }
  | { to: 'refused'; status: number; detail: string }

/** The entry waits or is in doubt. */
export type Deferral = Extract<Verdict, { to: 'waiting' | 'inDoubt' }>

/** A proxy gives these for every call while the server behind it is down. A 500 may concern a single call. */
export const isAway = (outcome: Outcome): boolean =>
  outcome.kind === 'reply' && [502, 503, 504].includes(outcome.status)

/** After a 429 nothing is sent for at least this long (ms), also if the server asks for no wait. */
const leastWaitMs = 2_000

/** How long a 429 asks to wait (ms). */
export const waitAskedMs = (outcome: Outcome, now: Date): number =>
  Math.max(leastWaitMs, (outcome.kind === 'reply' ? retryAfterMs(outcome.retryAfter, now) : null) ?? 30_000)

/**
 * The table of answers. `repeatable`: a second sending cannot make a second record. `fits` says whether a body has the
 * shape of the documented answer.
 */
export function verdict(outcome: Outcome, repeatable: boolean, fits: (body: unknown) => boolean, now: Date): Verdict {
  const away = isAway(outcome)
  const unknown = (problem: 'noSignal' | 'serverDown' | 'foreign', backoff: 'none' | 'backOff'): Deferral =>
    repeatable ? { to: 'waiting', problem, backoff, counted: true, away } : { to: 'inDoubt', problem, backoff, away }
  const foreign = (page: number): Verdict => ({
    to: 'askServer',
    // A firewall may look at answers too, so the call may have been carried out.
    ofThis: { ...unknown('serverDown', 'none'), page },
    // With a network's 4xx page the call never reached our server; a 2xx page may replace our server's answer.
    ofAll:
      page >= 400
        ? { to: 'waiting', problem: 'foreign', backoff: 'backOff', counted: true }
        : unknown('foreign', 'backOff'),
  })
  // There is signal, and its key prevents a second record, so it is sent again at once.
  if (outcome.kind === 'silence' && outcome.overtaken && repeatable)
    return { to: 'waiting', problem: 'noSignal', backoff: 'none', counted: true, after: 0 }
  if (outcome.kind === 'silence') return unknown('noSignal', 'backOff')
  if (outcome.kind === 'foreign') return foreign(outcome.status)
  const { status, body } = outcome
  if (status >= 200 && status < 300) return fits(body) ? { to: 'settle', body, etag: outcome.etag } : foreign(status)
  if (status === 401) return { to: 'signIn' }
  if (status === 429)
    return {
      to: 'waiting',
      problem: 'serverDown',
      backoff: waitAskedMs(outcome, now),
      counted: false,
    }
  if (status === 503 && outcome.retryAfter !== null) {
    const wait = retryAfterMs(outcome.retryAfter, now) ?? 30_000
    return repeatable
      ? { to: 'waiting', problem: 'serverDown', backoff: wait, counted: true }
      : { to: 'inDoubt', problem: 'serverDown', backoff: wait }
  }
  if (status === 408 || status >= 500) return unknown('serverDown', 'none')
  if (status === 403) return { to: 'askSession', detail: detailOf(body) ?? 'Not allowed' }
  if (status === 412) return { to: 'changedMeanwhile' }
  const told = status === 409 ? z.safeParse(UnknownOutcome, body) : null
  if (told?.success)
    return { to: 'inDoubt', problem: told.data.failed ? 'serverDown' : 'noSignal', backoff: 'none', told: told.data }
  // The server is still working on the same key. It will have an answer soon and says when to ask.
  const after = status === 409 ? retryAfterMs(outcome.retryAfter, now) : null
  if (after !== null) return { to: 'waiting', problem: 'serverDown', backoff: 'none', counted: true, after }
  return { to: 'refused', status, detail: detailOf(body) ?? `The server answered ${status}` }
}
