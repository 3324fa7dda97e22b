/**
 * Returns `fresh`, and fills what it leaves out (null or absent) from `known`: objects whose id has not changed, and
 * lists. Servers send a list whole or not at all; an emptied one is []. Example: a violation's codes and comments.
 */
export function keepNested<Row extends object>(known: object, fresh: Row): Row {
  const kept: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(known)) {
    if (typeof value !== 'object' || value === null || (Reflect.get(fresh, field) ?? null) !== null) continue
    const id = Reflect.get(fresh, `${field}_id`)
    const isSameOne = id !== undefined && id === Reflect.get(known, `${field}_id`) && id !== null
    if (Array.isArray(value) || isSameOne) kept[field] = value
  }
  return { ...fresh, ...kept }
}
