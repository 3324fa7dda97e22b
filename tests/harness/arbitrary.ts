import fc from 'fast-check'
import type * as z from 'zod/mini'

/** The parts of a schema's definition that values are generated from. */
interface Definition {
  type: string
  format?: string
  innerType?: z.ZodMiniType
  in?: z.ZodMiniType
  options?: readonly z.ZodMiniType[]
  element?: z.ZodMiniType
  shape?: Record<string, z.ZodMiniType>
  entries?: Record<string, string | number>
  values?: readonly (string | number | boolean | null)[]
  checks?: readonly { _zod: { def: { format?: string; pattern?: RegExp } } }[]
}

const definitionOf = (schema: z.ZodMiniType): Definition => schema._zod.def as Definition

/** Text of every kind: from people, machines and attackers. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('Attic', 'Tall grass', '2B', '12 ELM STREET', 'x'.repeat(3000)) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('', ' ', '0', 'null', 'NaN', 'true', '-1', '1e9', '[]', '{}', '../..', '%00'),
  },
  { weight: 2, arbitrary: fc.constantFrom("' or 1=1 --", '<script>', '\u202e', 'é\u0301', '🏚️', '\u0000', '\ud800') },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
)

const anyNumber = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(1, 2, 3) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0, -1, 1.5, 1e9, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 999_999, 0.1, 12_345_678.905),
  },
)

const byFormat: Record<string, fc.Arbitrary<string>> = {
  email: fc.constantFrom('rose@town.example', 'not an email', 'ROSE@TOWN.EXAMPLE', "o'neil+1@a-b.example"),
  date: fc.constantFrom('2026-11-20', '2024-02-29', '2026-02-30', '0000-00-00', '9999-12-31', '20 Nov'),
}

/**
 * Moments, days and wall times, valid and invalid. The fields are plain texts; only their names tell which kind they
 * hold.
 */
const anyMoment = fc.constantFrom(
  '2026-11-20T14:00:00Z',
  '2026-11-20T14:00',
  '2026-11-20T25:99',
  '2026-02-30T00:00:00Z',
  '1999-01-01T00:00:00.123456+05:45',
  '+275760-09-13T00:00:00Z',
  'yesterday',
  '',
)

/** Values that a schema accepts, and now and then one that it does not. */
export const valuesOf = (schema: z.ZodMiniType, name = ''): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 14, arbitrary: fitting(schema, name) }, { weight: 1, arbitrary: garbage })

const garbage = fc.oneof(fc.jsonValue({ maxDepth: 2 }), anyText, fc.constantFrom(null, [], {}, true, -1, 1e21))

const fitting = (schema: z.ZodMiniType, name: string): fc.Arbitrary<unknown> => {
  const it = definitionOf(schema)
  const inner = it.innerType ?? it.in
  switch (it.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(it.shape ?? {}).map(([key, field]) => [key, valuesOf(field, key)])),
        { requiredKeys: Object.entries(it.shape ?? {}).flatMap(([key, field]) => (isOptional(field) ? [] : [key])) },
      )
    case 'array':
      return fc.array(it.element ? valuesOf(it.element, name) : garbage, { maxLength: 4 })
    case 'union':
      return fc.oneof(...(it.options ?? []).map((option) => fitting(option, name)))
    case 'enum':
      return fc.constantFrom(...Object.values(it.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(it.values ?? []))
    case 'nullable':
      return fc.oneof({ weight: 4, arbitrary: inner ? fitting(inner, name) : garbage }, fc.constant(null))
    case 'number':
      return anyNumber
    case 'boolean':
      return fc.boolean()
    case 'string':
      return textOf(it, name)
    default:
      return inner ? fitting(inner, name) : garbage
  }
}

const textOf = (it: Definition, name: string): fc.Arbitrary<string> => {
  const formats = [it.format, ...(it.checks ?? []).map((check) => check._zod.def.format)]
  const known = formats.map((format) => byFormat[format ?? '']).find(Boolean)
  if (known) return known
  if (/_at$|At$|datetime|_date$|^deadline$/.test(name)) return anyMoment
  if (name === 'fiscal_year') return fc.constantFrom('2026-2027', '2027', '')
  if (name === 'capture_metadata') return fc.constantFrom('{"lat":1,"lng":2}', '{"lat":999}', '{', 'null', '')
  return anyText
}

const isOptional = (schema: z.ZodMiniType) => schema.safeParse(undefined).success
