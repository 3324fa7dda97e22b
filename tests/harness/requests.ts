import { IDBCursor, IDBIndex, IDBObjectStore } from 'fake-indexeddb'
import { watchMethods } from './watch-methods.ts'

/** The requests to IndexedDB. `rounds`: how often a transaction waited for all answers before its next request. */
export interface Asked {
  transactions: number
  /** Stores that the transactions locked, added up. */
  stores: number
  requests: number
  rounds: number
  /** Requests by store and kind, as in 'outbox.add'. */
  kinds: Record<string, number>
}

const reads = ['get', 'getKey', 'getAll', 'getAllKeys', 'count', 'openCursor', 'openKeyCursor']
const asking: readonly (readonly [object, readonly string[]])[] = [
  [IDBObjectStore.prototype, [...reads, 'add', 'put', 'delete', 'clear']],
  [IDBIndex.prototype, reads],
  [IDBCursor.prototype, ['continue', 'continuePrimaryKey', 'advance', 'update', 'delete']],
]

/** Counts what `work` asks of IndexedDB, by whomever: nothing else may run meanwhile. */
export async function requestsOf(work: () => Promise<unknown>): Promise<Asked> {
  const asked: Asked = { transactions: 0, stores: 0, requests: 0, rounds: 0, kinds: {} }
  const waiting = new Map<unknown, number>()
  const meet = (target: object, name: string, request: IDBRequest) => {
    const { transaction } = storeOf(target)
    const open = waiting.get(transaction)
    if (open === undefined) {
      asked.transactions++
      asked.stores += transaction.objectStoreNames.length
    }
    const kind = `${storeOf(target).name}.${name}`
    asked.requests++
    asked.kinds[kind] = (asked.kinds[kind] ?? 0) + 1
    if (!open) asked.rounds++
    waiting.set(transaction, (open ?? 0) + 1)
    const answered = () => {
      request.removeEventListener('success', answered)
      request.removeEventListener('error', answered)
      waiting.set(transaction, (waiting.get(transaction) ?? 0) - 1)
    }
    request.addEventListener('success', answered)
    request.addEventListener('error', answered)
  }
  // A cursor's own steps answer with the request that opened it.
  const unwatch = watchMethods(asking, (target, name, answer) =>
    meet(target, name, (answer ?? Reflect.get(target, 'request')) as IDBRequest),
  )
  try {
    await work()
  } finally {
    unwatch()
  }
  return asked
}

function storeOf(target: object): IDBObjectStore {
  if (target instanceof IDBObjectStore) return target
  if (target instanceof IDBIndex) return target.objectStore
  return storeOf(Reflect.get(target, 'source') as IDBObjectStore | IDBIndex)
}
