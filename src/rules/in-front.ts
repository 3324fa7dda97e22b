import { same } from './same.ts'

/**
 * Puts the values of a form that could not be stored in front of those typed after them. A field that only one of the
 * two filled in keeps that value. Two texts become one, on lines of their own, unless one of them has the lines of the
 * other already; two lists become one without repeats; of two other values the newer counts.
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
  if (typeof old === 'string' && typeof now === 'string') return textInFront(old, now)
  if (Array.isArray(old) && Array.isArray(now))
    return [...old, ...now.filter((it) => !old.some((other) => same(it, other)))]
  return now
}

/** Joining what is joined already changes nothing: two pages of one form that keep their texts together come to an end. */
function textInFront(old: string, now: string): string {
  if (hasLines(now, old)) return now
  return hasLines(old, now) ? old : `${old}\n${now}`
}

const hasLines = (text: string, lines: string): boolean => `\n${text}\n`.includes(`\n${lines}\n`)

/**
 * The same where the fields of a form depend on each other, and the newer form is about something else: its fields stay
 * as they are. What only the older one has is told in words, in front of its own: nothing is lost, and nothing is filed
 * at the wrong record.
 */
export function toldInFront<Values extends object>(
  older: Values,
  newer: Values,
  field: keyof Values,
  told: readonly (string | null | undefined)[],
): Values {
  const said = [...told.filter((it) => it), older[field]].filter((it) => it !== '')
  const words = said.length === 0 ? newer[field] : joined(said.join('\n'), newer[field], '')
  return { ...newer, [field]: words }
}

/** The values of a joined form without those of one of the two: the values of the other. */
export function without<Values extends object>(both: Values, own: Values, blank: Values): Values {
  const left = Object.entries(both).map(([field, value]: [string, unknown]) => {
    const [mine, none]: unknown[] = [own, blank].map((it) => Reflect.get(it, field))
    return [field, withoutOwn(value, mine, none)]
  })
  // Each field has the type that it has in the form.
  return Object.fromEntries(left) as Values
}

function withoutOwn(value: unknown, mine: unknown, none: unknown): unknown {
  if (same(value, mine)) return none
  if (Array.isArray(value) && Array.isArray(mine)) return value.filter((it) => !mine.some((other) => same(it, other)))
  if (typeof value !== 'string' || typeof mine !== 'string' || mine === '' || !hasLines(value, mine)) return value
  return `\n${value}\n`.replace(`\n${mine}\n`, () => '\n').slice(1, -1)
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
