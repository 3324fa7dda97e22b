import { liveQuery } from 'dexie'

/**
 * Reads, and again after each change of what was read, until the returned function is called. `read` must be an async
 * function, or Dexie stops following after the first await.
 */
export function follow<Result>(
  read: () => Promise<Result>,
  next: (result: Result) => void,
  failed: (error: unknown) => void,
): () => void {
  const subscription = liveQuery(read).subscribe(next, failed)
  return () => subscription.unsubscribe()
}
