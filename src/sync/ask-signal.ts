import type { Device } from './device.ts'
import { heldUntil } from './hold.ts'
import { hear } from './pull.ts'
import { read } from './send.ts'

/** A question that has no answer by then is given up (ms): what was asked over a line that is gone may hang for long. */
const patienceMs = 2_500

/** A few bytes that every server answers, one that does not know the call with 404. */
const question = '/sync/info'

/**
 * Asks whether there is signal, which may return without the browser saying so. The answer ends a back-off, as every
 * answer does (`hear`). Nothing is asked while a server wished to be left alone (I18), nor where only a sign-in or room
 * on the device would let anything leave.
 */
export async function askForSignal(device: Device): Promise<void> {
  const facts = await device.db.facts({ paused: null as string | null, askedUntil: 0 })
  if (facts.paused !== null || heldUntil(device, facts.askedUntil) > 0) return
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), patienceMs)
  try {
    await hear(device, await read(device, question, { signal: control.signal }))
  } finally {
    clearTimeout(timer)
  }
}
