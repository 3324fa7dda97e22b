import { createHash } from 'node:crypto'
import { type Kind, type WireFault, wireFaults } from './faults.ts'
import type { ModelServer } from './model-server.ts'
import { world } from './platform.ts'
import type { SimulatedReply, SimulatedRequest } from './server-types.ts'
import type { Tab } from './tab.ts'
import { type LightBlob, type LightRequest, LightResponse, type LightSignal } from './web.ts'

/** A request under way, as it left the device. */
interface Flight {
  tab: Tab
  open: boolean
  signal: LightSignal | null
}

const lost = () => new TypeError('Failed to fetch')
const portal = '<html><title>Welcome to Airport WiFi</title></html>'

/** The connection between a phone and the server, with all its faults. */
export class Network {
  armed: WireFault[] = []
  offlineUntil = 0
  downUntil = 0
  /** Until then requests hang: no answer and no error. */
  deadUntil = 0
  /** Answers writes with this word by a page, before or after they are carried out. */
  firewall: { word: string; status: number; isOfAnswers: boolean } | null = null
  /** Violations seen on the wire; I4 is checked by the server. */
  broken: { id: string; says: string }[] = []
  /** Called just before a write for which the office makes an earlier change. */
  forestall: (asked: SimulatedRequest) => void = () => undefined
  /** Bytes of the first attempt, by key (I13). */
  bytes = new Map<string, string>()
  /** Keys with which a person decided to send again or to send something else. */
  decided = new Set<string>()
  seen: Set<string> = new Set()
  trace: (line: string) => void
  #server: ModelServer
  #flights = new Map<string, Flight>()
  #deaf = new Set<string>()

  constructor(server: ModelServer, trace: (line: string) => void) {
    this.#server = server
    this.trace = trace
  }

  fetch(tab: Tab, request: LightRequest): Promise<LightResponse> {
    const headers = new Map(request.headers.entries())
    const path = request.url.replace(/^.*\/api/, '')
    return this.#go(tab, askedOf(request.method, path, headers, request.content), request.signal, null)
  }

  upload(
    tab: Tab,
    url: string,
    headers: Record<string, string>,
    body: LightBlob,
    signal: LightSignal,
    moved: () => void,
  ) {
    const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    return this.#go(tab, askedOf('POST', url.replace(/^.*\/api/, ''), named, body), signal, moved)
  }

  #go(
    tab: Tab,
    asked: SimulatedRequest,
    signal: LightSignal | null,
    moved: (() => void) | null,
  ): Promise<LightResponse> {
    return new Promise((resolve, reject) => {
      tab.onNetworkStep()
      if (tab.dead) return
      // The keys of a batch are in its body, where no proxy removes them.
      asked.stripped = this.#server.keysStripped && asked.path !== '/sync/batch'
      const kind = kindOf(asked)
      const keys = keysOf(asked)
      if (asked.method !== 'GET') this.#watch(tab, asked, keys, signal)
      const token = asked.headers.get('authorization') ?? ''
      if (this.#deaf.has(token) && token && asked.method !== 'GET')
        this.broken.push({ id: 'I19', says: `${asked.method} ${asked.path} left with a token that was refused` })
      const close = () => {
        for (const key of keys) {
          const flight = this.#flights.get(key)
          if (flight?.tab === tab) flight.open = false
        }
      }
      /** Events reach the page in its own turn, and not while it is frozen or dead. */
      const arrive = (ms: number, what: () => void) => {
        const before = world.time.owner
        world.time.owner = tab
        world.time.after(ms, () => {
          close()
          if (signal?.aborted) return
          tab.onNetworkStep()
          if (!tab.dead) what()
        })
        world.time.owner = before
      }
      signal?.addEventListener('abort', () => {
        close()
        reject(signal.reason)
      })
      const fail = (ms: number) => arrive(ms, () => reject(lost()))
      const answer = (
        ms: number,
        { status, body, headers }: SimulatedReply,
        cut = false,
        heard: () => void = () => undefined,
      ) => {
        const text = typeof body === 'string' ? body : JSON.stringify(body)
        // Refused for its version: the next attempt may name another version.
        if (status === 412) for (const key of keys) this.decided.add(key)
        arrive(ms, () => {
          // A truncated refusal is not the server's answer: a portal's page may have the same status.
          if (status === 401 && !cut) world.time.after(100, () => void this.#deaf.add(token))
          heard()
          resolve(new LightResponse(cut ? text.slice(0, text.length / 2) : text, { status, headers }))
        })
      }
      const deliver = (ms: number, then: (answered: SimulatedReply) => void) => {
        const before = world.time.owner
        world.time.owner = null
        world.time.after(ms, () => then(this.#server.handle(asked)))
        world.time.owner = before
      }
      const { chance } = world
      const up = chance.whole(20, 250)
      const down = chance.whole(20, 250)
      if (world.time.now < this.offlineUntil) return fail(1)
      if (world.time.now < this.downUntil) return answer(up, { status: 502, body: portal, headers: {} })
      const hangs = () => {
        if (chance.whole(0, 1) === 1) deliver(chance.whole(20, 20_000), () => undefined)
      }
      if (world.time.now < this.deadUntil) return hangs()
      const { firewall } = this
      if (firewall && asked.method !== 'GET' && (asked.text + [...asked.fields].join()).includes(firewall.word)) {
        this.trace(`${asked.method} ${asked.path} firewall`)
        const blocked = () => answer(down, { status: firewall.status, body: portal, headers: {} })
        return firewall.isOfAnswers ? deliver(up, blocked) : blocked()
      }
      const fault = this.#faultFor(kind, asked)
      this.trace(`${asked.method} ${asked.path}${fault ? ` ${fault}` : ''}`)
      const page: SimulatedReply = { status: 200, body: portal, headers: {} }
      const words = (status: number, headers: Record<string, string> = {}): SimulatedReply => ({
        status,
        body: { detail: `Refused with ${status}` },
        headers,
      })
      const ordinary = () => {
        const takes = asked.files.length > 0 ? chance.whole(500, 9_000) : up
        if (asked.files.length > 0 && moved) moved()
        deliver(takes, (answered) => answer(down, answered))
      }
      switch (fault) {
        case null:
          return ordinary()
        case 'requestLost':
          return fail(up)
        case 'answerLost':
          return deliver(up, () => fail(down))
        case 'slowCommit':
          fail(chance.whole(500, 20_000))
          return deliver(chance.whole(1_000, 100_000), () => undefined)
        case 'deadLine':
          this.deadUntil = world.time.now + chance.whole(1_000, 9_000)
          return hangs()
        case 'slowAnswer':
          return deliver(up, (answered) => answer(asked.files.length > 0 ? 70_000 : 40_000, answered))
        case 'failBefore':
          return answer(up + down, { status: 500, body: 'Internal Server Error', headers: {} })
        case 'failAfter':
          return deliver(up, () => answer(down, { status: 500, body: 'Internal Server Error', headers: {} }))
        case 'badGateway':
          return answer(up, { status: 502, body: portal, headers: {} })
        case 'unavailable':
          return answer(up + down, words(503, { 'Retry-After': '40' }))
        case 'timedOut':
          return answer(up + down, words(408))
        case 'tooMany':
          return this.#tooMany(tab, (wait, heard) =>
            answer(up + down, words(429, { 'Retry-After': String(wait) }), false, heard),
          )
        case 'signedOut':
          this.#server.sessions.delete(token.replace('Bearer ', ''))
          return deliver(up, (answered) => answer(down, answered))
        case 'forbidden':
          return answer(up + down, words(403))
        case 'captivePortal':
          return answer(up, page)
        case 'pageForAnswer':
          return deliver(up, () => answer(down, page))
        case 'redirected':
          return arrive(up, () => resolve(new LightResponse('{"id":1}', { status: 200, redirected: true })))
        case 'truncated':
          return deliver(up, (answered) => answer(down, answered, true))
        case 'wrongShape':
          return deliver(up, (answered) => answer(down, { ...answered, body: { ok: true } }))
        case 'staleList':
          return deliver(up, (answered) => answer(chance.whole(2_000, 25_000), answered))
        case 'deliveredTwice':
          arriveQuietly(null, up + chance.whole(1, 40_000), () => {
            if (this.#server.profile === 'keyed' && !asked.stripped) this.#server.handle(asked)
          })
          return deliver(up, (answered) => answer(down, answered))
        case 'browserRepeats':
          return deliver(up, () => deliver(chance.whole(1, 1_500), (answered) => answer(down, answered)))
        case 'batchReordered':
          return deliver(up, (answered) =>
            answer(
              down,
              listed(answered, (list) => [...list].reverse()),
            ),
          )
        case 'batchDoubled':
          return deliver(up, (answered) =>
            answer(
              down,
              listed(answered, (list) => [...list, ...list.slice(0, 1)]),
            ),
          )
        case 'batchGaps':
          return deliver(up, (answered) =>
            answer(
              down,
              listed(answered, (list) => list.filter(() => chance.chance(0.5))),
            ),
          )
        case 'batchBroken': {
          const calls = JSON.parse(asked.text) as { key: string; method: string; path: string }[]
          const part = { ...asked, text: JSON.stringify(calls.slice(0, chance.whole(1, calls.length))) }
          arriveQuietly(null, up, () => void this.#server.handle(part))
          return fail(up + down)
        }
        case 'batchRefused':
          return answer(up + down, words(413))
        case 'partialUpload':
          moved?.()
          return fail(chance.whole(1_000, 30_000))
        case 'crawlingUpload': {
          const takes = chance.whole(60_000, 280_000)
          if (moved) for (let at = 20_000; at < takes; at += 20_000) arriveQuietly(tab, at, moved)
          // The upload takes minutes. When the process dies or gives up, the rest is never sent.
          return arriveQuietly(null, takes, () => {
            if (tab.dead || signal?.aborted) return
            this.#server.handle(asked)
            fail(down)
          })
        }
        case 'droppedFile':
          this.#server.dropsFiles = true
          return deliver(up, (answered) => {
            this.#server.dropsFiles = false
            answer(down, answered)
          })
        case 'stillAtWork':
          return answer(up + down, words(409, { 'Retry-After': '5' }))
        case 'changedJustBefore':
          // Not in the page's turn: the office goes on while the page is frozen.
          arriveQuietly(null, up, () => this.forestall(asked))
          return deliver(up, (answered) => answer(down, answered))
      }
    })
  }

  #faultFor(kind: Kind, asked: SimulatedRequest): WireFault | null {
    // A request that checks the session is not also the call that is refused.
    if (asked.path === '/user' || asked.path === '/sync/heartbeat') return null
    const at = this.armed.findIndex((name) => {
      const facts: { on: readonly Kind[] } = wireFaults[name]
      return facts.on.includes(kind) && (name !== 'staleList' || asked.path !== '/sync/info')
    })
    if (at < 0) return null
    const [fault] = this.armed.splice(at, 1)
    if (fault) this.seen.add(fault)
    return fault ?? null
  }

  #tooMany(tab: Tab, answer: (seconds: number, heard: () => void) => void): void {
    const seconds = world.chance.whole(5, 400)
    const { failures } = tab
    const { skew } = tab.phone
    // Only a device that received the wish can follow it, after the time that storing it takes.
    answer(seconds, () =>
      arriveQuietly(null, 600, () => {
        const { now } = world.time
        if (!tab.dead && tab.failures === failures && tab.phone.skew === skew)
          tab.phone.polite.set(tab.userId, { from: now, until: now + (seconds - 1) * 1000 })
      }),
    )
  }

  /** I13 and I15, as far as the wire shows them. */
  #watch(tab: Tab, asked: SimulatedRequest, keys: string[], signal: LightSignal | null): void {
    // A device's report about itself changes no record.
    if (asked.path === '/sync/heartbeat') return
    const { now } = world.time
    const say = (id: string, says: string) => this.broken.push({ id, says })
    // A question about keys changes nothing either, so a tab that has just lost the lock may still send it.
    if (!tab.maySend() && asked.path !== '/sync/known')
      say('I15', `${asked.method} ${asked.path} left without the lock`)
    const polite = tab.phone.polite.get(tab.userId)
    if (polite && now > polite.from && now < polite.until - 500)
      say('I18', `${asked.method} ${asked.path} left before the moment that Retry-After names`)
    const version = asked.headers.get('if-match') ?? ''
    for (const [key, said] of bytesByKey(asked)) {
      const bytes = said + version
      const first = this.bytes.get(key)
      if (first === undefined) this.bytes.set(key, bytes)
      else if (first !== bytes && !this.decided.has(key)) say('I13', `${key} left with other bytes than at first`)
      const other = this.#flights.get(key)
      if (other?.open && !other.tab.dead && !other.tab.robbed && !other.signal?.aborted)
        say('I15', `${key} left twice at once`)
    }
    for (const key of keys) this.#flights.set(key, { tab, open: true, signal })
  }
}

/** The answer with other items; a refusal has none. */
const listed = (answered: SimulatedReply, change: (list: unknown[]) => unknown[]): SimulatedReply =>
  Array.isArray(answered.body) ? { ...answered, body: change(answered.body) } : answered

const arriveQuietly = (tab: Tab | null, ms: number, what: () => void) => {
  const before = world.time.owner
  world.time.owner = tab
  world.time.after(ms, what)
  world.time.owner = before
}

const kindOf = (asked: SimulatedRequest): Kind => {
  if (asked.method === 'GET') return 'read'
  if (asked.path === '/sync/batch') return 'batch'
  return asked.files.length > 0 ? 'upload' : 'write'
}

const keysOf = (asked: SimulatedRequest): string[] => bytesByKey(asked).map(([key]) => key)

/** The content of each call of a request, by its key. */
function bytesByKey(asked: SimulatedRequest): [string, string][] {
  const { method, path, text, fields, files } = asked
  if (path === '/sync/batch') {
    const calls = JSON.parse(text) as { key: string; method: string; path: string; body: unknown }[]
    return calls.map((it) => [it.key, `${it.method} ${it.path} ${JSON.stringify(it.body)}`])
  }
  const key = (asked.headers.get('idempotency-key') ?? '').replaceAll('"', '')
  const said =
    files.length > 0 || fields.size > 0
      ? JSON.stringify([[...fields], files])
      : JSON.stringify(text === '' ? null : JSON.parse(text))
  return [[key, `${method} ${path} ${said}`]]
}

function askedOf(
  method: string,
  path: string,
  headers: Map<string, string>,
  content: LightBlob | string | null,
): SimulatedRequest {
  const [plain = path, search = ''] = path.split('?')
  const asked: SimulatedRequest = { method, path: plain, search, headers, text: '', fields: new Map(), files: [] }
  if (content === null) return asked
  const text = typeof content === 'string' ? content : content.bytes.toString('latin1')
  const type = headers.get('content-type') ?? ''
  if (type.startsWith('application/json'))
    return { ...asked, text: typeof content === 'string' ? content : content.bytes.toString('utf8') }
  if (type.startsWith('application/x-www-form-urlencoded'))
    return { ...asked, fields: new Map(new URLSearchParams(text)) }
  for (const part of text.split(`--${type.split('boundary=')[1]}`).slice(1, -1)) {
    const [head = '', ...rest] = part.split('\r\n\r\n')
    const value = rest.join('\r\n\r\n').slice(0, -2)
    const name = /name="([^"]*)"/.exec(head)?.[1] ?? ''
    const filename = /filename="([^"]*)"/.exec(head)?.[1]
    if (filename === undefined) asked.fields.set(name, value)
    else asked.files.push({ name: filename, size: value.length, sha256: sha256(Buffer.from(value, 'latin1')) })
  }
  return asked
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
