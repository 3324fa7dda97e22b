/*
 * Workers read a person's database without Dexie, which would make them three times as large. They only read what
 * exists.
 */

/** One transaction on some stores; fails if the database does not exist. */
export async function within<Result>(
  database: string,
  stores: string[],
  mode: IDBTransactionMode,
  act: (store: (name: string) => IDBObjectStore) => Promise<Result>,
): Promise<Result> {
  const opening = indexedDB.open(database)
  // It must never create a database: the person's was deleted meanwhile.
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
