import type * as z from 'zod/mini'

/** The part of a schema's definition that tells its kind. */
interface Definition {
  type: string
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
  element?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
}

/** zod keeps the definition of every schema there; `type` names its kind. */
const definitionOf = (schema: z.ZodMiniType): Definition => schema._zod.def as Definition

/** Wrappers that say nothing about the kind of what is inside. */
const wrappers = new Set(['optional', 'nullable', 'default', 'prefault', 'readonly', 'catch', 'nonoptional'])

/** The fields of an object schema, whatever is wrapped around it; undefined for any other schema. */
export const shapeOf = (schema: z.ZodMiniType): Record<string, z.ZodMiniType> | undefined => {
  const core = coreOf(schema)
  return definitionOf(core).type === 'object' ? definitionOf(core).shape : undefined
}

/**
 * Turns the texts of a form or a query into what the schema's fields expect: numbers, booleans, lists. An empty text
 * clears the field (null where the schema has null, else left out); a text that does not fit stays text, and the
 * schema refuses it.
 */
export const coerceTexts = (schema: z.ZodMiniType, texts: ReadonlyMap<string, string[]>): Record<string, unknown> => {
  const shape = shapeOf(schema) ?? {}
  const values: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shape)) {
    const given = texts.get(name)
    if (given === undefined) continue
    const value = coerceField(field, given)
    if (value !== undefined) values[name] = value
  }
  return values
}

/** Does a field of the schema hold a number? */
export const takesNumber = (schema: z.ZodMiniType, name: string): boolean => {
  const field = shapeOf(schema)?.[name]
  return field !== undefined && kindOf(coreOf(field)) === 'number'
}

const coerceField = (field: z.ZodMiniType, texts: string[]): unknown => {
  const core = coreOf(field)
  if (definitionOf(core).type === 'array') return coerceList(definitionOf(core).element, texts)
  const text = texts[0] ?? ''
  if (text === '') {
    if (accepts(field, 'null')) return null
    return accepts(field, 'optional') && kindOf(core) !== 'string' ? undefined : ''
  }
  return coerceText(core, text)
}

const coerceList = (element: z.ZodMiniType | undefined, texts: string[]): unknown => {
  const [only] = texts
  if (texts.length === 1 && only?.startsWith('[')) {
    try {
      return JSON.parse(only)
    } catch {
      return only
    }
  }
  const filled = texts.filter((text) => text !== '')
  return element ? filled.map((text) => coerceText(coreOf(element), text)) : filled
}

const booleans: Record<string, boolean> = { true: true, false: false, '1': true, '0': false, on: true, off: false }

const coerceText = (core: z.ZodMiniType, text: string): unknown => {
  const kind = kindOf(core)
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(text.trim())) return Number(text)
  if (kind === 'boolean') return booleans[text.toLowerCase()] ?? text
  return text
}

/** 'number', 'boolean', 'string' or another kind; a union counts as what its first member that is no null says. */
const kindOf = (core: z.ZodMiniType): string => definitionOf(core).type

const coreOf = (schema: z.ZodMiniType): z.ZodMiniType => {
  const { type, innerType, in: input, options } = definitionOf(schema)
  if (wrappers.has(type) && innerType) return coreOf(innerType)
  if (type === 'pipe' && input) return coreOf(input)
  const first =
    type === 'union' ? options?.find((it) => !['null', 'undefined'].includes(definitionOf(it).type)) : undefined
  return first ? coreOf(first) : schema
}

const accepts = (schema: z.ZodMiniType, what: 'null' | 'optional'): boolean =>
  schema.safeParse(what === 'null' ? null : undefined).success
