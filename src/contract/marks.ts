import { definitionOf, mayBeLeftOut, partsOf, type Schema } from './schema.ts'

/** Finds marked schemas inside others, and the values that they describe. */
interface Walker {
  /** Whether a schema contains a mark; cached for each schema, so that long lists of plain values cost nothing. */
  has(schema: Schema): boolean
  /**
   * A copy of `value` with `change` applied to every value of a marked schema. A part that does not fit the schema
   * stays unchanged, and unknown fields are kept.
   */
  map(schema: Schema, value: unknown, change: Change): unknown
}

type Change = (marked: Schema, value: unknown) => unknown

/** A walker over the schemas that `isMarked` selects. */
export const walkerOf = (isMarked: (schema: Schema) => boolean): Walker => {
  const known = new WeakMap<Schema, boolean>()
  const has = (schema: Schema): boolean => {
    const before = known.get(schema)
    if (before !== undefined) return before
    known.set(schema, false)
    const found = isMarked(schema) || partsOf(schema).some(has)
    known.set(schema, found)
    return found
  }
  const map = (schema: Schema, value: unknown, change: Change): unknown => {
    if (value === null || value === undefined || !has(schema)) return value
    if (isMarked(schema)) return change(schema, value)
    return mapParts(has, schema, value, (part, inner) => map(part, inner, change))
  }
  return { has, map }
}

const mapParts = (has: Walker['has'], schema: Schema, value: unknown, map: Change): unknown => {
  // Every schema is of a known kind, given by the discriminant.
  const def = definitionOf(schema)
  switch (def.type) {
    case 'object':
      return isObject(value) ? mapShape(def.shape, value, map) : value
    case 'array':
      return Array.isArray(value) ? value.map((item) => map(def.element, item)) : value
    case 'tuple':
      return Array.isArray(value) ? value.map((item, at) => (def.items[at] ? map(def.items[at], item) : item)) : value
    case 'record':
      return isObject(value)
        ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, map(def.valueType, item)]))
        : value
    case 'union':
      return mapUnion(has, def.options, value, map)
    case 'pipe':
      // A form field: text or a number comes in, and the mark is on the output. Numbers pass unchanged.
      return map(has(def.in) ? def.in : def.out, value)
    default:
      return 'innerType' in def ? map(def.innerType, value) : value
  }
}

const mapShape = (shape: Readonly<Record<string, Schema>>, value: Record<string, unknown>, map: Change) => {
  const copy: Record<string, unknown> = { ...value }
  for (const [key, field] of Object.entries(shape)) if (Object.hasOwn(copy, key)) copy[key] = map(field, copy[key])
  return copy
}

/**
 * Uses the option whose required fields the value has; a value that is no object uses the first option with a mark.
 */
const mapUnion = (has: Walker['has'], options: readonly Schema[], value: unknown, map: Change): unknown => {
  const marked = options.filter(has)
  const fits = marked.find((option) => hasFieldsOf(option, value)) ?? (isObject(value) ? undefined : marked[0])
  return fits ? map(fits, value) : value
}

/** Whether the value is an object with every required field of an object schema. */
const hasFieldsOf = (schema: Schema, value: unknown): boolean => {
  const def = definitionOf(schema)
  if (def.type !== 'object' || !isObject(value)) return false
  return Object.entries(def.shape).every(([key, field]) => mayBeLeftOut(field) || Object.hasOwn(value, key))
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
