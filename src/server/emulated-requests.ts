import { randomUUID } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { MiddlewareHandler } from 'hono'
import type { Endpoint } from '../contract/endpoint.ts'
import { Role } from '../contract/user.ts'
import type { SessionUser } from './endpoint.ts'
import { Refused } from './errors.ts'
import type { Signer } from './files/signed-address.ts'
import type { Faults } from './profile.ts'
import type { Db } from './store/core-tables.ts'
import { users } from './store/town-tables.ts'

/** A parsed body as the emulated server would read it; unchanged when no fault is on. */
export const emulatedBody = (endpoint: Endpoint, body: unknown, faults: Faults): unknown => {
  if (!(body instanceof Object)) return body
  const change = changes[endpoint.id]
  return change ? change(body as Record<string, unknown>, faults) : body
}

type Change = (body: Record<string, unknown>, faults: Faults) => unknown

const withoutRoom: Change = (body, faults) => (faults.roomsForgotten ? { ...body, room_id: null } : body)
const inCapitals: Change = (body, faults) =>
  faults.unitsAreUpperCase ? { ...body, number: String(body.number).toUpperCase() } : body

const changes: Record<string, Change> = {
  B9: inCapitals,
  B34: inCapitals,
  B85: withoutRoom,
  B87: withoutRoom,
  B25: (body, faults) => {
    if (faults.nestedCommentOnly && !('comment' in body))
      throw new Refused(422, [{ type: 'missing', loc: ['body', 'comment'], msg: 'Field required' }])
    return body
  },
  B109: (body, faults) => (faults.finesAreWhole ? { ...body, fine: Math.round(Number(body.fine)) } : body),
}

/** The user of a call without authentication: the one that the body names, else the first Admin. */
export const emulatedUser = async (db: Db, body: unknown, user: SessionUser): Promise<SessionUser> => {
  const named = body instanceof Object && 'user_id' in body ? Number(body.user_id) : Number.NaN
  const wanted = Number.isSafeInteger(named) && named > 0 ? named : user.id
  const [row] = await db
    .select()
    .from(users)
    .where(wanted === 0 ? undefined : eq(users.id, wanted))
    .orderBy(desc(users.role), users.id)
    .limit(1)
  if (!row) throw new Refused(404, 'User not found')
  return { id: row.id, email: row.email, name: row.name, role: Role.parse(3) }
}

/** File addresses that differ each time. */
export const alwaysNew =
  (sign: Signer): Signer =>
  (...of) =>
    `${sign(...of)}&sp=${randomUUID()}`

/** Allows any origin, but leaves the header out of a 500, as the documented server does. */
export const emulatedCrossOrigin: MiddlewareHandler = async (c, next) => {
  if (c.req.method === 'OPTIONS') {
    c.header('Access-Control-Allow-Origin', c.req.header('Origin') ?? '*')
    c.header('Access-Control-Allow-Methods', 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT')
    c.header('Access-Control-Allow-Headers', c.req.header('Access-Control-Request-Headers') ?? '')
    c.header('Access-Control-Max-Age', '600')
    return c.text('OK')
  }
  await next()
  if (c.res.status === 500) return
  c.res.headers.set('Access-Control-Allow-Origin', '*')
  c.res.headers.set('Access-Control-Allow-Credentials', 'true')
  c.res.headers.set('Access-Control-Expose-Headers', 'X-Total-Count')
}
