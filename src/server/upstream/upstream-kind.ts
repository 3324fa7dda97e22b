import { sync } from '../../contract/sync.ts'
import { UpstreamUnreachable } from './forward-request.ts'
import { API, type Forward } from './keyed-write.ts'

/** How long the answer is cached. */
const KNOWN_MS = 5 * 60_000

/**
 * Whether the other server keeps keys itself, in which case this front only forwards. The test is whether it echoes a
 * key, not its name. It is repeated now and then, because the server may be updated or a proxy may remove keys.
 */
export const upstreamKeepsKeys = (forward: Forward, clock: () => Date) => {
  let known: { keeps: boolean; at: number } | undefined
  /** Throws `UpstreamUnreachable` when the server cannot be asked and its kind was never known. */
  return async (env: unknown): Promise<boolean> => {
    const now = clock().getTime()
    if (known && Math.abs(now - known.at) < KNOWN_MS) return known.keeps
    const headers = { 'Idempotency-Key': '"front"', Accept: 'application/json', 'Accept-Encoding': 'identity' }
    try {
      const answer = await forward(new Request(`http://front${API}${sync.info.path}`, { headers }), env)
      await answer.arrayBuffer()
      const keeps = (answer.headers.get('Idempotency-Key') ?? '').replaceAll('"', '') === 'front'
      // A failure of a proxy in between says nothing about the server.
      if (answer.status >= 500 && !keeps) throw new UpstreamUnreachable(`It answered ${answer.status}`)
      known = { keeps, at: now }
    } catch (error) {
      if (!known) throw new UpstreamUnreachable('It could not be asked whether it keeps keys', { cause: error })
    }
    return known.keeps
  }
}
