import type { Context } from 'hono'
import { answerOf, finish, jsonAnswer, refusalAnswer } from './answer.ts'
import { auditLine } from './audit.ts'
import { type Asked, type Caller, nobody, type Office, type Route, type SessionUser } from './endpoint.ts'
import { loggable, Refused, refusalOf } from './errors.ts'
import { assertUnchanged } from './etag.ts'
import { FileStoreDown } from './files/file-store.ts'
import type { Signer } from './files/signed-address.ts'
import { type Answer, type Effect, once, readKey } from './idempotency.ts'
import { observedAtOf } from './observed-at.ts'
import { assertMay, isOpen } from './permissions.ts'
import { playedRefusal } from './played-replies.ts'
import { playedBody, playedUser } from './played-requests.ts'
import type { Faults, Trouble } from './profile.ts'
import { remoteAddressOf } from './remote-address.ts'
import { type Read, readRequest } from './request.ts'
import { readSession, type Session } from './sessions.ts'
import { auditLog, type Tx } from './store/core-tables.ts'
import { Undo } from './undo.ts'

/** What every call is answered with, made once per app. */
export interface Desk extends Office {
  faults: Faults
  signer(now: Date): Promise<Signer>
  /** The whole app, for calls that are made of calls. */
  fetch(request: Request, env: unknown): Promise<Response>
}

/** The connection ends without an answer; only mischief of a test throws it. */
export class LostAnswer extends Error {}

/** One call under way. */
interface Underway {
  c: Context
  route: Route
  desk: Desk
  now: Date
  user: SessionUser
  session: Session | null
  key: string | null
  read: Read
  sign: Signer
}

/** Answers one call from the first header to the last byte. Never throws, but for a `LostAnswer`. */
export const answerCall = async (c: Context, route: Route, desk: Desk): Promise<Response> => {
  const now = desk.clock()
  c.set('call', route.endpoint.id)
  let trouble: Trouble | undefined
  try {
    const sent = c.req.header('Idempotency-Key')
    const heard = desk.faults.forgetsKeys ? null : readKey(sent)
    // Echoed as it was sent, on refusals and reads too: by this a device knows that repeating is safe here.
    if (heard !== null && sent !== undefined) c.header('Idempotency-Key', sent)
    const key = route.endpoint.method === 'GET' ? null : heard
    if (desk.faults.noExtensions && route.endpoint.id.startsWith('X')) throw new Refused(404, 'Not Found')
    trouble = await meetTrouble(c, route, desk)
    const { session, user: asking } = await admit(c, route, desk, now)
    const asked = await readRequest(c, route.endpoint, desk.faults)
    const read = { ...asked, body: playedBody(route.endpoint, asked.body, desk.faults) }
    const user = isPlayedOpen(route, desk) ? await playedUser(desk.db, asked.body, asking) : asking
    const under = { c, route, desk, now, user, session, key, read, sign: await desk.signer(now) }
    const answer =
      route.endpoint.method === 'GET' || route.ownTransaction ? await plain(under) : await transacted(under)
    if (session && !desk.faults.noExtensions) answer.headers['Session-Expires-At'] = session.expiresAt.toISOString()
    return await finish(c, causeTrouble(c, answer, trouble), now)
  } catch (error) {
    if (error instanceof LostAnswer) throw error
    return finish(c, refused(error, c, route, desk), now)
  }
}

/** The session of a call of calls, read once for all of them; only this process can say so, no request can. */
const passedOn = new WeakMap<Request, Session>()

/** Session first, then role; only then is a body read at all. */
const admit = async (c: Context, { endpoint }: Route, desk: Desk, now: Date) => {
  if (isOpen(endpoint.id)) return { session: null, user: nobody }
  try {
    const session =
      passedOn.get(c.req.raw) ??
      (await readSession(desk.db, c.req.header('Authorization'), { now, config: desk.config }))
    assertMay(session.user, endpoint.id)
    return { session, user: session.user }
  } catch (error) {
    if (error instanceof Refused && isPlayedOpen({ endpoint }, desk)) return { session: null, user: nobody }
    const broken = error instanceof Refused && error.status === 401 && c.req.header('Authorization') !== undefined
    if (broken && endpoint.id === 'B2' && desk.faults.expiredTokenIs500) throw new PlayedFailure()
    throw error
  }
}

/** The documented calls that a played server opens to everybody. */
const isPlayedOpen = ({ endpoint }: Pick<Route, 'endpoint'>, { faults }: Desk) =>
  faults.anyoneMay && endpoint.id.startsWith('B') && !isOpen(endpoint.id) && endpoint.id !== 'B2'

/** Reads, and the few calls that keep their own transactions. */
const plain = async (under: Underway): Promise<Answer> => {
  const undo = new Undo()
  return (await answerOf(under, await under.route.answer(askOf(under, under.desk.db, undo)))).answer
}

/** The effect, its key, its line in the audit log: all of it or nothing. */
const transacted = async (under: Underway): Promise<Answer> => {
  const { desk, key, user, now, route, read } = under
  const undo = new Undo()
  let isDone = false
  try {
    return await desk.db.transaction(async (tx) => {
      const effect = () => effectOf(under, tx, undo)
      const call = { userId: user.id, key: key ?? '', hash: read.hash, call: route.endpoint.id, now }
      const { answer, replayed } = key === null ? await unkeyed(tx, effect) : await once(tx, call, effect)
      isDone = true
      return replayed ? { ...answer, headers: { ...answer.headers, 'Idempotency-Replayed': 'true' } } : answer
    })
  } catch (error) {
    // A connection that broke during COMMIT leaves open whether the row stands: then the bytes stay, rather orphans
    // than a photo without its bytes.
    if (!isDone) await undo.all(desk.log)
    throw error
  }
}

const unkeyed = async (tx: Tx, effect: () => Promise<Effect>) => {
  const { answer, line } = await effect()
  if (line) await tx.insert(auditLog).values(line)
  return { answer, replayed: false }
}

const effectOf = async (under: Underway, tx: Tx, undo: Undo): Promise<Effect> => {
  const { c, route, read, desk } = under
  const { endpoint } = route
  if (!desk.faults.noVersions)
    await assertUnchanged(tx, c.req.header('If-Match'), { endpoint, params: read.params, body: read.body })
  const ask = askOf(under, tx, undo)
  try {
    const { answer, reply } = await answerOf(under, await route.answer(ask))
    const { params, body } = read
    const { user, key, now, session } = under
    const change = { endpoint, params, body, reply, key, now, userId: user.id, status: answer.status }
    const device = session?.device ?? null
    return { answer, line: auditLine({ ...change, path: c.req.path, device, observedAt: ask.observedAt }) }
  } catch (error) {
    // As measured: the row is committed, its files are not, and the answer says that nothing worked.
    if (error instanceof FileStoreDown && desk.faults.commitsBeforeFiles) return { answer: failure(), line: null }
    throw error
  }
}

const askOf = (under: Underway, tx: Tx, undo: Undo): Asked => {
  const { c, desk, now, user, key, read, sign } = under
  const { config, store, faults, log } = desk
  return {
    params: read.params,
    body: read.body,
    search: read.search,
    files: read.files,
    user,
    caller: callerOf(under),
    key,
    tx,
    now,
    observedAt: faults.arrivalIsCreation ? null : observedAtOf(read.body, now),
    config,
    store,
    sign,
    faults,
    log,
    tell: (name, value) => c.header(name, value),
    onRollback: (step) => undo.add(step),
  }
}

const callerOf = ({ c, desk, session }: Underway): Caller => ({
  from: addressOf(c, desk.config.trustProxy),
  device: session?.device ?? deviceIn(c.req.header('Device-Id')),
  tokenHash: session?.tokenHash ?? null,
  authorization: c.req.header('Authorization'),
  send: (request) => {
    if (session) passedOn.set(request, session)
    return desk.fetch(request, c.env)
  },
})

/** The name of a device in words or as an id: 'Android phone 3F2A'. */
const deviceIn = (header: string | undefined) =>
  header && header.length <= 100 && /^[\w.:-]+(?: [\w.:-]+)*$/.test(header) ? header : null

/** Behind a proxy the last address that it added counts: those before it are the sender's own words. */
const addressOf = (c: Context, trustProxy: boolean): string => {
  const forwarded = trustProxy ? c.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  if (forwarded) return forwarded.slice(0, 100)
  return remoteAddressOf(c) || 'here'
}

/** A failure as the documented server shows it. */
class PlayedFailure extends Error {}

const failure = (): Answer => ({
  status: 500,
  body: Buffer.from('Internal Server Error'),
  headers: { 'Content-Type': 'text/plain; charset=utf-8' },
})

const refused = (error: unknown, c: Context, { endpoint }: Route, desk: Desk): Answer => {
  if (error instanceof PlayedFailure) return failure()
  if (error instanceof FileStoreDown && desk.faults.commitsBeforeFiles) return failure()
  const refusal = refusalOf(error)
  const played = refusal && playedRefusal(endpoint, refusal, desk.faults)
  if (played === 'failure') return failure()
  if (played !== undefined) return jsonAnswer(endpoint.status, played)
  if (!refusal || refusal.status >= 500)
    desk.log.error({ ...loggable(error), call: endpoint.id, path: c.req.path }, 'call failed')
  return refusalAnswer(refusal ?? new Refused(500, 'The server made a mistake. Nothing was changed.'))
}

const meetTrouble = async (c: Context, { endpoint }: Route, { mischief }: Desk): Promise<Trouble | undefined> => {
  const key = c.req.header('Idempotency-Key') ?? null
  const trouble = mischief?.({ id: endpoint.id, method: endpoint.method, path: c.req.path, key })
  if (trouble?.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, trouble.ms))
  if (trouble?.kind === 'failBefore') {
    const { status, detail = 'Not now', retryAfterSeconds } = trouble
    throw new Refused(status, detail, retryAfterSeconds ? { 'Retry-After': String(retryAfterSeconds) } : {})
  }
  return trouble
}

const causeTrouble = (c: Context, answer: Answer, trouble: Trouble | undefined): Answer => {
  if (trouble?.kind === 'failAfter') return { ...failure(), status: trouble.status }
  if (trouble?.kind !== 'loseAnswer') return answer
  cutConnection(c)
  throw new LostAnswer()
}

/** Under node the socket itself is there; a test that calls the app directly sees the rejected promise. */
const cutConnection = ({ env }: Context) => {
  const outgoing = env instanceof Object && 'outgoing' in env ? env.outgoing : undefined
  if (outgoing instanceof Object && 'destroy' in outgoing && typeof outgoing.destroy === 'function') outgoing.destroy()
}
