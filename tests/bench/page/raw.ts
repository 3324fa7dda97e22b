/** The floor of every save: the platform's own database, each commit on the disk before it counts. */
export async function openRaw(name: string): Promise<IDBDatabase> {
  await done(indexedDB.deleteDatabase(name))
  const opening = indexedDB.open(name, 1)
  opening.onupgradeneeded = () => {
    const db = opening.result
    db.createObjectStore('observation', { keyPath: 'id' }).createIndex('area_id', 'area_id')
    const outbox = db.createObjectStore('outbox', { keyPath: 'seq', autoIncrement: true })
    outbox.createIndex('key', 'key', { unique: true })
    outbox.createIndex('state', 'state')
    outbox.createIndex('touches', 'touches', { multiEntry: true })
    outbox.createIndex('needs', 'needs', { multiEntry: true })
    const photos = db.createObjectStore('photos', { keyPath: 'id' })
    photos.createIndex('owner', ['ownerType', 'ownerId'])
    photos.createIndex('state', 'state')
    db.createObjectStore('blobs', { keyPath: ['photo', 'part'] }).createIndex('photo', 'photo')
  }
  return done(opening)
}

/** Writes in one durable transaction. */
export function writeRaw(
  db: IDBDatabase,
  stores: readonly string[],
  write: (it: IDBTransaction) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = db.transaction([...stores], 'readwrite', { durability: 'strict' })
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
    write(transaction)
  })
}

/** The result of one request. */
export const done = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** An observation and its entry, in the very shape in which ours are stored. */
export const rawObservation = (id: number, content: string) => ({
  id,
  area_id: 1,
  content,
  potentialvio: false,
  user_id: 1,
  codes: [],
  photos: [],
  observed_at: new Date().toISOString(),
  created_at: new Date().toISOString(),
})

/** The entry that waits for it. */
export const rawEntry = (content: string) => ({
  key: crypto.randomUUID(),
  command: 'POST /areas/:areaId/observations',
  version: 1,
  params: { areaId: 1 },
  body: { content, potentialvio: false, user_id: 1, codes: [], observed_at: new Date().toISOString() },
  id: 0,
  before: null,
  photo: null,
  state: 'waiting',
  nextAt: 0,
  attempts: 0,
  failures: 0,
  sentAt: null,
  misses: 0,
  baseline: null,
  wire: null,
  keyed: false,
  problem: null,
  capturedAt: Date.now(),
  clockOffsetMs: 0,
  userId: 1,
  touches: ['observation:-1'],
  needs: [],
  group: 'inspection:1',
  barrier: false,
})
