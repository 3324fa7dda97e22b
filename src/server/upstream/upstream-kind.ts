import { sync } from '../../contract/sync.ts'
import { UpstreamUnreachable } from './forward-request.ts'
import { API, type Forward } from './keyed-write.ts'

/** For how long it is believed what kind of server stands behind. */
const KNOWN_MS = 5 * 60_000

/**
 * Whether the other server keeps keys itself: then this front stands aside. Learnt by whether it echoes one, never by
 * its name, and asked again now and then: it may be updated, or a proxy may begin to take the keys off.
 */
export const upstreamKeepsKeys = (forward: Forward, clock: () => Date) => {
  let known: { keeps: boolean; at: number } | undefined
  /** Throws `UpstreamUnreachable` when it cannot be asked and was never known. */
  return async (env: unknown): Promise<boolean> => {
    const now = clock().getTime()
    if (known && Math.abs(now - known.at) < KNOWN_MS) return known.keeps
    const headers = { 'Idempotency-Key': '"front"', Accept: 'application/json', 'Accept-Encoding': 'identity' }
    try {
      const answer = await forward(new Request(`http://front${API}${sync.info.path}`, { headers }), env)
      await answer.arrayBuffer()
      const keeps = (answer.headers.get('Idempotency-Key') ?? '').replaceAll('"', '') === 'front'
      // A failure of something in between says nothing.
      if (answer.status >= 500 && !keeps) throw new UpstreamUnreachable(`It answered ${answer.status}`)
      known = { keeps, at: now }
    } catch (error) {
      if (!known) throw new UpstreamUnreachable('It could not be asked whether it keeps keys', { cause: error })
    }
    return known.keeps
  }
}
