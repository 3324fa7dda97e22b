import type * as z from 'zod/mini'
import type { Endpoint } from '../../contract/endpoint.ts'

/** Says when it was written down, where the call can carry that (G-18): in the body, or in the record inside it. */
export const withObservedAt = ({ body }: Pick<Endpoint, 'body'>, raw: unknown, at: number): unknown => {
  if (typeof raw !== 'object' || raw === null || 'observed_at' in raw) return raw
  const shape = shapeFor(body, raw)
  if ('observed_at' in shape) return { ...raw, observed_at: new Date(at).toISOString() }
  const [name, ...others] = Object.keys(raw)
  const inner = name === undefined ? undefined : shape[name]
  if (name === undefined || others.length > 0 || !inner) return raw
  return { [name]: withObservedAt({ body: inner }, Reflect.get(raw, name), at) }
}

/** The fields of a body, of one that may be left out as well (abating); of several forms, of the one that was used. */
function shapeFor(schema: z.ZodMiniType, raw: object): Record<string, z.ZodMiniType> {
  // Of the many kinds of schema only these three matter here: objects, what wraps them, and alternatives of them.
  const { innerType, options, shape }: Def = Object(schema._zod.def)
  if (innerType) return shapeFor(innerType, raw)
  const shapes = options?.map((it) => shapeFor(it, raw))
  return shapes ? (shapes.find((it) => Object.keys(raw).every((name) => name in it)) ?? {}) : (shape ?? {})
}

interface Def {
  innerType?: z.ZodMiniType
  options?: z.ZodMiniType[]
  shape?: Record<string, z.ZodMiniType>
}
