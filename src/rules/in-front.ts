import { same } from './same.ts'

/**
 * Puts the values of a form that could not be stored in front of those typed after them. A field that only one of the
 * two filled in keeps that value. Two texts become one, on lines of their own, and two lists become one without repeats;
 * of two other values the newer counts.
 */
export function inFront<Values extends object>(failed: Values, newer: Values, blank: Values): Values {
  const both = Object.keys({ ...failed, ...newer }).map((field) => {
    const [old, now, none] = [failed, newer, blank].map((it): unknown => Reflect.get(it, field))
    return [field, joined(old, now, none)]
  })
  // Each field has the type that it has in the two forms.
  return Object.fromEntries(both) as Values
}

function joined(old: unknown, now: unknown, none: unknown): unknown {
  if (same(now, none)) return old
  if (same(old, none) || same(old, now)) return now
  if (typeof old === 'string' && typeof now === 'string') return `${old}\n${now}`
  if (Array.isArray(old) && Array.isArray(now))
    return [...old, ...now.filter((it) => !old.some((other) => same(it, other)))]
  return now
}

/**
 * The same for two half-typed forms, or lists, whose blank values are not known: an empty text, an empty list and null
 * count as blank.
 */
export function bothTyped(older: unknown, newer: unknown): unknown {
  if (!isForm(older) || !isForm(newer)) return joined(older, newer, blankOf(older, newer))
  const fields = Object.keys({ ...older, ...newer })
  const blank = fields.map((field) => [field, blankOf(Reflect.get(older, field), Reflect.get(newer, field))])
  return inFront(older, newer, Object.fromEntries(blank))
}

const isForm = (values: unknown): values is object =>
  typeof values === 'object' && values !== null && !Array.isArray(values)

const blankOf = (...values: unknown[]): unknown =>
  values.find((it) => it === '' || it === null || (Array.isArray(it) && it.length === 0))
