import { Refused } from '../errors.ts'
import { hashOfSecret } from '../secrets.ts'
import { UpstreamInterrupted } from './forward-request.ts'
import { API, type Forward } from './keyed-write.ts'

/** The number of tokens that are remembered. */
const MOST_TOKENS = 10_000
/** How long a token that the other server accepted counts as good. */
const GOOD_MS = 60_000

/** What a front knows about its callers. Both throw `Refused`, or `UpstreamUnreachable` when nothing was sent. */
interface Callers {
  /**
   * The owner of a request's keys. It is the person and not the session, because a phone retries under its next token.
   * A documented token names the person; for any other token the server is asked once. This only separates the keys of
   * two people: anybody can write a token that names a person.
   */
  personOf(authorization: string | null, env: unknown): Promise<string>
  /**
   * Checks that the other server accepts the token, once a minute. It is needed before a caller costs disk space here,
   * and before the caller is given what is kept here: for that no call goes to the other server, which would check.
   */
  assertAccepted(authorization: string | null, env: unknown): Promise<void>
}

/** Asks the other server about callers, and remembers its answers by the hashes of their tokens. */
export const createCallers = (forward: Forward, clock: () => Date): Callers => {
  const known = new Map<string, { person: string; at: number }>()
  const asking = new Map<string, Promise<string>>()

  const ask = (token: string, env: unknown): Promise<string> => {
    const hash = hashOfSecret(token)
    const before = asking.get(hash)
    if (before) return before
    const asked = personWith(forward, token, env).then((person) => {
      if (known.size >= MOST_TOKENS) known.clear()
      known.set(hash, { person, at: clock().getTime() })
      return person
    })
    asking.set(hash, asked)
    const over = () => asking.delete(hash)
    asked.then(over, over)
    return asked
  }

  return {
    personOf: async (authorization, env) => {
      const token = tokenIn(authorization)
      const subject = subjectOf(token)
      return subject === null ? (known.get(hashOfSecret(token))?.person ?? ask(token, env)) : `user ${subject}`
    },
    assertAccepted: async (authorization, env) => {
      const token = tokenIn(authorization)
      const before = known.get(hashOfSecret(token))
      if (!before || Math.abs(clock().getTime() - before.at) > GOOD_MS) await ask(token, env)
    },
  }
}

const tokenIn = (authorization: string | null): string => {
  const token = /^Bearer\s+(.+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw notAuthenticated()
  return token
}

/** The person whom the other server knows by this token. */
const personWith = async (forward: Forward, token: string, env: unknown): Promise<string> => {
  const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json', 'Accept-Encoding': 'identity' }
  const answer = await forward(new Request(`http://front${API}/user`, { headers }), env)
  const text = await answer.text().catch((error: unknown) => {
    throw new UpstreamInterrupted('The answer broke off', { cause: error })
  })
  if (answer.status === 401 || answer.status === 403) throw new Refused(answer.status, detailIn(text))
  const id = answer.ok ? idIn(text) : null
  if (id === null) throw new Refused(503, 'Who you are could not be asked just now. Nothing was sent.', again)
  return `user ${id}`
}

/** The refusal of a call without a token: the server behind would refuse it too. */
export const notAuthenticated = () => new Refused(401, 'Not authenticated', { 'WWW-Authenticate': 'Bearer' })

const again = { 'Retry-After': '15' }

/** The person in a readable token: the documented one is a JWT whose subject is the id. */
const subjectOf = (token: string): string | null => {
  const [, payload, signature] = token.split('.')
  if (payload === undefined || signature === undefined) return null
  const { sub }: { sub?: unknown } = Object(parsed(Buffer.from(payload, 'base64url').toString('utf8')))
  return typeof sub === 'string' || typeof sub === 'number' ? String(sub).slice(0, 200) : null
}

const idIn = (text: string): number | null => {
  const id: unknown = Reflect.get(Object(parsed(text)), 'id')
  return Number.isSafeInteger(id) ? Number(id) : null
}

const detailIn = (text: string): string => {
  const detail: unknown = Reflect.get(Object(parsed(text)), 'detail')
  return typeof detail === 'string' ? detail : 'Not authenticated'
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
