/** Characters that XML 1.0 cannot contain in any form, including lone surrogates. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** All signs for a new line, also those of Word: a line and a page that were ended by hand. */
export const newLines = /\r\n?|[\v\f\u0085\u2028\u2029]/g

/** Marks that change the direction of text. In a letter they could make a text read as another. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g

/** A user's text for a document: all letters stay, characters that no document can contain are removed. */
export const writable = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(newLines, '\n').replaceAll(unwritable, '').replaceAll(directionMarks, '').trim()

/** The lines of a text, for a document format without a line break character. */
export const linesOf = (text: string | null | undefined): string[] => writable(text).split('\n')
