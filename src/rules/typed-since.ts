import { same } from './same.ts'

/**
 * The text that was typed into a field while its earlier text was being stored. If the earlier text itself was changed,
 * all of it is new.
 */
export const typedSince = (stored: string, now: string): string =>
  now.startsWith(stored) ? now.slice(stored.length).trimStart() : now

/** The values that were typed into a form while its earlier values were being stored; the other fields are blank. */
export function valuesSince<Values extends object>(stored: object, now: Values, blank: Values): Values {
  const since = Object.entries(now).map(([field, value]): [string, unknown] => {
    const [old, none]: unknown[] = [stored, blank].map((it) => Reflect.get(it, field))
    if (same(old, value)) return [field, none]
    return [field, typeof old === 'string' && typeof value === 'string' ? typedSince(old, value) : value]
  })
  // Each field has the type that it has in the form.
  return Object.fromEntries(since) as Values
}
