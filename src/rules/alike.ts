import { sameMoment } from './dates.ts'

/**
 * Whether two field values mean the same. Nothing, a blank and a missing field are equal, and so are texts that differ
 * by outer spaces, and date-times in different notations. Case matters: a name changed to capitals is a change.
 */
export const isAlike = (a: unknown, b: unknown): boolean => plain(a) === plain(b)

const plain = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? (sameMoment(value) ?? value.trim()) : JSON.stringify(value)
}
