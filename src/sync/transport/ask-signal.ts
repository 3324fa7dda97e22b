import type { Device } from '../device/device.ts'
import { waitLeftMs } from './backoff.ts'
import { recordAnswer } from './connection.ts'
import { isCallStalled, probeAnswered, probeFailed } from './in-flight-calls.ts'
import { read } from './send.ts'

/** The time limit of a question (ms), because on a dead connection it could hang for long. */
const patienceMs = 2_500

/** A small request. A server with the documented calls alone may answer the first one with a page. */
const question = ({ keyed }: Device) => (keyed === false ? '/user' : '/sync/info')

/**
 * Asks the server whether there is signal, because a browser may not notice its return. As with every answer, a reply
 * ends the back-off (`recordAnswer`), and calls that hang on the old connection are sent again. Nothing is asked
 * before a Retry-After has passed (I18), or while only a sign-in or free space would let anything leave. `over` aborts
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
    const answer = await read(device, question(device), { signal: control.signal })
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

/** The pause between two questions about a call that hangs (ms). They may overlap. */
const askEveryMs = 1_500

/** While calls that may be given up are in flight, asks whether the connection works. Call `end` and await it. */
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
