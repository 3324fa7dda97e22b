import { needsUser, type OutboxEntry } from '../../../src/db/outbox.ts'
import { commands } from '../../../src/records/index.ts'
import type { Known } from './actions.ts'
import { checkStep, type View, type Violation, viewOf } from './check.ts'
import { Ledger } from './ledger.ts'
import { ModelServer } from './model-server.ts'
import { Network } from './network.ts'
import { world } from './platform.ts'
import type { Profile } from './server-types.ts'
import { Phone, type Tab } from './tab.ts'
import { inspector, knownAtFirst, prepare } from './town.ts'

/** When the stories begin. */
export const start = Date.UTC(2026, 10, 20, 13)
const hour = 3_600_000

/** A running story. */
export class Stage {
  server: ModelServer
  network: Network
  ledger = new Ledger()
  phone: Phone
  phones: Phone[] = []
  userId = inspector
  known = new Map<string, Known>()
  violations: Violation[] = []
  lines: string[] = []
  /** Functions that undo changed versions and removed commands. The last one runs first. */
  restore: (() => void)[] = []
  #tokens = 0

  constructor(profile: Profile) {
    this.server = new ModelServer(profile, () => world.time.now)
    this.network = new Network(this.server, (line) => this.say(line))
    this.phone = this.newPhone()
  }

  undo(): void {
    for (const undo of this.restore.splice(0).reverse()) undo()
  }

  say(line: string): void {
    this.lines.push(`${((world.time.now - start) / 1000).toFixed(1)} ${line}`)
  }

  newPhone(): Phone {
    const phone = new Phone(this.network, (error, tab) => this.bug(error, tab))
    this.phones.push(phone)
    return phone
  }

  /** An error of the engine is a bug, unless an injected storage failure caused it. */
  bug(error: unknown, tab: Tab | null): void {
    const failures = this.phones.flatMap((it) => it.tabs).reduce((sum, it) => sum + it.failures, 0)
    if (failures > 0 && /UnknownError|Quota|Abort|Storage failed|Bulk/i.test(`${Object(error).name} ${String(error)}`))
      return
    if (tab?.dead) return
    this.violations.push({
      id: 'bug',
      says: `${String(error)} ${String(Object(error).stack).split('\n').slice(1, 4).join(' ')}`,
    })
  }

  signIn(phone: Phone, userId: number): void {
    const token = `token-${userId}-${++this.#tokens}`
    this.server.sessions.set(token, userId)
    phone.people.set(userId, { token, endsAt: world.time.now + 8 * hour })
  }

  /** A tab in which the user works: alive and in the foreground. */
  async tab(): Promise<Tab> {
    const awake = this.phone.living(this.userId).filter((it) => it.kind === 'page' && it.frozenUntil <= world.time.now)
    return awake[0] ?? (await this.open())
  }

  /** The records that the user of the phone knows. */
  get knows(): Known | undefined {
    return this.known.get(this.#who())
  }

  #who(): string {
    return `${this.phones.indexOf(this.phone)} ${this.userId}`
  }

  async open(kind: 'page' | 'worker' = 'page'): Promise<Tab> {
    const tab = await this.phone.open(this.userId, kind)
    const name = tab.db.name
    if (!this.known.has(this.#who())) {
      await this.done(prepare(tab, this.server))
      this.known.set(this.#who(), knownAtFirst(this.server))
    }
    this.say(`opened ${name} as a ${kind}`)
    if (kind === 'page') tab.runner.schedule()
    return tab
  }

  /** Waits for a promise that needs turns but no time. False when its process died. */
  async done(promise: Promise<unknown>): Promise<{ ok: boolean; error: unknown }> {
    let state: { ok: boolean; error: unknown } = { ok: false, error: null }
    promise.then(
      () => {
        state = { ok: true, error: null }
      },
      (error: unknown) => {
        state = { ok: false, error }
      },
    )
    this.phone.acting = true
    await world.time.settle()
    this.phone.acting = false
    return state
  }

  /** The result of a promise that needs no time. */
  async valueOf<Value>(promise: Promise<Value>): Promise<Value | undefined> {
    let value: Value | undefined
    void promise.then((it) => {
      value = it
    })
    await world.time.settle()
    return value
  }

  views(): View[] {
    return this.phones.flatMap((phone) => phone.disk.names().map((name) => viewOf(phone.disk, name)))
  }

  check(): void {
    for (const it of this.network.broken.splice(0)) this.violations.push(it)
    const views = this.views()
    // Entries that the engine adds itself, such as a file that the office lost, count as saved work too.
    for (const { disk, database } of views) this.ledger.note(disk, database, 0, false, world.time.now)
    this.violations.push(...checkStep(views, this.ledger, this.server))
  }
}

/**
 * Whether only the user can end it. A held entry goes on by itself once the app knows its command again. The version of
 * the app that left an unknown outcome resolves it.
 */
export function standing(entry: OutboxEntry): boolean {
  const isKnown = commands.get(entry.command)?.version === entry.version
  return entry.state === 'inDoubt' ? !isKnown : needsUser.includes(entry.state) && !(entry.state === 'held' && isKnown)
}
