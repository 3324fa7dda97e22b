import type * as z from 'zod/mini'
import { walkerOf } from '../contract/marks.ts'
import { definitionOf, type Schema } from '../contract/schema.ts'

/** Wrapper types that do not change what kind of value is inside. */
const wrappers = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch', 'nonoptional'])

/** The fields of an object schema, whatever wraps it; undefined for any other schema. */
export const shapeOf = (schema: z.ZodMiniType): Record<string, z.ZodMiniType> | undefined => {
  const core = definitionOf(coreOf(schema))
  // The contract is written with zod/mini, and so are the inner schemas.
  return core.type === 'object' ? (core.shape as Record<string, z.ZodMiniType>) : undefined
}

/**
 * A body in which texts may stand for numbers and booleans, as clients of the documented API send it. Fields that the
 * contract declares as such are converted. A text that does not fit stays text, and the schema refuses it.
 */
export const coerceValues = (schema: z.ZodMiniType, value: unknown): unknown => leaves.map(schema, value, coerceLeaf)

/**
 * Texts of a form or a query as the types of the schema's fields. An empty text clears the field (null where the schema
 * allows null, else left out). A list comes as several fields of one name or as one JSON text.
 */
export const coerceTexts = (schema: z.ZodMiniType, texts: ReadonlyMap<string, string[]>): Record<string, unknown> => {
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shapeOf(schema) ?? {})) {
    const given = texts.get(name)
    const value = given && readField(field, given)
    if (value !== undefined) values[name] = coerceValues(field, value)
  }
  return values
}

/** Whether a field of the schema holds a number. */
export const takesNumber = (schema: z.ZodMiniType, name: string): boolean => {
  const field = shapeOf(schema)?.[name]
  return field !== undefined && kindOf(coreOf(field)) === 'number'
}

/** The type of a leaf of the contract, unless it is text. */
const kindOf = (schema: Schema): 'number' | 'boolean' | undefined => {
  const def = definitionOf(schema)
  if (def.type === 'number' || def.type === 'boolean') return def.type
  return def.type === 'literal' && def.values.every((value) => typeof value === 'number') ? 'number' : undefined
}

const leaves = walkerOf((schema) => kindOf(schema) !== undefined)

/** Numbers as the documented server accepts them (measured), but no NaN, infinity or exponent (1e3). */
const numeric = /^\s*[+-]?\d+(\.\d+)?\s*$/
const booleans = new Map(
  ['true', 't', 'yes', 'y', 'on', '1']
    .map((text): [string, boolean] => [text, true])
    .concat(['false', 'f', 'no', 'n', 'off', '0'].map((text) => [text, false])),
)

const coerceLeaf = (leaf: Schema, value: unknown): unknown => {
  const isBoolean = kindOf(leaf) === 'boolean'
  // The documented server accepts 1 and 0 for true and false.
  if (isBoolean && typeof value === 'number') return booleans.get(String(value)) ?? value
  if (typeof value !== 'string') return value
  if (isBoolean) return booleans.get(value.toLowerCase()) ?? value
  // A longer text could become infinity.
  return numeric.test(value) && Number.isFinite(Number(value)) ? Number(value) : value
}

const readField = (field: z.ZodMiniType, texts: string[]): unknown => {
  const core = coreOf(field)
  if (definitionOf(core).type === 'array') return listOf(texts)
  const text = texts[0] ?? ''
  if (text !== '') return text
  if (field.safeParse(null).success) return null
  return field.safeParse(undefined).success && definitionOf(core).type !== 'string' ? undefined : ''
}

const listOf = (texts: string[]): unknown => {
  const [only] = texts
  if (texts.length === 1 && only?.startsWith('[')) {
    try {
      return JSON.parse(only)
    } catch {
      return only
    }
  }
  return texts.filter((text) => text !== '')
}

/** The schema inside all wrappers. Of a union, its first member that is not null. */
const coreOf = (schema: Schema): Schema => {
  const def = definitionOf(schema)
  if (wrappers.has(def.type) && 'innerType' in def) return coreOf(def.innerType)
  if (def.type === 'pipe') return coreOf(def.in)
  const first =
    def.type === 'union' ? def.options.find((it) => !['null', 'undefined'].includes(definitionOf(it).type)) : undefined
  return first ? coreOf(first) : schema
}
