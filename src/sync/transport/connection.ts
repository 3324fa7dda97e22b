import { retryAfterMs } from '../../rules/retry.ts'
import type { Device } from '../device/device.ts'
import { recordRetryAfter, signalIsBack, signalIsGone } from './backoff.ts'
import { problemOf } from './problem.ts'
import type { Outcome } from './send.ts'

/** Records what an answer shows: the state of the connection, and the server's clock against ours (G-16). */
export async function recordAnswer(device: Device, outcome: Outcome): Promise<void> {
  const { db } = device
  const problem = problemOf(outcome)
  const connection =
    problem === null || problem.kind === 'refused' || problem.kind === 'signedOut'
      ? 'online'
      : problem.kind === 'serverDown'
        ? 'serverDown'
        : 'noSignal'
  const known = await db.facts({ connection: 'unknown', clockOffsetMs: 0, paused: null as string | null })
  if (known.connection !== connection) await db.setFact('connection', connection)
  if (connection === 'noSignal') await signalIsGone(device)
  else if (connection === 'online' && problem?.kind !== 'signedOut' && (await signalIsBack(device))) device.wake()
  // After a 429, or a 503 that says for how long, nothing else is sent to this server either.
  if (outcome.kind === 'reply' && problem?.kind === 'serverDown' && [429, 503].includes(outcome.status)) {
    const wait = retryAfterMs(outcome.retryAfter, new Date(device.now()))
    if (wait !== null) await recordRetryAfter(device, wait)
  }
  const clock = outcome.kind === 'reply' ? outcome.clock : null
  const isClockNews = clock !== null && Math.abs(clock.aheadMs - known.clockOffsetMs) > clock.errorMs
  if (isClockNews) await db.setFact('clockOffsetMs', Math.abs(clock.aheadMs) > clock.errorMs ? clock.aheadMs : 0)
  // A clock that had jumped past the end of the session is right again, or its error is known now (I22).
  if (known.paused === 'signIn' && (isClockNews || problem?.kind !== 'signedOut') && (await device.token())) {
    await db.setFact('paused', null)
    device.wake()
  }
}
