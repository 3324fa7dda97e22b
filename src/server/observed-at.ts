import { Refused } from './errors.ts'

/** How far back the time of a device may be. */
const OBSERVED_DAYS = 400

/**
 * When the body says the record was written down in the field. A time in the future or too far back means a wrong
 * clock, and the time of arrival is used instead. A text that is no time is refused.
 */
export const observedAtOf = (body: unknown, now: Date): Date | null => {
  // The body of the comment on a unit is nested (B25).
  const inner = body instanceof Object && 'comment' in body && body.comment instanceof Object ? body.comment : body
  const text = inner instanceof Object && 'observed_at' in inner ? inner.observed_at : undefined
  if (typeof text !== 'string' || text === '') return null
  const at = new Date(text)
  if (Number.isNaN(at.getTime()))
    throw new Refused(422, [
      { type: 'datetime_parsing', loc: ['body', 'observed_at'], msg: 'Input should be a moment' },
    ])
  const age = now.getTime() - at.getTime()
  return age < 0 || age > OBSERVED_DAYS * 86_400_000 ? null : at
}
