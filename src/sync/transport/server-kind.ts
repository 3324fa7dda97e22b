import * as z from 'zod/mini'
import { ServerInfo } from '../../contract/sync.ts'
import { retryAfterMs } from '../../rules/retry.ts'
import type { Device } from '../device/device.ts'
import { isOurs, newKey } from '../device/device.ts'
import { noteLacksOurs, takesOursIn } from '../entry/takes-ours.ts'
import { type Backoff, recordRetryAfter } from './backoff.ts'
import { isServerDown, type Problem } from './problem.ts'
import { type Outcome, send } from './send.ts'

/**
 * Finds out whether this server keeps Idempotency-Keys, by whether it echoes one. Its name or version does not matter:
 * a proxy that strips the header makes the careful path right for any server. Learnt again in every session, because a
 * restored town ends all sessions. Returns why it could not be learnt, else null.
 */
export async function learnKind(device: Device): Promise<Backoff | 'signedOut' | null> {
  const token = await device.token()
  if (device.keyed !== null && (device.learntWith === undefined || device.learntWith === token)) return null
  const outcome = await question(device, '/sync/info')
  const none = noAnswerIn(device, outcome)
  if (none) return none
  // Only "there is no such call" tells that a server has the documented calls alone. Any other refusal, and a page, may
  // be the network's or a proxy's.
  const isPlain = outcome.kind === 'reply' && (outcome.status < 400 || [404, 405].includes(outcome.status))
  const away = isPlain ? null : await unlessDocumented(device, token)
  if (away) return away
  const { keyed, body } = isPlain ? outcome : { keyed: false, body: null }
  device.keyed = keyed
  // A front only keeps the keys. The other extensions do not exist behind it.
  const info = z.safeParse(z.pick(ServerInfo, { upstream: true }), body)
  device.upstream = (info.success ? info.data.upstream : undefined) ?? null
  const past = z.safeParse(z.pick(ServerInfo, { history: true }), body)
  device.history = (past.success ? past.data.history : undefined) ?? null
  if (!isOurs(device) && device.history === null) await noteLacksOurs(device.db)
  device.learntWith = token
  return null
}

/** Asks with a key. The request changes nothing, so it may be repeated. */
async function question(device: Device, url: string): Promise<Outcome> {
  const outcome = await send(device, { method: 'GET', url, encoding: 'none' }, newKey(), { hasty: true })
  return outcome.kind === 'silence' && outcome.overtaken ? question(device, url) : outcome
}

/** Why an answer says nothing about the server; null if it may. */
function noAnswerIn({ now }: Device, outcome: Outcome): Backoff | 'signedOut' | null {
  if (outcome.kind === 'silence') return { problem: 'noSignal', wait: 'backOff' }
  if (outcome.kind === 'foreign') return null
  const { status, retryAfter } = outcome
  // A server that is down, gives up waiting or has too many requests says nothing about its kind.
  if (isServerDown(status))
    return { problem: 'serverDown', wait: retryAfterMs(retryAfter, new Date(now())) ?? 'backOff' }
  // The session has ended. Nothing may leave after this answer, and it says nothing about the server's kind (I19).
  return status === 401 ? 'signedOut' : null
}

/**
 * After an odd answer to our own question: null if a server with the documented calls alone gave it. Such a server may
 * answer a path that it does not know with a page, plain text or any refusal. So does a network that wants a sign-in,
 * but that does not have the person's profile. A server that keeps keys echoes one with the profile.
 */
async function unlessDocumented(device: Device, token: string | null): Promise<Backoff | 'signedOut' | null> {
  const away: Backoff = { problem: 'foreign', wait: 'backOff' }
  if (token === null || device.keyed === true || (await takesOursIn(device.db))) return away
  const outcome = await question(device, '/user')
  const none = noAnswerIn(device, outcome)
  if (none || outcome.kind !== 'reply' || outcome.status !== 200 || outcome.keyed) return none ?? away
  return Reflect.get(Object(outcome.body), 'id') === device.userId ? null : away
}

/** Like `learnKind`, for a caller that does not back off: records a Retry-After, and returns the problem to report. */
export async function problemOfKind(device: Device): Promise<Problem | null> {
  const away = await learnKind(device)
  if (away === null) return null
  if (away === 'signedOut') return { kind: away }
  const { problem: kind, wait } = away
  await recordRetryAfter(device, wait)
  return kind === 'serverDown' ? { kind, status: 503 } : { kind }
}
