import { Refused } from '../errors.ts'
import { hashOfSecret } from '../secrets.ts'
import { API, type Forward } from './keyed-write.ts'

/** The number of tokens whose person is remembered. */
const MOST_TOKENS = 10_000

/**
 * The owner of a request's keys. It is the person and not the session, because a phone retries under its next token. A
 * documented token names the person; for any other token the server is asked once. This only separates the keys of two
 * people: the other server checks whether the token is valid.
 */
export const callerIdentity = (forward: Forward) => {
  const known = new Map<string, string>()
  /** Throws `Refused`, or `UpstreamUnreachable` when nothing was sent. */
  return async (authorization: string | null, env: unknown): Promise<string> => {
    const token = /^Bearer\s+(.+)$/i.exec(authorization ?? '')?.[1]
    if (token === undefined) throw notAuthenticated()
    const subject = subjectOf(token)
    if (subject !== null) return `user ${subject}`
    const hash = hashOfSecret(token)
    const before = known.get(hash)
    if (before !== undefined) return before
    const headers = { Authorization: `Bearer ${token}`, Accept: 'application/json', 'Accept-Encoding': 'identity' }
    const answer = await forward(new Request(`http://front${API}/user`, { headers }), env)
    const text = await answer.text()
    if (answer.status === 401 || answer.status === 403) throw new Refused(answer.status, detailIn(text))
    const id = answer.ok ? idIn(text) : null
    if (id === null) throw new Refused(503, 'Who you are could not be asked just now. Nothing was sent.', again)
    if (known.size >= MOST_TOKENS) known.clear()
    known.set(hash, `user ${id}`)
    return `user ${id}`
  }
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
