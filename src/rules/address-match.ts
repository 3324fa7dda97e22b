import { type AddressWords, searchable, searchedFields, searchText } from './address-text.ts'

/** A text that must stand in an address: at the begin of a field, at the begin of a word, or anywhere. */
export interface Condition {
  text: string
  at: 'field' | 'word' | 'any'
}

/**
 * Which addresses a text finds, and in which order: those with every word of it in some field, in any order and
 * anywhere (C-34). First come those of which a field begins with the whole text, then, of several words, those in which
 * each begins a word, then the others. Each rank is a list of conditions that must all hold; the last one says what is
 * found at all, and every other one implies it. The device and the server both search by these ranks.
 */
export function searchRanks(text: string): readonly (readonly Condition[])[] {
  const words = [...new Set(text.split(' '))]
  const every = (at: Condition['at']) => words.map((word): Condition => ({ text: word, at }))
  const whole: Condition[] = [{ text, at: 'field' }]
  return words.length > 1 ? [whole, every('word'), every('any')] : [whole, every('any')]
}

/** The texts of which one stands in `searchedText` where a condition holds. */
export const needlesOf = ({ text, at }: Condition): readonly string[] =>
  at === 'any' ? [text] : at === 'field' ? [`\n${text}`] : [`\n${text}`, ` ${text}`]

/** An address as searches look through it: each of its fields, tidy and lower-case, behind a line break. */
export const searchedText = (address: AddressWords): string =>
  searchedFields.map((field) => `\n${searchable(address[field] ?? '')}`).join('')

/** Does a search for this text find the address? False while the text is too short. */
export const addressMatches = (address: AddressWords, typed: string): boolean => searchRank(address, typed) !== null

/** The place of the first rank that an address meets; null when the text does not find it or is too short. */
export function searchRank(address: AddressWords, typed: string): number | null {
  const wanted = searchText(typed)
  if (wanted === null) return null
  const text = searchedText(address)
  const rank = searchRanks(wanted).findIndex((all) => holds(text, all.map(needlesOf)))
  return rank < 0 ? null : rank
}

/** Does of each of the needles one stand in a searched text? */
export const holds = (searched: string, all: readonly (readonly string[])[]): boolean =>
  all.every((needles) => needles.some((it) => searched.includes(it)))
