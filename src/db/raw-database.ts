/*
 * Workers read a person's database without Dexie, which would make them three times as large. They only read what
 * exists.
 */

/**
 * A connection to a database; fails if it does not exist. Another page may delete or upgrade the database at any time;
 * the connection is closed then.
 */
export async function connectionTo(database: string): Promise<IDBDatabase> {
  const opening = indexedDB.open(database)
  // It must never create a database: the person's was deleted meanwhile.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  const db = await answerOf(opening)
  db.onversionchange = () => db.close()
  return db
}

export function transactionOn<Result>(
  db: IDBDatabase,
  stores: string[],
  mode: IDBTransactionMode,
  act: (store: (name: string) => IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const running = db.transaction(stores, mode)
  return act((name) => running.objectStore(name))
}

/** One transaction on a connection of its own. */
export async function within<Result>(
  database: string,
  stores: string[],
  mode: IDBTransactionMode,
  act: (store: (name: string) => IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const db = await connectionTo(database)
  try {
    return await transactionOn(db, stores, mode, act)
  } finally {
    db.close()
  }
}

export const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
