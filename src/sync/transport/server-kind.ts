import * as z from 'zod/mini'
import { ServerInfo } from '../../contract/sync.ts'
import { retryAfterMs } from '../../rules/retry.ts'
import type { Device } from '../device/device.ts'
import { isOurs, newKey } from '../device/device.ts'
import { noteLacksOurs } from '../entry/takes-ours.ts'
import { type Backoff, recordRetryAfter } from './backoff.ts'
import { isServerDown, type Problem } from './problem.ts'
import { send } from './send.ts'

/**
 * Finds out whether this server keeps Idempotency-Keys, by whether it echoes one. Its name or version does not matter:
 * a proxy that strips the header makes the careful path right for any server. Learnt again in every session, because a
 * restored town ends all sessions. Returns why it could not be learnt, else null.
 */
export async function learnKind(device: Device): Promise<Backoff | 'signedOut' | null> {
  const token = await device.token()
  if (device.keyed !== null && (device.learntWith === undefined || device.learntWith === token)) return null
  const key = newKey()
  // This request changes nothing, so it may be repeated.
  const outcome = await send(device, { method: 'GET', url: '/sync/info', encoding: 'none' }, key, { hasty: true })
  if (outcome.kind === 'silence' && outcome.overtaken) return learnKind(device)
  if (outcome.kind === 'silence') return { problem: 'noSignal', wait: 'backOff' }
  if (outcome.kind === 'foreign') return { problem: 'foreign', wait: 'backOff' }
  // A server that is down, gives up waiting or has too many requests says nothing about its kind.
  if (isServerDown(outcome.status))
    return { problem: 'serverDown', wait: retryAfterMs(outcome.retryAfter, new Date(device.now())) ?? 'backOff' }
  // The session has ended. Nothing may leave after this answer, and it says nothing about the server's kind (I19).
  if (outcome.status === 401) return 'signedOut'
  // Only "there is no such call" tells that a server has the documented calls alone. Any other refusal may be the
  // network's or a proxy's.
  if (outcome.status >= 400 && outcome.status !== 404 && outcome.status !== 405)
    return { problem: 'foreign', wait: 'backOff' }
  device.keyed = outcome.keyed
  // A front only keeps the keys. The other extensions do not exist behind it.
  const info = z.safeParse(z.pick(ServerInfo, { upstream: true }), outcome.body)
  device.upstream = (info.success ? info.data.upstream : undefined) ?? null
  const past = z.safeParse(z.pick(ServerInfo, { history: true }), outcome.body)
  device.history = (past.success ? past.data.history : undefined) ?? null
  if (!isOurs(device) && device.history === null) await noteLacksOurs(device.db)
  device.learntWith = token
  return null
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
