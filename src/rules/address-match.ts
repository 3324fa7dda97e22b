import { type AddressWords, searchable, searchedFields, searchText } from './address-text.ts'

/** A text that an address must contain: at the start of a field, at the start of a word, or anywhere. */
export interface Condition {
  text: string
  at: 'field' | 'word' | 'any'
}

/**
 * Which addresses a text finds, and in which order. An address matches if every word is in some of its fields, in any
 * order (C-34). First come addresses with a field that begins with the whole text; then, for several words, those with
 * a word beginning with each; then the others. Each rank is a list of conditions that must all hold. The last rank
 * decides what is found at all, and every other rank implies it. The device and the server both use these ranks.
 */
export function searchRanks(text: string): readonly (readonly Condition[])[] {
  const words = [...new Set(text.split(' '))]
  const every = (at: Condition['at']) => words.map((word): Condition => ({ text: word, at }))
  const whole: Condition[] = [{ text, at: 'field' }]
  return words.length > 1 ? [whole, every('word'), every('any')] : [whole, every('any')]
}

/** The texts, one of which must be in `searchedText` for a condition to hold. */
export const needlesOf = ({ text, at }: Condition): readonly string[] =>
  at === 'any' ? [text] : at === 'field' ? [`\n${text}`] : [`\n${text}`, ` ${text}`]

/** An address as searches read it: each field, tidied and lower-case, after a line break. */
export const searchedText = (address: AddressWords): string =>
  searchedFields.map((field) => `\n${searchable(address[field] ?? '')}`).join('')

/** Whether a search for this text finds the address. False while the text is too short. */
export const addressMatches = (address: AddressWords, typed: string): boolean => searchRank(address, typed) !== null

/** The first rank that an address meets; null if the text does not find it or is too short. */
export function searchRank(address: AddressWords, typed: string): number | null {
  const wanted = searchText(typed)
  if (wanted === null) return null
  const text = searchedText(address)
  const rank = searchRanks(wanted).findIndex((all) => holds(text, all.map(needlesOf)))
  return rank < 0 ? null : rank
}

/** Whether a searched text contains at least one needle of each group. */
export const holds = (searched: string, all: readonly (readonly string[])[]): boolean =>
  all.every((needles) => needles.some((it) => searched.includes(it)))
