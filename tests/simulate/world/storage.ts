import { IDBFactory, IDBTransaction } from 'fake-indexeddb'
import { world } from './platform.ts'
import type { Owner } from './time.ts'

/** Of fake-indexeddb's insides, what the simulated storage takes hold of. */
interface RawRecord {
  key: unknown
  value: unknown
}
interface RawStore {
  records: { values(): Iterable<RawRecord>; size(): number }
  keyGenerator: { num: number } | null
}
interface RawDatabase {
  rawObjectStores: Map<string, RawStore>
  transactions: RawTransaction[]
  processTransactions(): void
  /** Ways back from what was committed without reaching the disk, oldest first. */
  floating?: (() => void)[]
}
interface Connection {
  _rawDatabase: RawDatabase
  tab?: StorageUser
}
interface RawTransaction {
  db: Connection
  mode: string
  durability: string
  error: unknown
  _state: string
  _started: boolean
  _rollbackLog: (() => void)[]
  began?: number
  _requests: { request: { onsuccess: unknown; onerror: unknown; readyState: string } }[]
  _start(): void
  _abort(name: string | null): void
  _markFinished(): void
  onabort: unknown
  onerror: unknown
  oncomplete: unknown
}

/** A tab as storage knows it. */
export interface StorageUser extends Owner {
  /** Told before each step; may end the tab. */
  onStorageStep(): void
  /** Told of each write of the outbox and what goes with it; `began` counts the turns. */
  onWrite(table: string, began: number): void
  /** A failure of the next write, by name, or null. */
  writeFails(): 'UnknownError' | 'QuotaExceededError' | null
}

const proto = IDBTransaction.prototype as unknown as RawTransaction
const start = proto._start

proto._start = function (this: RawTransaction) {
  const { tab } = this.db
  if (tab) {
    world.time.owner = tab
    if (this.mode !== 'versionchange') tab.onStorageStep()
    this.began ??= world.time.turns
    running = this
    if (tab.dead) return silence(this)
  }
  const before = this._state
  start.call(this)
  const { _rawDatabase: raw } = this.db
  if (this._state !== 'finished' || before === 'finished' || this.error || this.mode !== 'readwrite') return
  // What reaches the disk takes everything committed before it along.
  if (this.durability === 'strict') raw.floating = []
  else raw.floating = [...(raw.floating ?? []), ...this._rollbackLog]
}

/** A process that died says nothing more, and what it had not committed is undone. */
function silence(tx: RawTransaction): void {
  if (tx._state === 'finished') return
  for (const { request } of tx._requests) {
    request.onsuccess = null
    request.onerror = null
  }
  tx.onabort = null
  tx.onerror = null
  tx.oncomplete = null
  tx._abort(null)
  tx.db._rawDatabase.processTransactions()
}

/** Ends everything that a tab has open. */
export function cutOff(connection: unknown): void {
  const { _rawDatabase: raw } = connection as Connection
  for (const tx of [...raw.transactions]) if (tx.db === connection) silence(tx)
}

/** Tells storage whose connection this is. */
export function claim(connection: unknown, tab: StorageUser): void {
  const it = connection as Connection
  it.tab = tab
  guardWrites(it._rawDatabase)
}

interface WritingStore {
  name: string
  storeRecord(record: unknown, noOverwrite: boolean, log?: unknown): unknown
  deleteRecord(key: unknown, log?: unknown): unknown
}
let guarded = false
let running: RawTransaction | null = null

const tell = (table: string) => {
  const tab = world.time.owner as StorageUser | null
  tab?.onWrite?.(table, running?.began ?? 0)
}

/** Lets a write fail when the running tab's storage is to fail. */
function guardWrites(raw: RawDatabase): void {
  const [store] = raw.rawObjectStores.values()
  if (guarded || !store) return
  guarded = true
  const writing = Object.getPrototypeOf(store) as WritingStore
  const write = writing.storeRecord
  writing.storeRecord = function (record, noOverwrite, log) {
    // Only a request has a log; undoing must not fail.
    const failure = log ? (world.time.owner as StorageUser | null)?.writeFails?.() : null
    if (failure) throw new DOMException('Storage failed', failure)
    if (log) tell(this.name)
    return write.call(this, record, noOverwrite, log)
  }
  const remove = writing.deleteRecord
  writing.deleteRecord = function (key, log) {
    if (log) tell(this.name)
    return remove.call(this, key, log)
  }
}

/** The disk of one phone. */
export class Disk {
  factory = new IDBFactory()

  #raw(name: string): RawDatabase | undefined {
    return (this.factory as unknown as { _databases: Map<string, RawDatabase> })._databases.get(name)
  }

  /** The names of all databases. */
  names(): string[] {
    return [...(this.factory as unknown as { _databases: Map<string, RawDatabase> })._databases.keys()]
  }

  /** The rows of a table as they lie on the disk now; between transactions only. */
  rows<Row>(database: string, table: string): Row[] {
    const store = this.#raw(database)?.rawObjectStores.get(table)
    return store ? [...store.records.values()].map((it) => it.value as Row) : []
  }

  /** The battery is gone: what had not reached the disk never happened. */
  loseFloating(): void {
    for (const name of this.names()) {
      const raw = this.#raw(name)
      for (const undo of [...(raw?.floating ?? [])].reverse()) undo()
      if (raw) raw.floating = []
    }
  }
}
