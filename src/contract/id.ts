import * as z from 'zod/mini'

/** Every type of record with its own ids. */
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
 * Positive: assigned by the server. Negative: made on this device and not sent yet (minus the number of the outbox
 * entry that makes the record). Never 0.
 */
export type Id = number

/**
 * Which schemas are ids, and of what type. The engine replaces local ids by these marks, never by a field's name or
 * sign.
 */
export const idMarks = z.registry<{ of: RecordType }>()

/** An id of a record of this type. Each call returns a new schema, so a mark applies to one field only. */
export const idOf = (of: RecordType, problem = 'Not an id') => {
  const schema = z.int(problem).check(z.refine((id) => id !== 0, problem))
  idMarks.add(schema, { of })
  return schema
}

/** The record type of a path parameter: 'area' for 'areaId'. */
export const typeOfParam = (name: string): RecordType => {
  const type = recordTypes.find((it) => name === `${it}Id`)
  if (!type) throw new Error(`No record type is named by the path parameter ${name}`)
  return type
}
