import type * as z from 'zod/mini'

/** Any schema of zod. */
export type Schema = z.core.$ZodType

/** What a schema is made of: its kind and its parts. */
export type Definition = z.core.$ZodTypes['_zod']['def']

/** The only place that reads zod's internals. A zod version that changes them breaks only here. */
export const definitionOf = (schema: Schema): Definition => (schema as z.core.$ZodTypes)._zod.def

/** Whether a field may be missing in the input. */
export const mayBeLeftOut = (schema: Schema): boolean => schema._zod.optin === 'optional'

/** The schemas that a schema is made of. */
export const partsOf = (schema: Schema): readonly Schema[] => {
  const def = definitionOf(schema)
  switch (def.type) {
    case 'object':
      return Object.values(def.shape)
    case 'array':
      return [def.element]
    case 'tuple':
      return def.items
    case 'record':
      return [def.valueType]
    case 'union':
      return def.options
    case 'pipe':
      return [def.in, def.out]
    default:
      return 'innerType' in def ? [def.innerType] : []
  }
}
