import { searchable } from './address-text.ts'

/** A test for `searchable` texts that contain every typed word, in any order. A blank text matches all. */
export function hasAllWords(typed: string): (searched: string) => boolean {
  const words = searchable(typed).split(' ').filter(Boolean)
  return (searched) => words.every((word) => searched.includes(word))
}
