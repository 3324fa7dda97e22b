/** What XML 1.0 cannot hold at all, in any spelling; a lone half of a character counts. */
const unwritable = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

/** Marks that turn the direction of what follows them: in a letter of the town they could make a text read as another. */
const directionMarks = /[\u202a-\u202e\u2066-\u2069]/g

/** A text of anybody's as a document may hold it: every letter stays, what no document can hold is taken out. */
export const writable = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(unwritable, '').replaceAll(directionMarks, '').replaceAll(/\r\n?/g, '\n').trim()

/** The lines of a text, for a document in which a line break is not a character. */
export const linesOf = (text: string | null | undefined): string[] => writable(text).split('\n')
