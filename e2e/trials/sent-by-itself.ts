import type { Inspector } from '../inspector.ts'
import { unsent } from '../story.ts'
import { pause } from './trial.ts'

/**
 * Waits, without any action, until nothing is unsent. Ends early when the rest needs the user, or when nothing has
 * changed for `patienceMs`. Gives in words what is left.
 */
export async function sentByItself(
  me: Inspector,
  patienceMs: number,
  say: (line: string) => void = () => undefined,
): Promise<string[]> {
  let least = Number.POSITIVE_INFINITY
  let moved = performance.now()
  let told = moved
  for (;;) {
    const left = await unsent(me.page)
    if (left.length === 0) return []
    if (left.length < least) {
      least = left.length
      moved = performance.now()
    }
    const needsUser = left.every((it) => ['refused', 'conflict', 'held'].includes(it.state))
    if (needsUser || performance.now() - moved > patienceMs)
      return left.map((it) => `not sent: ${it.command} (${it.state}, ${it.attempts} attempts)`)
    if (performance.now() - told > 30_000) {
      told = performance.now()
      say(`${left.length} to send`)
    }
    await pause(500)
  }
}
