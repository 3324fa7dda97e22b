import * as z from 'zod/mini'

/** Every kind of record that has ids of its own. */
export const recordTypes = [
  'address',
  'unit',
  'inspection',
  'area',
  'observation',
  'violation',
  'violationComment',
  'citation',
  'comment',
  'contact',
  'contactComment',
  'business',
  'code',
  'room',
  'prompt',
  'license',
  'permit',
  'user',
  'alert',
  'answer',
  'service',
] as const
export type RecordType = (typeof recordTypes)[number]

/**
 * Positive: given by the server. Negative: made on this device and not yet sent
 * (minus the number of the outbox entry that makes the record). Never 0.
 */
export type Id = number

/** Which schemas are ids, and of what: the engine replaces local ids by these marks, never by a field's name or sign. */
export const idMarks = z.registry<{ of: RecordType }>()

/** An id of a record of this type. Each call is a schema of its own, so that a mark speaks for one field only. */
export const idOf = (of: RecordType, problem = 'Not an id') => {
  const schema = z.int(problem).check(z.refine((id) => id !== 0, problem))
  idMarks.add(schema, { of })
  return schema
}

/** The type of record that a path parameter names: 'area' for 'areaId'. */
export const typeOfParam = (name: string): RecordType => {
  const type = recordTypes.find((it) => name === `${it}Id`)
  if (!type) throw new Error(`No record type is named by the path parameter ${name}`)
  return type
}
