import { definitionOf, type Schema } from '../../contract/schema.ts'

/** Adds the time of writing to the body, or to the record inside it, if the call has a field for it (G-18). */
export const withObservedAt = (body: Schema, raw: unknown, at: number): unknown => {
  if (typeof raw !== 'object' || raw === null || 'observed_at' in raw) return raw
  const shape = shapeFor(body, raw)
  if ('observed_at' in shape) return { ...raw, observed_at: new Date(at).toISOString() }
  const [name, ...others] = Object.keys(raw)
  const inner = name === undefined ? undefined : shape[name]
  if (name === undefined || others.length > 0 || !inner) return raw
  return { [name]: withObservedAt(inner, Reflect.get(raw, name), at) }
}

/**
 * The fields of a body schema. Optional bodies are unwrapped (abating); of a union, the alternative that fits the
 * body.
 */
function shapeFor(schema: Schema, raw: object): Readonly<Record<string, Schema>> {
  // Only three kinds of schema matter here: objects, wrappers around them, and unions of them.
  const def = definitionOf(schema)
  if ('innerType' in def) return shapeFor(def.innerType, raw)
  if (def.type === 'object') return def.shape
  if (def.type !== 'union') return {}
  return def.options.map((it) => shapeFor(it, raw)).find((it) => Object.keys(raw).every((name) => name in it)) ?? {}
}
