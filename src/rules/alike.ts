import { sameMoment } from './dates.ts'

/**
 * Whether two values of a field say the same: nothing, a blank and a field left out are one, and so are texts that
 * differ by spaces around them, and date-times that are written in another form. Case counts: a name written in
 * capitals was changed.
 */
export const isAlike = (a: unknown, b: unknown): boolean => plain(a) === plain(b)

const plain = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? (sameMoment(value) ?? value.trim()) : JSON.stringify(value)
}
