import { IDBFactory, IDBTransaction } from 'fake-indexeddb'
import { world } from './platform.ts'
import type { Owner } from './time.ts'

/** The internals of fake-indexeddb that the simulated storage uses. */
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
  /** Undo functions of what was committed but not flushed to the disk, oldest first. */
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
  onabort: ((event: unknown) => void) | null
  onerror: unknown
  oncomplete: ((event: unknown) => void) | null
}

/** A tab as the storage sees it. */
export interface StorageUser extends Owner {
  /** Called before each step. May kill the tab. */
  onStorageStep(): void
  /** Called for each write. `began` is the turn in which its transaction began. */
  onWrite(table: string, began: number): void
  /** The name of the error with which the next write fails, or null. */
  writeFails(): 'UnknownError' | 'QuotaExceededError' | null
  /** Whether the browser now aborts all that is under way, as it does to a suspended app. */
  isSuspended(): boolean
  /** Whether the page is told that a write was aborted that the disk has. */
  commitIsDenied(): boolean
}

const proto = IDBTransaction.prototype as unknown as RawTransaction
const start = proto._start

proto._start = function (this: RawTransaction) {
  const { tab } = this.db
  if (tab) {
    world.time.owner = tab
    if (this.mode !== 'versionchange') tab.onStorageStep()
    if (this.began === undefined && this.mode === 'readwrite') mayBeDenied(this, tab)
    this.began ??= world.time.turns
    running = this
    if (tab.dead) return silence(this)
    if (this.mode !== 'versionchange' && tab.isSuspended()) abortAll(this.db)
  }
  const before = this._state
  start.call(this)
  const { _rawDatabase: raw } = this.db
  if (this._state !== 'finished' || before === 'finished' || this.error || this.mode !== 'readwrite') return
  // A flush also writes everything that was committed before.
  if (this.durability === 'strict') raw.floating = []
  else raw.floating = [...(raw.floating ?? []), ...this._rollbackLog]
}

/** Aborts all open transactions of a tab, which hears of it. */
function abortAll(connection: Connection): void {
  for (const tx of [...connection._rawDatabase.transactions])
    if (tx.db === connection && tx._state !== 'finished') tx._abort(null)
}

/** The page of a browser whose process of databases ends hears of an abort, also where the disk has the data. */
function mayBeDenied(tx: RawTransaction, tab: StorageUser): void {
  const { oncomplete } = tx
  tx.oncomplete = (event) => {
    if (!tab.commitIsDenied()) return oncomplete?.call(tx, event)
    tx.error = new DOMException('The databases are gone', 'UnknownError')
    tx.onabort?.call(tx, event)
  }
}

/** A dead process gets no more events, and its open transactions are rolled back. */
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

/** Ends all open transactions of a tab. */
export function cutOff(connection: unknown): void {
  const { _rawDatabase: raw } = connection as Connection
  for (const tx of [...raw.transactions]) if (tx.db === connection) silence(tx)
}

/** Assigns a connection to a tab. */
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

/** Makes a write fail when the running tab has an injected failure. */
function guardWrites(raw: RawDatabase): void {
  const [store] = raw.rawObjectStores.values()
  if (guarded || !store) return
  guarded = true
  const writing = Object.getPrototypeOf(store) as WritingStore
  const write = writing.storeRecord
  writing.storeRecord = function (record, noOverwrite, log) {
    // Only requests have a log. A rollback must not fail.
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

  /** The rows of a table now. Call it between transactions only. */
  rows<Row>(database: string, table: string): Row[] {
    const store = this.#raw(database)?.rawObjectStores.get(table)
    return store ? [...store.records.values()].map((it) => it.value as Row) : []
  }

  /** The battery is empty: what was not flushed is lost. */
  loseFloating(): void {
    for (const name of this.names()) {
      const raw = this.#raw(name)
      for (const undo of [...(raw?.floating ?? [])].reverse()) undo()
      if (raw) raw.floating = []
    }
  }
}
