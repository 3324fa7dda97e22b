/** Values grouped by a key; each group keeps the order of the values. */
export function groupedBy<Value, Key>(all: Iterable<Value>, keyOf: (it: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>()
  for (const it of all) {
    const group = groups.get(keyOf(it))
    if (group) group.push(it)
    else groups.set(keyOf(it), [it])
  }
  return groups
}
