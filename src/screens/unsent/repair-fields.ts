import * as z from 'zod/mini'
import { vacancyStatuses } from '../../contract/address.ts'
import { alertKinds } from '../../contract/alert.ts'
import { answerValues } from '../../contract/answer.ts'
import { inspectionStatuses } from '../../contract/inspection.ts'
import { serviceWays } from '../../contract/service.ts'
import { deadlineChoices, violationTypes } from '../../contract/violation.ts'
import { addressFieldName } from '../../rules/address-fields.ts'
import { alertKindText } from '../../rules/alerts.ts'
import { answerWords } from '../../rules/answers.ts'
import { complaintStatuses } from '../../rules/complaint-status.ts'
import { serviceWayText } from '../../rules/service.ts'
import { titleCase } from '../../rules/text.ts'
import { vacancyText } from '../../rules/vacancy.ts'
import type { Choices } from '../../ui/fields.tsx'

/** A field of a refused entry that the user can correct in a small form. */
export interface RepairField {
  name: string
  label: string
  kind: 'line' | 'text' | 'number' | 'flag' | 'wallTime' | 'day' | 'choice'
  choices?: Choices
  value: string | number | boolean | null
}

const labels: Record<string, string> = {
  content: 'Text',
  comment: 'Text',
  number: 'Unit Number/Letter',
  potentialvio: 'Potential violation',
  scheduled_datetime: 'Scheduled',
  citationid: 'Citation ID',
}
const longTexts = new Set(['content', 'notes', 'description', 'comment'])
const named = <Value extends string>(values: readonly Value[], words: (it: Value) => string): Choices =>
  values.map((it) => [it, words(it)])
const choices: Record<string, Choices> = {
  status: inspectionStatuses,
  deadline: deadlineChoices,
  violation_type: violationTypes,
  how: named(serviceWays, (it) => serviceWayText[it]),
  kind: named(alertKinds, alertKindText),
  answer: named(answerValues, answerWords),
  vacancy_status: named(vacancyStatuses, vacancyText),
}
/** Values that the app wrote and nobody should edit. */
const ownFacts = new Set([
  'observed_at',
  'capture_metadata',
  'id',
  'created_at',
  'updated_at',
  'signature',
  'lat',
  'lng',
  'accuracy',
])

/**
 * The text-like fields of a body, in its own order. Ids are not included: they are chosen on the record's screen.
 * `isComplaint`: its status is an answer to "Violation found?" (CP-05).
 */
export function repairFields(body: unknown, isComplaint = false): RepairField[] {
  const { record } = recordIn(body)
  return Object.entries(record).flatMap(([name, value]): RepairField[] => {
    if (ownFacts.has(name) || name.endsWith('_id') || name === 'codes') return []
    // Status codes and totals of days mean nothing to people; they are chosen on the record's screen.
    if ((name === 'status' || name === 'extend') && typeof value === 'number') return []
    if (value !== null && !['string', 'number', 'boolean'].includes(typeof value)) return []
    const label = labels[name] ?? addressFieldName(name) ?? titleCase(name)
    return [{ name, label, value, ...shapeOf(name, value, isComplaint) }]
  })
}

/**
 * The record that a body is, or that its only field contains: a unit's comment is sent as `{comment: {…}}` (UN-13).
 */
function recordIn(body: unknown): { record: object; under: string | null } {
  if (typeof body !== 'object' || body === null) return { record: {}, under: null }
  const [first, ...others] = Object.entries(body)
  const inner: unknown = first?.[1]
  if (!first || others.length > 0 || typeof inner !== 'object' || inner === null || Array.isArray(inner))
    return { record: body, under: null }
  return { record: inner, under: first[0] }
}

function shapeOf(name: string, value: unknown, isComplaint: boolean): Pick<RepairField, 'kind' | 'choices'> {
  if (typeof value === 'boolean') return { kind: 'flag' }
  if (typeof value === 'number') return { kind: 'number' }
  if (name === 'scheduled_datetime') return { kind: 'wallTime' }
  const isFinding = name === 'status' && (isComplaint || value === 'Violation Found' || value === 'No Violation Found')
  const known = isFinding ? complaintStatuses : choices[name]
  // A text outside the choices must stay selectable, or opening the form would already change it.
  if (known && typeof value === 'string')
    return { kind: 'choice', choices: known.some((it) => [it].flat()[0] === value) ? known : [value, ...known] }
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) return { kind: 'day' }
  return { kind: longTexts.has(name) ? 'text' : 'line' }
}

/** What a form of these fields has, by name. */
export type Typed = Readonly<Record<string, string | boolean>>

export const typedOf = (fields: readonly RepairField[]): Typed =>
  Object.fromEntries(fields.map(({ name, value }) => [name, typeof value === 'boolean' ? value : String(value ?? '')]))

/** The body with the typed values, or its problems by field ('' for the whole). */
export function repairedBody(
  schema: z.ZodMiniType,
  body: unknown,
  typed: Typed,
): { kind: 'body'; body: unknown } | { kind: 'problems'; problems: Record<string, string> } {
  const changes = repairFields(body).flatMap((field): [string, unknown][] => {
    const value = typed[field.name]
    return value === undefined ? [] : [[field.name, typedValue(field, value)]]
  })
  const { record, under } = recordIn(body)
  const changed = { ...record, ...Object.fromEntries(changes) }
  const next: unknown = under === null ? changed : { [under]: changed }
  const checked = z.safeParse(schema, next)
  if (checked.success) return { kind: 'body', body: next }
  // If the body has several forms, the problems in the form that was used.
  const issues = checked.error.issues.flatMap((it) =>
    it.code === 'invalid_union' ? (it.errors.find((each) => each.every(({ path }) => path.length > 1)) ?? [it]) : [it],
  )
  const problems = issues.map((it) => [String(it.path[under === null ? 0 : 1] ?? ''), it.message])
  return { kind: 'problems', problems: Object.fromEntries(problems) }
}

function typedValue(field: RepairField, typed: string | boolean): unknown {
  if (field.kind === 'flag') return typed === true
  if (field.kind === 'number') return typed === '' ? null : Number(typed)
  return typed === '' && field.value === null ? null : typed
}
