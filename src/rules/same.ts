/** Deep equality of two JSON values; an undefined field equals a missing one. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const fields = Object.keys(a).filter((key) => Reflect.get(a, key) !== undefined)
  const others = Object.keys(b).filter((key) => Reflect.get(b, key) !== undefined)
  return fields.length === others.length && fields.every((key) => same(Reflect.get(a, key), Reflect.get(b, key)))
}
