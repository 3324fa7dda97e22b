import { IDBTransaction } from 'fake-indexeddb'

interface RawTransaction {
  mode: string
  error: unknown
  _state: string
  _start(): void
}

/** Counts changes of the disk: a process that dies anywhere between two of them leaves the same disk. */
export const commits = { count: 0 }

const proto = IDBTransaction.prototype as unknown as RawTransaction
const start = proto._start

proto._start = function (this: RawTransaction) {
  const before = this._state
  start.call(this)
  if (this.mode === 'readwrite' && this._state === 'finished' && before !== 'finished' && !this.error) commits.count++
}
