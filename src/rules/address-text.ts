/** An address as lists and searches show it. */
export interface AddressWords {
  combadd?: string | null
  property_name?: string | null
  aka?: string | null
  ownername?: string | null
}

/** A search needs this many characters (GS-01, CF-40, LS-04). */
export const minSearchLength = 2

/** The fields in which an address is searched (C-34). */
export const searchedFields = ['combadd', 'property_name', 'aka', 'ownername'] as const satisfies (keyof AddressWords)[]

/** 'property name - combined address (AKA: ...)', without missing parts: the line of the address picker (CF-43). */
export function addressLabel({ property_name, combadd, aka }: AddressWords): string {
  const before = blank(property_name) ? '' : `${property_name} - `
  const after = blank(aka) ? '' : ` (AKA: ${aka})`
  return `${before}${combadd ?? ''}${after}`
}

/** The lines of a search result: property name, combined address, AKA and owner, if present (GS-05). */
export const resultLines = ({ property_name, combadd, aka, ownername }: AddressWords): string[] =>
  [property_name, combadd, blank(aka) ? null : `AKA: ${aka}`, ownername].flatMap((line) =>
    blank(line) ? [] : [line ?? ''],
  )

/** Text as searches compare it: tidied, without case. */
export const searchable = (text: string): string => lowerCase(tidy(text))

/**
 * Text without case, and with one sign for every apostrophe, because phones type another one than keyboards. All
 * positions stay the same, and a part of a text gives the same result as inside it.
 */
// 'İ' is the only letter whose lower case is longer; 'Σ' is the only one that differs at a word's end.
export const lowerCase = (text: string): string =>
  text
    .replaceAll('İ', 'I')
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replace(/[‘’ʼ′]/g, "'")

/** A field on one line, without outer or doubled spaces. A letter and the accent beside it become one sign. */
export const tidy = (text: string): string =>
  isTidy.test(text)
    ? text
    : text
        .normalize()
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim()
// Nearly every text is tidy already, and testing that is six times as fast as tidying it. Texts in other scripts than
// Latin are tidied each time.
const isTidy = /^(?:[!-~\u00a1-\u024f‘’]+(?: [!-~\u00a1-\u024f‘’]+)*)?$/

/** What a typed text searches for; null while it is too short (GS-01, GS-02). */
export function searchText(typed: string): string | null {
  const text = searchable(typed)
  return text.length >= minSearchLength ? text : null
}

const blank = (text: string | null | undefined): boolean => !text?.trim()
