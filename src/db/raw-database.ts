/*
 * A person's database read without Dexie, by workers: Dexie would make them three times as large. They only ever read
 * what exists.
 */

/** One transaction on some stores; fails where there is no such database. */
export async function within<Result>(
  database: string,
  stores: string[],
  mode: IDBTransactionMode,
  act: (store: (name: string) => IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const opening = indexedDB.open(database)
  // It must never make a database: the person's was deleted meanwhile.
  opening.onupgradeneeded = () => opening.transaction?.abort()
  const db = await answerOf(opening)
  try {
    const running = db.transaction(stores, mode)
    return await act((name) => running.objectStore(name))
  } finally {
    db.close()
  }
}

export const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
