import type { Device } from '../device/device.ts'
import { waitLeftMs } from './backoff.ts'
import { recordAnswer } from './connection.ts'
import { isCallStalled, probeAnswered, probeFailed } from './in-flight-calls.ts'
import { read } from './send.ts'

/** A question that has no answer by then is given up (ms): what was asked over a line that is gone may hang for long. */
const patienceMs = 2_500

/** A few bytes that every server answers, one that does not know the call with 404. */
const question = '/sync/info'

/**
 * Asks whether there is signal, which may return without the browser saying so. The answer ends a back-off, as every
 * answer does (`hear`), and calls that hang on the line from before are sent again. Nothing is asked while a server
 * wished to be left alone (I18), nor where only a sign-in or room on the device would let anything leave. `over` ends
 * the question without a conclusion.
 */
export async function askForSignal(device: Device, over?: AbortSignal): Promise<void> {
  const facts = await device.db.facts({ paused: null as string | null, askedUntil: 0 })
  if (over?.aborted || facts.paused !== null || waitLeftMs(device, facts.askedUntil) > 0) return
  const control = new AbortController()
  const giveUp = () => control.abort()
  over?.addEventListener('abort', giveUp)
  const timer = setTimeout(giveUp, patienceMs)
  const askedAt = device.now()
  try {
    const answer = await read(device, question, { signal: control.signal })
    if (over?.aborted) return
    if (answer.kind === 'silence') probeFailed(device, askedAt)
    await recordAnswer(device, answer)
    if (answer.kind === 'reply' && answer.status < 500) probeAnswered(device)
  } finally {
    clearTimeout(timer)
    over?.removeEventListener('abort', giveUp)
  }
}

/** A call without an answer for this long may hang (ms). */
const hangsAfterMs = 750

/** Between two questions about a call that hangs (ms): one may still wait for its answer when the next is asked. */
const askEveryMs = 1_500

/** While calls are on their way that may be given up, asks whether the line still carries. Call `end`, and wait for it. */
export function watchLine(device: Device): { end: () => Promise<void> } {
  const over = new AbortController()
  const asking = new Set<Promise<void>>()
  let failure: { error: unknown } | null = null
  let askedAt = Number.NEGATIVE_INFINITY
  const timer = setInterval(() => {
    if (!isCallStalled(device, hangsAfterMs) || Math.abs(device.now() - askedAt) < askEveryMs) return
    askedAt = device.now()
    const asked = askForSignal(device, over.signal)
      .catch((error: unknown) => {
        failure ??= { error }
      })
      .finally(() => asking.delete(asked))
    asking.add(asked)
  }, hangsAfterMs)
  return {
    end: async () => {
      clearInterval(timer)
      over.abort()
      await Promise.all(asking)
      if (failure) throw failure.error
    },
  }
}
