import type { Context } from 'hono'
import { codeHeader } from '../contract/session.ts'
import { formerHeader } from '../contract/sync.ts'
import { acceptRequest } from './accept-request.ts'
import { type Admission, laneOf } from './admission.ts'
import { answerOf, finish, jsonAnswer, refusalAnswer } from './answer.ts'
import { auditLine } from './audit.ts'
import type { Config } from './config.ts'
import { emulatedRefusal } from './emulated-replies.ts'
import { emulatedBody, emulatedUser } from './emulated-requests.ts'
import { type CallContext, type Caller, nobody, type Route, type Services, type SessionUser } from './endpoint.ts'
import { Refused, refusalOf } from './errors.ts'
import { assertUnchanged } from './etag.ts'
import { failure, injectAfterCall, injectBeforeCall, LostAnswer } from './fault-injection.ts'
import { FileStoreDown } from './files/file-store.ts'
import { type Signer, withoutOriginals } from './files/signed-address.ts'
import type { StoredFile } from './files/stored-file.ts'
import { type Answer, type Effect, once, readKey } from './idempotency.ts'
import { deviceSecretIn } from './known-devices.ts'
import { followingMerges } from './merging/redirect.ts'
import { observedAtOf } from './observed-at.ts'
import { isFromOtherSite } from './other-site.ts'
import { assertMay, isOpen } from './permissions.ts'
import type { Faults, InjectedFault } from './profile.ts'
import { publicOrigin } from './public-address.ts'
import { FilesUnderWay } from './quota.ts'
import { callerAddress } from './remote-address.ts'
import { replayedAnswer } from './replayed-answer.ts'
import type { ParsedRequest } from './request.ts'
import { readSession, type Session } from './sessions.ts'
import { auditLog, type Tx } from './store/core-tables.ts'
import { requestFormerNumber } from './store/histories.ts'
import type { TownConfig } from './town-config.ts'
import { Undo } from './undo.ts'

/** Everything needed to answer calls, made once per app. */
export interface AppServices extends Services {
  faults: Faults
  /** The settings, including those that an Admin has set in the app. */
  town: TownConfig
  signer(now: Date): Promise<Signer>
  /** The queue in front of the database. */
  admission: Admission
  /** The whole app, for calls that consist of other calls. */
  fetch(request: Request, env: unknown): Promise<Response>
}

/** One call in progress. */
interface CurrentCall {
  c: Context
  route: Route
  services: AppServices
  now: Date
  user: SessionUser
  session: Session | null
  key: string | null
  read: Omit<ParsedRequest, 'files'>
  /** The files of the request, already stored. */
  files: readonly StoredFile[]
  /** Removes the stored files again. */
  undo: Undo
  sign: Signer
  config: Config
}

/** Answers one call from the first header to the last byte. Never throws, except for a `LostAnswer`. */
export const answerCall = async (c: Context, route: Route, services: AppServices): Promise<Response> => {
  const now = services.clock()
  c.set('call', route.endpoint.id)
  const underWay = new FilesUnderWay()
  let fault: InjectedFault | undefined
  try {
    const sent = c.req.header('Idempotency-Key')
    const heard = services.faults.forgetsKeys ? null : readKey(sent)
    // Echoed exactly as it was sent, on refusals and reads too. The device learns from it that repeating is safe here.
    if (heard !== null && sent !== undefined) c.header('Idempotency-Key', sent)
    const key = route.endpoint.method === 'GET' ? null : heard
    if (services.faults.noExtensions && route.endpoint.id.startsWith('X')) throw new Refused(404, 'Not Found')
    fault = await injectBeforeCall(c, route, services.injectFault)
    const { session, answer } = await admitted(c, route, services, { now, key, underWay })
    if (session && !services.faults.noExtensions) answer.headers['Session-Expires-At'] = session.expiresAt.toISOString()
    return await finish(c, injectAfterCall(c, answer, fault), now)
  } catch (error) {
    if (error instanceof LostAnswer) throw error
    return finish(c, refused(error, c, route, services), now)
  } finally {
    underWay.end()
  }
}

interface Arrived {
  now: Date
  key: string | null
  underWay: FilesUnderWay
}

/** A read keeps its place in the queue throughout. A change gives it up while its body is arriving. */
const admitted = (c: Context, route: Route, services: AppServices, at: Arrived) => {
  const { endpoint } = route
  if (endpoint.method === 'GET')
    return inLane(route, services, () => answerOne(c, route, services, { ...at, inLane: (work) => work() }))
  return answerOne(c, route, services, { ...at, inLane: (work) => inLane(route, services, work) })
}

/** From the session to the answer; database work goes through `inLane`. */
const answerOne = async (
  c: Context,
  route: Route,
  services: AppServices,
  { now, key, underWay, inLane }: Arrived & { inLane<T>(work: () => Promise<T>): Promise<T> },
) => {
  const { session, user: asking } = await inLane(() => admit(c, route, services, now))
  const signAll = await services.signer(now)
  const config = await services.town.now()
  const sign = asking.role === 0 && session ? withoutOriginals(signAll) : signAll
  const undo = new Undo()
  const arrived = { undo, user: asking, key, now, underWay }
  const { read: asked, files } = await acceptRequest(c, route.endpoint, services, arrived)
  const read = { ...asked, body: emulatedBody(route.endpoint, asked.body, services.faults) }
  const user = isOpenInEmulation(route, services) ? await emulatedUser(services.db, asked.body, asking) : asking
  const current = { c, route, services, now, user, session, key, read, files, undo, sign, config }
  const isWhole = route.endpoint.method === 'GET' || route.ownTransaction
  let isBegun = false
  const answered = async () => {
    // Files arrive for minutes, in which the person may have been signed out or lost the role.
    const isLate = files.length > 0 && !isOpenInEmulation(route, services)
    const call = isLate ? { ...current, ...(await admit(c, route, services, now)) } : current
    isBegun = true
    return isWhole ? plain(call) : transacted(call)
  }
  try {
    const isSave = laneOf(route.endpoint) === 'write' && route.endpoint.files === ''
    const answer = await (isSave ? services.admission.whileSaving(() => inLane(answered)) : inLane(answered))
    return { session, answer }
  } catch (error) {
    // It was refused before `transacted` began, so the files are removed here.
    if (!isBegun) await undo.all(services.log)
    throw error
  }
}

const inLane = <T>({ endpoint }: Route, { admission }: AppServices, work: () => Promise<T>): Promise<T> => {
  const lane = laneOf(endpoint)
  return lane ? admission.run(lane, work) : work()
}

/** Session first, then role, and only then the body is read. */
const admit = async (c: Context, { endpoint }: Route, services: AppServices, now: Date) => {
  if (isOpen(endpoint.id)) {
    if (isFromOtherSite(c) && !services.faults.crossOrigin)
      throw new Refused(403, 'A page of another site may not sign in here.')
    return { session: null, user: nobody }
  }
  try {
    const session = await readSession(services.db, c.req.header('Authorization'), { now, config: services.config })
    assertMay(session.user, endpoint.id)
    return { session, user: session.user }
  } catch (error) {
    if (error instanceof Refused && isOpenInEmulation({ endpoint }, services)) return { session: null, user: nobody }
    const broken = error instanceof Refused && error.status === 401 && c.req.header('Authorization') !== undefined
    if (broken && endpoint.id === 'B2' && services.faults.expiredTokenIs500) throw new EmulatedFailure()
    throw error
  }
}

/** The documented calls that the emulated server opens to everybody. */
const isOpenInEmulation = ({ endpoint }: Pick<Route, 'endpoint'>, { faults }: AppServices) =>
  faults.anyoneMay && endpoint.id.startsWith('B') && !isOpen(endpoint.id) && endpoint.id !== 'B2'

/** Reads, and the few calls with their own transactions. */
const plain = (current: CurrentCall): Promise<Answer> =>
  followed(current, async (now) => (await answerOf(now, await now.route.answer(askOf(now, now.services.db)))).answer)

/** The call as it was sent. If it is refused because it names a merged record, it is repeated on the surviving record. */
const followed = <Made>(current: CurrentCall, make: (now: CurrentCall) => Promise<Made>): Promise<Made> =>
  followingMerges(current.services.db, { endpoint: current.route.endpoint, read: current.read }, (read) =>
    make({ ...current, read }),
  )

/** The effect, its key and its line in the audit log: all or nothing. */
const transacted = async (current: CurrentCall): Promise<Answer> => {
  const { services, key, user, now, route, read, undo } = current
  let isDone = false
  try {
    const make = (call: CurrentCall) =>
      services.db.transaction(async (tx) => {
        const effect = () => effectOf(call, tx)
        const keyed = { userId: user.id, key: key ?? '', hash: read.hash, call: route.endpoint.id, now }
        const outcome = key === null ? await unkeyed(tx, effect) : await once(tx, keyed, effect)
        isDone = true
        return outcome
      })
    const { answer, replayed } = await followed(current, make)
    if (!replayed) return answer
    // Another sending was faster, and the record has that sending's files.
    await undo.all(services.log)
    return replayedAnswer(route.endpoint, answer, current.sign)
  } catch (error) {
    // If the connection broke during COMMIT, nobody knows whether the row exists. The bytes then stay: orphaned files
    // are better than a photo without its bytes.
    if (!isDone) await undo.all(services.log)
    throw error
  }
}

const unkeyed = async (tx: Tx, effect: () => Promise<Effect>) => {
  const { answer, line } = await effect()
  if (line) await tx.insert(auditLog).values(line)
  return { answer, replayed: false }
}

const effectOf = async (current: CurrentCall, tx: Tx): Promise<Effect> => {
  const { c, route, read, services } = current
  const { endpoint } = route
  if (!services.faults.noVersions)
    await assertUnchanged(tx, c.req.header('If-Match'), { endpoint, params: read.params, body: read.body })
  await requestFormerNumber(tx, c.req.header(formerHeader))
  const logged = { body: read.body }
  const ask = askOf(current, tx, logged)
  try {
    const { answer, reply } = await answerOf(current, await route.answer(ask))
    const { params } = read
    const { body } = logged
    const { user, key, now, session, files } = current
    const change = { endpoint, params, body, files, reply, key, now, userId: user.id, status: answer.status }
    const device = session?.device ?? null
    return { answer, line: auditLine({ ...change, path: c.req.path, device, observedAt: ask.observedAt }) }
  } catch (error) {
    // As measured: the row is committed without its files, and the answer says that everything failed.
    if (error instanceof FileStoreDown && services.faults.commitsBeforeFiles) return { answer: failure(), line: null }
    throw error
  }
}

const askOf = (current: CurrentCall, tx: Tx, logged: { body?: unknown } = {}): CallContext => {
  const { c, services, now, user, key, read, files, sign, config } = current
  const { store, faults, log } = services
  return {
    params: read.params,
    body: read.body,
    search: read.search,
    files,
    user,
    caller: callerOf(current),
    key,
    tx,
    now,
    observedAt: faults.arrivalIsCreation ? null : observedAtOf(read.body, now),
    config,
    store,
    sign,
    faults,
    log,
    town: services.town,
    tell: (name, value) => c.header(name, value),
    logAs: (body) => {
      logged.body = body
    },
  }
}

const callerOf = ({ c, services, session }: CurrentCall): Caller => ({
  from: callerAddress(c, services.config),
  device: session?.device ?? deviceIn(c.req.header('Device-Id')),
  tokenHash: session?.tokenHash ?? null,
  signedInAt: session?.startedAt ?? null,
  authorization: c.req.header('Authorization'),
  deviceSecret: deviceSecretIn(c.req.header('Cookie')),
  cookies: c.req.header('Cookie'),
  signInCode: c.req.header(codeHeader) ?? null,
  origin: publicOrigin(c, services.config),
  send: (request) => services.fetch(request, c.env),
})

/** The name of a device, as words or an id: 'Android phone 3F2A'. */
const deviceIn = (header: string | undefined) =>
  header && header.length <= 100 && /^[\w.:-]+(?: [\w.:-]+)*$/.test(header) ? header : null

/** A failure as the documented server shows it. */
class EmulatedFailure extends Error {}

const refused = (error: unknown, c: Context, { endpoint }: Route, services: AppServices): Answer => {
  if (error instanceof EmulatedFailure) return failure()
  if (error instanceof FileStoreDown && services.faults.commitsBeforeFiles) return failure()
  const refusal = refusalOf(error)
  const played = refusal && emulatedRefusal(endpoint, refusal, services.faults)
  if (played === 'failure') return failure()
  if (played !== undefined) return jsonAnswer(endpoint.status, played)
  if (!refusal || refusal.status >= 500)
    services.log.error({ err: error, call: endpoint.id, path: c.req.path }, 'call failed')
  return refusalAnswer(refusal ?? new Refused(500, 'The server made a mistake. Nothing was changed.'))
}
