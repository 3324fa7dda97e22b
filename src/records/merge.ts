import type { AnyRow } from '../db/rows.ts'
import { isAlike } from '../rules/alike.ts'
import type { Asked } from './command.ts'

/** An edit: the form's body, and the fields as the form showed them when it was opened. */
type Edit<Body = unknown> = Pick<Asked<string, Body>, 'body' | 'before'>

/**
 * What the user changed in a form: the fields of the body that differ from what it showed when it was opened. The
 * `write` of a merging command shows only these, so that a newer server copy keeps its other fields.
 */
export function changedFields({ body, before }: Edit): Record<string, unknown> {
  const fields = Object.entries(Object(body))
  return Object.fromEntries(
    fields.filter(([name, value]) => value !== undefined && (!before || isChanged(before, name, value))),
  )
}

/** A field that was not read when the form was opened was not changed by it. */
const isChanged = (before: Record<string, unknown>, name: string, value: unknown): boolean =>
  name in before && !isAlike(before[name], value)

/** A whole record, for a call that clears missing fields: every field of `shape`, changed or as in the fresh row. */
export const mergeWhole =
  <Body extends object>(shape: Record<keyof Body, unknown>) =>
  (fresh: AnyRow, asked: Edit<Body>): Body =>
    // The fields are those of the body's own schema.
    Object.fromEntries(Object.entries({ ...fresh, ...changedFields(asked) }).filter(([name]) => name in shape)) as Body
