import type * as z from 'zod/mini'
import { idMarks } from './id-marks.ts'
import { walkerOf } from './marks.ts'
import type { Ref, Replace } from './params.ts'
import type { Schema } from './schema.ts'

const ids = walkerOf((schema) => idMarks.has(schema as z.ZodMiniType))

/**
 * A copy of `value` with `replace` applied to every id that the schema marks. Only marks count: a negative longitude,
 * or a text that looks like an id, is not touched. A value that does not fit the schema stays unchanged, and unknown
 * fields are kept.
 */
export const mapIds = <T>(schema: Schema, value: T, replace: Replace): T =>
  // The walk only replaces numbers with numbers, so the type is still right.
  walk(schema, value, replace) as T

/** Every id in `value` that the schema marks, in the order of the schema. */
export const idsIn = (schema: Schema, value: unknown): Ref[] => {
  const found: Ref[] = []
  walk(schema, value, (of, id) => {
    found.push({ of, id })
    return id
  })
  return found
}

const walk = (schema: Schema, value: unknown, replace: Replace): unknown =>
  ids.map(schema, value, (marked, id) => {
    const mark = idMarks.get(marked as z.ZodMiniType)
    return mark && typeof id === 'number' ? replace(mark.of, id) : id
  })
