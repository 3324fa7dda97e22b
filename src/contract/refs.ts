import type * as z from 'zod/mini'
import { idMarks, type RecordType, typeOfParam } from './id.ts'

/** An id, and of what. */
export interface Ref {
  of: RecordType
  id: number
}

type Replace = (of: RecordType, id: number) => number
type Schema = z.core.$ZodType

/**
 * A copy of `value` in which every id that the schema marks went through `replace`. Only marks count: a negative
 * longitude, or a text that looks like an id, is not touched. A value that does not fit the schema stays as it is
 * where it does not fit. Fields that the schema does not know are kept.
 */
export const mapIds = <T>(schema: Schema, value: T, replace: Replace): T =>
  // The walk changes numbers into numbers and nothing else, so the type stands.
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

/** Path parameters with their ids replaced; the type is read from the name: 'areaId'. */
export const mapParams = <P extends Record<string, number>>(params: P, replace: Replace): P =>
  // Same keys, numbers for numbers.
  Object.fromEntries(Object.entries(params).map(([name, id]) => [name, replace(typeOfParam(name), id)])) as P

/** The ids in path parameters. */
export const idsInParams = (params: Record<string, number>): Ref[] =>
  Object.entries(params).map(([name, id]) => ({ of: typeOfParam(name), id }))

function walk(schema: Schema, value: unknown, replace: Replace): unknown {
  if (value === null || value === undefined) return value
  const mark = idMarks.get(schema as z.ZodMiniType)
  if (mark) return typeof value === 'number' ? replace(mark.of, value) : value
  if (!hasMarks(schema)) return value
  // Every schema is one of the known kinds; the discriminant tells which.
  const def = (schema as z.core.$ZodTypes)._zod.def
  switch (def.type) {
    case 'object':
      return isObject(value) ? walkShape(def.shape, value, replace) : value
    case 'array':
      return Array.isArray(value) ? value.map((item) => walk(def.element, item, replace)) : value
    case 'tuple':
      return Array.isArray(value)
        ? value.map((item, at) => (def.items[at] ? walk(def.items[at], item, replace) : item))
        : value
    case 'record':
      return isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, walk(def.valueType, item, replace)]))
        : value
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return walk(def.innerType, value, replace)
    case 'union':
      return walkUnion(def.options, value, replace)
    case 'pipe':
      // A field of a form: text or number comes in, the mark stands on what goes out. Numbers pass unchanged.
      return walk(hasMarks(def.in) ? def.in : def.out, value, replace)
    default:
      return value
  }
}

function walkShape(shape: Readonly<Record<string, Schema>>, value: Record<string, unknown>, replace: Replace) {
  const copy: Record<string, unknown> = { ...value }
  for (const key of Object.keys(shape)) {
    const schema = shape[key]
    if (schema && Object.hasOwn(copy, key)) copy[key] = walk(schema, copy[key], replace)
  }
  return copy
}

/** Walks the option whose required fields the value has; a value that is no object goes to the first that marks ids. */
function walkUnion(options: readonly Schema[], value: unknown, replace: Replace): unknown {
  const fits =
    options.find((option) => hasMarks(option) && hasFieldsOf(option, value)) ??
    options.find((option) => hasMarks(option) && !isObject(value))
  return fits ? walk(fits, value, replace) : value
}

/** Whether the value is an object with every field that an object schema requires. */
function hasFieldsOf(schema: Schema, value: unknown): boolean {
  const def = (schema as z.core.$ZodTypes)._zod.def
  if (def.type !== 'object' || !isObject(value)) return false
  return Object.entries(def.shape).every(
    ([key, field]) => (field as Schema)._zod.optin === 'optional' || Object.hasOwn(value, key),
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const known = new WeakMap<Schema, boolean>()

/** Whether an id is marked anywhere in a schema; asked once per schema, so that long lists of plain values cost nothing. */
function hasMarks(schema: Schema): boolean {
  const before = known.get(schema)
  if (before !== undefined) return before
  known.set(schema, false)
  const found = idMarks.has(schema as z.ZodMiniType) || partsOf(schema).some(hasMarks)
  known.set(schema, found)
  return found
}

function partsOf(schema: Schema): readonly Schema[] {
  const def = (schema as z.core.$ZodTypes)._zod.def
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
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return [def.innerType]
    default:
      return []
  }
}
