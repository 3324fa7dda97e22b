/** The number of values kept of one kind: more than a person looks at by turns. */
const most = 20

/** Sets a value in a map that forgets its oldest values, so that it cannot grow without end. */
export function putNewest<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): void {
  map.set(key, value)
  if (map.size <= most) return
  const [oldest] = map.keys()
  if (oldest !== undefined) map.delete(oldest)
}
