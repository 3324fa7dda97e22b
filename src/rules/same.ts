/**
 * Deep equality of two JSON values; an undefined field equals a missing one. Anything else, such as a Map or bytes, is
 * equal to itself only.
 */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (!isJson(a) || !isJson(b)) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const fields = Object.keys(a).filter((key) => Reflect.get(a, key) !== undefined)
  const others = Object.keys(b).filter((key) => Reflect.get(b, key) !== undefined)
  return fields.length === others.length && fields.every((key) => same(Reflect.get(a, key), Reflect.get(b, key)))
}

const isJson = (value: unknown): value is object => {
  if (typeof value !== 'object' || value === null) return false
  const kind = Object.getPrototypeOf(value)
  return kind === Object.prototype || kind === Array.prototype || kind === null
}
