import { createHash } from 'node:crypto'
import { keyUsedDetail } from '../../../src/contract/sync.ts'
import { copied, filesOf, type Route } from './server-call.ts'
import { ChangeList } from './server-changes.ts'
import { pathsOf } from './server-routes.ts'
import { copyOfTables, type ModelFile, type ModelRow, type ModelType, newTables, type Tables } from './server-tables.ts'
import {
  type Effect,
  type Profile,
  Refusal,
  type ServedTown,
  type SimulatedReply,
  type SimulatedRequest,
} from './server-types.ts'

type Kept = Map<string, { hash: string; answer: SimulatedReply }>

interface Backup {
  tables: Tables
  kept: Kept
  log: Effect[]
  leftFree: ServedTown['leftFree']
  madeAt: number
}

const copyOf = ({ tables, kept, log, leftFree, madeAt }: Backup): Backup => ({
  tables: copyOfTables(tables),
  kept: new Map(kept),
  log: [...log],
  leftFree: [...leftFree],
  madeAt,
})

interface BatchedOne {
  key: string
  method: string
  path: string
  body?: unknown
  former?: string
}

/** More numbers than a story uses; the ranges of types do not overlap. */
const numbersLeftFree = 150

/** A model of a town's server in memory: the documented calls that commands use and, when keyed, our extensions. */
export class ModelServer implements ServedTown {
  profile: Profile
  tables: Tables = newTables()
  /** token -> user. */
  sessions = new Map<string, number>()
  log: Effect[] = []
  /** Requests that a correct device never sends (I4), each reported once. */
  offences: string[] = []
  /** A proxy removes the keys. */
  keysStripped = false
  /** The proxy has removed keys at some time. */
  everStripped = false
  /** Records that the office deleted, or whose content, number or address it changed: 'observation:5003'. */
  rewritten = new Set<string>()
  /** The server accepts no batches. */
  refusesBatches = false
  /** Files are accepted with 200 and lost. */
  dropsFiles = false
  /** Texts; a call with one of them in its body always fails. */
  poison = new Map<string, number>()
  now: () => number
  /** The current call: faults apply to it alone. */
  #asked: SimulatedRequest | null = null
  #kept: Kept = new Map()
  /** The history of the database. */
  history = { id: 'life 1', backupMadeAt: null as string | null }
  leftFree: ServedTown['leftFree'] = []
  /** Effects that a restore has undone. A phone that has not met the restored town still knows them. */
  lost: Effect[] = []
  lostFiles: ModelFile[] = []
  #backup: Backup | null = null
  #effects = 0
  #changes = new ChangeList()
  #routes: Route[] = pathsOf()

  constructor(profile: Profile, now: () => number) {
    this.profile = profile
    this.now = now
  }

  get keyed(): boolean {
    return this.profile === 'keyed' && !(this.#asked ? this.#asked.stripped : this.keysStripped)
  }

  /** Makes a backup, as the nightly command does. */
  backUp(): void {
    const { tables, log, leftFree } = this
    this.#backup = copyOf({ tables, kept: this.#kept, log, leftFree, madeAt: this.now() })
  }

  /** Replaces the town by its last backup. All sessions end, and no number is used twice. */
  loseAndRestore(): boolean {
    if (!this.#backup || this.profile === 'documented') return false
    const { tables, kept, log, leftFree, madeAt } = copyOf(this.#backup)
    const known = new Set(log.map((it) => it.n))
    this.lost.push(...this.log.filter((it) => !known.has(it.n)))
    this.lostFiles.push(...this.tables.files)
    for (const type of Object.keys(tables.ids) as ModelType[]) {
      const above = tables.ids[type]
      tables.ids[type] = above + numbersLeftFree
      leftFree.push({ type, above, upTo: above + numbersLeftFree })
    }
    Object.assign(this, { tables, log, leftFree })
    this.#kept = kept
    this.sessions.clear()
    const lives = Number(this.history.id.slice('life '.length))
    this.history = { id: `life ${lives + 1}`, backupMadeAt: new Date(madeAt).toISOString() }
    return true
  }

  handle(asked: SimulatedRequest): SimulatedReply {
    this.#asked = asked
    if (this.profile === 'keyed') this.#changes.look(this.tables, this.#shown)
    try {
      return this.#answer(asked)
    } finally {
      this.#asked = null
    }
  }

  #answer(asked: SimulatedRequest): SimulatedReply {
    const key = (asked.headers.get('idempotency-key') ?? '').replaceAll('"', '')
    const answer = this.#once(asked, key)
    const headers: Record<string, string> = { Date: new Date(this.now()).toUTCString(), ...answer.headers }
    if (this.keyed && key) headers['Idempotency-Key'] = `"${key}"`
    if (this.keyed && asked.method === 'GET' && answer.status === 200) headers.ETag = etagOf(answer.body)
    return { ...answer, headers }
  }

  /** Under a key the first attempt stores its answer with its effect; a refusal stores nothing. */
  #once(asked: SimulatedRequest, key: string): SimulatedReply {
    try {
      const userId = this.#userOf(asked)
      if (asked.path === '/sync/info') return this.#info()
      if (asked.path === '/sync/known') return this.#known(asked, userId)
      if (asked.path === '/sync/changes') return this.#changesFor(asked)
      if (asked.path === '/sync/batch') return { status: 200, body: this.#batch(asked), headers: {} }
      const unsafe = asked.method !== 'GET'
      const name = `${userId} ${key}`
      const kept = this.keyed && unsafe && key ? this.#kept.get(name) : undefined
      const hash = hashOf(asked)
      if (kept && kept.hash !== hash) throw new Refusal(422, keyUsedDetail)
      if (kept) return kept.answer
      const answer = this.#effect(asked, key, userId)
      if (this.keyed && unsafe && key && answer.status < 300) this.#kept.set(name, { hash, answer })
      return answer
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, body: { detail: error.message }, headers: error.headers }
    }
  }

  #userOf({ headers, path }: SimulatedRequest): number {
    const token = (headers.get('authorization') ?? '').replace('Bearer ', '')
    const userId = this.sessions.get(token)
    if (userId !== undefined) return userId
    if (path === '/sync/info') return 0
    throw new Refusal(401, 'Not authenticated')
  }

  #info(): SimulatedReply {
    if (this.profile === 'documented') throw new Refusal(404, 'Not Found')
    return { status: 200, body: { profile: this.profile, history: this.history }, headers: {} }
  }

  #known(asked: SimulatedRequest, userId: number): SimulatedReply {
    if (this.profile === 'documented') throw new Refusal(404, 'Not Found')
    const { keys } = JSON.parse(asked.text) as { keys: string[] }
    return { status: 200, body: { known: keys.filter((key) => this.#kept.has(`${userId} ${key}`)) }, headers: {} }
  }

  #changesFor({ search = '' }: SimulatedRequest): SimulatedReply {
    if (this.profile === 'documented') throw new Refusal(404, 'Not Found')
    const { tables, history } = this
    return this.#changes.answer({ tables, life: history.id, search }, this.#shown)
  }

  /** A row as its list shows it. */
  #shown = (type: ModelType, row: ModelRow): unknown =>
    copied(type === 'observation' ? { ...row, photos: filesOf({ server: this }, `observation:${row.id}`) } : row)

  #batch(asked: SimulatedRequest): unknown[] {
    if (this.profile === 'documented') throw new Refusal(404, 'Not Found')
    if (this.refusesBatches) throw new Refusal(413, 'Too large')
    const calls = JSON.parse(asked.text) as BatchedOne[]
    return calls.map((call) => this.batched(asked, call))
  }

  /** Carries out one call of a batch as if it had come alone. */
  batched(asked: SimulatedRequest, call: BatchedOne): unknown {
    const headers = new Map([...asked.headers, ['idempotency-key', call.key]] as [string, string][])
    headers.delete('if-match')
    if (call.former) headers.set('former-number', call.former)
    const text = JSON.stringify(call.body)
    const { method, path } = call
    const one: SimulatedRequest = { method, path, headers, text, fields: new Map(), files: [], stripped: false }
    const before = this.#asked
    this.#asked = one
    const answer = this.#once(one, call.key)
    this.#asked = before
    return { key: call.key, status: answer.status, body: answer.body, etag: null }
  }

  #effect(asked: SimulatedRequest, key: string, userId: number): SimulatedReply {
    this.#inspect(asked)
    for (const route of this.#routes) {
      const match = route.method === asked.method ? route.pattern.exec(asked.path) : null
      if (!match) continue
      const ids = match.slice(1).map(Number)
      const body = asked.text === '' ? Object.fromEntries(asked.fields) : (JSON.parse(asked.text) as object)
      this.#poisoned(body)
      const call = { server: this, asked, ids, body: body as Record<string, unknown>, userId, key }
      const made = route.run(call)
      if (made.effect) {
        const { effect } = made
        this.log.push({ n: this.#effects++, at: this.now(), key, userId, call: route.name, ...effect, body })
      }
      return { status: made.status ?? 200, body: made.body, headers: {} }
    }
    throw new Refusal(404, 'Not Found')
  }

  #poisoned(body: object): void {
    const text = JSON.stringify(body)
    for (const [word, status] of this.poison) if (text.includes(word)) throw new Refusal(status, 'This cannot be kept')
  }

  /** I4: no local id, undefined, null or NaN in place of an id. */
  #inspect({ method, path, text, fields }: SimulatedRequest): void {
    const line = `${method} ${path}`
    if (/\/-\d|undefined|NaN|null/.test(path)) this.offences.push(line)
    const said = text === '' ? Object.fromEntries(fields) : (JSON.parse(text) as Record<string, unknown>)
    for (const [name, value] of [...Object.entries(said ?? {}), ...Object.entries(Object(said?.comment))]) {
      const ids = name.endsWith('_id') ? [value] : name === 'codes' ? (value as unknown[]) : []
      // In a form, a blank means none.
      for (const id of ids)
        if (id !== null && id !== '' && !(Number.isInteger(Number(id)) && Number(id) > 0))
          this.offences.push(`${line} ${name}=${id}`)
    }
  }
}

export const etagOf = (body: unknown): string => {
  const { id, updated_at } = Object(body) as { id?: number; updated_at?: string }
  const version = id && updated_at ? `${id}-${Date.parse(updated_at)}` : ''
  const print = createHash('sha1').update(JSON.stringify(body)).digest('hex').slice(0, 12)
  return `"${version}.${print}"`
}

const hashOf = ({ method, path, text, fields, files }: SimulatedRequest): string =>
  JSON.stringify([method, path, text, [...fields], files])
