import { Refused } from './errors.ts'

/** How far back a device may say that something was written down. */
const OBSERVED_DAYS = 400

/**
 * When a body says that it was written down in the field. A time in the future or out of reach is a wrong clock: the
 * arrival counts then. A text that is no time is refused.
 */
export const observedAtOf = (body: unknown, now: Date): Date | null => {
  // The comment on a unit comes wrapped (B25).
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
