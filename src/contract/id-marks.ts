import * as z from 'zod/mini'
import type { RecordType } from './id.ts'

/** Which schemas are ids, and of what: the engine replaces local ids by these marks, never by a field's name or sign. */
export const idMarks = z.registry<{ of: RecordType }>()

/** An id of a record of this type. Each call is a schema of its own, so that a mark speaks for one field only. */
export const idOf = (of: RecordType, problem = 'Not an id') => {
  const schema = z.int(problem).check(z.refine((id) => id !== 0, problem))
  idMarks.add(schema, { of })
  return schema
}
