import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'
import { DeviceDatabase, databaseName } from '../../../src/db/database.ts'
import type { Device } from '../../../src/sync/device/device.ts'
import { Runner } from '../../../src/sync/schedule/runner.ts'
import { world } from './platform.ts'
import { claim, cutOff, Disk, type StorageUser } from './storage.ts'
import type { LightBlob, LightRequest, LightResponse, LightSignal } from './web.ts'

/** How long the outcome of a lost answer stays unknown. */
export const doubtWaitMs = 120_000

/** Dexie's layers that notify live queries. Nothing is shown in these tabs, and the layers cost a third of a story. */
const onlyForWatching = ['Observability', 'Cache']

/** The lock manager of one phone. It behaves like the browser's. */
class PhoneLocks {
  held = new Map<string, { tab: Tab; rob(): void }>()
  line: { tab: Tab; name: string; enter(): void }[] = []

  request<Result>(
    tab: Tab,
    name: string,
    { ifAvailable, steal, signal }: { ifAvailable?: boolean; steal?: boolean; signal?: AbortSignal },
    body: (lock: unknown) => Promise<Result>,
  ): Promise<Result> {
    const holder = this.held.get(name)
    if (holder && !steal) {
      if (ifAvailable) return body(null)
      return this.#inTurn(tab, name, signal, body)
    }
    holder?.rob()
    return this.#hold(tab, name, body)
  }

  #inTurn<Result>(
    tab: Tab,
    name: string,
    signal: AbortSignal | undefined,
    body: (lock: unknown) => Promise<Result>,
  ): Promise<Result> {
    return new Promise((resolve, reject) => {
      // The lock is held from now on. The callback runs when its tab does: a frozen tab holds it and does nothing.
      const inOwnTurn = (lock: unknown) => new Promise<void>((go) => world.time.after(0, go)).then(() => body(lock))
      const place = { tab, name, enter: () => this.#hold(tab, name, inOwnTurn).then(resolve, reject) }
      this.line.push(place)
      signal?.addEventListener('abort', () => {
        if (!this.line.includes(place)) return
        this.line = this.line.filter((it) => it !== place)
        reject(new DOMException('Left the line', 'AbortError'))
      })
    })
  }

  /** Gives the free lock to the next in the queue. */
  #next(name: string): void {
    const place = this.line.find((it) => it.name === name && !it.tab.dead)
    if (!place || this.held.has(name)) return
    this.line = this.line.filter((it) => it !== place)
    const before = world.time.owner
    world.time.owner = place.tab
    place.enter()
    world.time.owner = before
  }

  /** Removes a dead process with its locks and its places in queues. */
  drop(tab: Tab): void {
    this.line = this.line.filter((it) => it.tab !== tab)
    for (const [name, holder] of [...this.held]) {
      if (holder.tab !== tab) continue
      this.held.delete(name)
      this.#next(name)
    }
  }

  #hold<Result>(tab: Tab, name: string, body: (lock: unknown) => Promise<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
      const mine = {
        tab,
        rob: () => {
          tab.robbed = true
          tab.robbedAt = world.time.turns
          tab.robbedIn = tab.epoch()
          reject(new DOMException('Stolen', 'AbortError'))
        },
      }
      this.held.set(name, mine)
      tab.robbed = false
      const free = () => {
        if (this.held.get(name) !== mine) return
        this.held.delete(name)
        this.#next(name)
      }
      body({ name }).then(
        (result) => {
          free()
          resolve(result)
        },
        (error: unknown) => {
          free()
          reject(error)
        },
      )
    })
  }
}

/** A tab's connection to the server. */
interface Line {
  fetch(tab: Tab, request: LightRequest): Promise<LightResponse>
  upload(
    tab: Tab,
    url: string,
    headers: Record<string, string>,
    body: LightBlob,
    signal: LightSignal,
    moved: () => void,
  ): Promise<LightResponse>
  broken: { id: string; says: string }[]
}

/** The tables that only the runner with the lock may write. */
const fenced = new Set(['outbox', 'receipts', 'ids'])

/** One phone: a disk, a clock, signed-in people, and tabs. */
export class Phone {
  disk = new Disk()
  locks = new PhoneLocks()
  skew = 0
  tabs: Tab[] = []
  /** Steps so far. A process can die at each of them. */
  steps = { storage: 0, network: 0 }
  /** The user acts in this turn. */
  acting = false
  people = new Map<number, { token: string | null; endsAt: number | null }>()
  /** Between these times the server wants no requests of a user (I18). */
  polite = new Map<number, { from: number; until: number }>()
  network: Line
  /** Called for each bug of the engine: every error that no injected fault explains. */
  onBug: (error: unknown, tab: Tab) => void

  constructor(network: Line, onBug: (error: unknown, tab: Tab) => void) {
    this.network = network
    this.onBug = onBug
  }

  async open(userId: number, kind: 'page' | 'worker' = 'page'): Promise<Tab> {
    const tab = new Tab(this, userId, kind)
    await tab.open()
    this.tabs.push(tab)
    return tab
  }

  living(userId?: number): Tab[] {
    return this.tabs.filter((it) => !it.dead && (userId === undefined || it.userId === userId))
  }
}

/** A page, or the service worker: a process of its own on the phone's disk. */
export class Tab implements StorageUser {
  dead = false
  frozenUntil = 0
  robbed = false
  /** The turn in which it was lost. A transaction that began before may still commit. */
  robbedAt = 0
  /** The epoch at that time. */
  robbedIn = 0
  phone: Phone
  userId: number
  kind: 'page' | 'worker'
  db!: DeviceDatabase
  device!: Device
  runner!: Runner
  /** Dies after this many more steps; null for never. */
  crashAtStorage: number | null = null
  crashAtNetwork: number | null = null
  /** Freezes after this many more network steps, and for how long. */
  freezeAtNetwork: number | null = null
  freezeMs = 0
  /** The error, and how many writes succeed before the one that fails with it. */
  failure: { name: 'UnknownError' | 'QuotaExceededError'; left: number } | null = null
  failures = 0
  /** The browser aborts everything after this many more storage steps; null for never. */
  suspendedAtStorage: number | null = null
  /** The page is told that a write was aborted, after this many more commits, and the disk has it; null for never. */
  deniedAtCommit: number | null = null
  /** Of the failures, those after which the app must write again by itself. */
  aborts = 0
  #connection: unknown

  /** Failures that excuse a failing action. An abort excuses none. */
  get excuses(): number {
    return this.failures - this.aborts
  }

  constructor(phone: Phone, userId: number, kind: 'page' | 'worker') {
    this.phone = phone
    this.userId = userId
    this.kind = kind
  }

  get skew(): number {
    return this.phone.skew
  }

  now(): number {
    return Math.round(world.time.now + this.skew)
  }

  async open(): Promise<void> {
    const { phone, userId } = this
    Dexie.dependencies.indexedDB = phone.disk.factory
    Dexie.dependencies.IDBKeyRange = IDBKeyRange
    this.db = new DeviceDatabase(databaseName('town', userId))
    for (const name of onlyForWatching) this.db.unuse({ stack: 'dbcore', name })
    let opened = false
    void this.db.open().then(() => {
      opened = true
    })
    await world.time.settle()
    if (!opened) throw new Error('The database did not open')
    this.#connection = this.db.backendDB()
    claim(this.#connection, this)
    this.device = this.#device()
    this.runner = new Runner(this.device)
    this.runner.onBug = (error) => phone.onBug(error, this)
  }

  #device(): Device {
    const { phone, userId, db } = this
    const device: Device = {
      db,
      userId,
      base: 'https://town.example/api',
      // The simulated platform has classes of its own in place of the real ones.
      fetch: (request) => phone.network.fetch(this, request as unknown as LightRequest) as unknown as Promise<Response>,
      now: () => this.now(),
      random: () => world.chance.next(),
      locks: { request: (name, options, body) => phone.locks.request(this, name, options, body) },
      token: async () => {
        const person = phone.people.get(userId)
        const offset = phone.disk
          .rows<{ name: string; value: number }>(db.name, 'meta')
          .find((it) => it.name === 'clockOffsetMs')
        if (!person?.token) return null
        return person.endsAt !== null && person.endsAt <= this.now() + (offset?.value ?? 0) ? null : person.token
      },
      tokenRefused: async (token) => {
        const person = phone.people.get(userId)
        if (person?.token === token) person.token = null
      },
      doubtWaitMs,
      inFlight: 6,
      keyed: null,
      upstream: null,
      batches: true,
      // Small, so that two batches are often in flight.
      batchSize: 2,
      wake: () => this.runner.schedule(),
      progress: new Map(),
    }
    if (this.kind === 'page')
      device.upload = ({ url, headers, body, signal }, progress) =>
        phone.network.upload(this, url, headers, body as unknown as LightBlob, signal as unknown as LightSignal, () =>
          progress(1, 2),
        ) as unknown as Promise<Response>
    return device
  }

  /** The epoch on the disk. */
  epoch(): number {
    const facts = this.phone.disk.rows<{ name: string; value: unknown }>(this.db.name, 'meta')
    return Number(facts.find((it) => it.name === 'epoch')?.value ?? 0)
  }

  /** Whether it may send: it has the lock, or the tab that stole it died before it wrote an epoch of its own. */
  maySend(): boolean {
    return this.holdsDrain() || (this.robbed && this.epoch() === this.robbedIn)
  }

  /** Whether this tab has the lock. */
  holdsDrain(): boolean {
    return [...this.phone.locks.held.values()].some((it) => it.tab === this)
  }

  onStorageStep(): void {
    this.phone.steps.storage++
    if (this.crashAtStorage !== null && --this.crashAtStorage <= 0) this.die()
  }

  onNetworkStep(): void {
    this.phone.steps.network++
    if (this.freezeAtNetwork !== null && --this.freezeAtNetwork <= 0) {
      this.freezeAtNetwork = null
      this.frozenUntil = world.time.now + this.freezeMs
    }
    if (this.crashAtNetwork !== null && --this.crashAtNetwork <= 0) this.die()
  }

  /** I15: apart from the user's own actions, only the holder of the lock writes to the outbox. */
  onWrite(table: string, began: number): void {
    if (!fenced.has(table) || this.phone.acting || this.maySend() || began < this.robbedAt) return
    this.phone.network.broken.push({ id: 'I15', says: `a tab without the lock wrote to ${table}` })
  }

  writeFails(): 'UnknownError' | 'QuotaExceededError' | null {
    if (!this.failure || --this.failure.left > 0) return null
    const { name } = this.failure
    this.failure = null
    this.#failed()
    return name
  }

  isSuspended(): boolean {
    return this.#abortsNow('suspendedAtStorage')
  }

  commitIsDenied(): boolean {
    return this.#abortsNow('deniedAtCommit')
  }

  /** Counts one step of an armed abort; true at the step where it happens. */
  #abortsNow(armed: 'suspendedAtStorage' | 'deniedAtCommit'): boolean {
    const left = this[armed]
    if (left === null) return false
    this[armed] = left > 1 ? left - 1 : null
    if (left > 1) return false
    this.aborts++
    this.#failed()
    return true
  }

  #failed(): void {
    this.failures++
    // The write that failed may have been the server's Retry-After.
    this.phone.polite.clear()
  }

  /** Kills the process: nothing of it runs any more. */
  die(): void {
    if (this.dead) return
    this.dead = true
    this.runner.end()
    this.phone.locks.drop(this)
    cutOff(this.#connection)
  }

  /** Closes the page. What still runs is cut off all the same. */
  close(): void {
    this.die()
  }
}
