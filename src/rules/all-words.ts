import { searchable } from './address-text.ts'

/** A test for texts, `searchable` ones, that hold every typed word, in any order; a blank text leaves all of them. */
export function hasAllWords(typed: string): (searched: string) => boolean {
  const words = searchable(typed).split(' ').filter(Boolean)
  return (searched) => words.every((word) => searched.includes(word))
}
