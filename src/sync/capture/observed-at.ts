import { definitionOf, type Schema } from '../../contract/schema.ts'

/** Says when it was written down, where the call can carry that (G-18): in the body, or in the record inside it. */
export const withObservedAt = ({ body }: { body: Schema }, raw: unknown, at: number): unknown => {
  if (typeof raw !== 'object' || raw === null || 'observed_at' in raw) return raw
  const shape = shapeFor(body, raw)
  if ('observed_at' in shape) return { ...raw, observed_at: new Date(at).toISOString() }
  const [name, ...others] = Object.keys(raw)
  const inner = name === undefined ? undefined : shape[name]
  if (name === undefined || others.length > 0 || !inner) return raw
  return { [name]: withObservedAt({ body: inner }, Reflect.get(raw, name), at) }
}

/** The fields of a body, of one that may be left out as well (abating); of several forms, of the one that was used. */
function shapeFor(schema: Schema, raw: object): Readonly<Record<string, Schema>> {
  // Of the many kinds of schema only these three matter here: objects, what wraps them, and alternatives of them.
  const def = definitionOf(schema)
  if ('innerType' in def) return shapeFor(def.innerType, raw)
  if (def.type === 'object') return def.shape
  if (def.type !== 'union') return {}
  return def.options.map((it) => shapeFor(it, raw)).find((it) => Object.keys(raw).every((name) => name in it)) ?? {}
}
