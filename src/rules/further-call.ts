/** What a call can be about, besides something new. */
export type Matter = 'complaint' | 'inspection' | 'violation'

interface Call {
  what: Matter
  /** The record's number at the office. */
  id: number
  words: string
  /** The caller and their number; null if nobody was named. */
  caller: string | null
}

/**
 * Another call about an open record, written as a comment: the record is not duplicated, and its readers see how many
 * people have called. The documented calls have no link between complaints, but every server stores comments.
 */
export const furtherCallText = ({ what, id, words, caller }: Call): string =>
  `Further call about ${what} #${id}${caller ? ` from ${caller}` : ''}: ${words.trim()}`

const beginning = /^Further call about (complaint|inspection|violation) #(\d+)\b/

/** The comments that are further calls about a record. */
export const furtherCallsAbout = <Row extends { content?: string | null }>(
  comments: readonly Row[],
  { what, id }: Pick<Call, 'what' | 'id'>,
): Row[] =>
  comments.filter(({ content }) => {
    const [, about, number] = beginning.exec(content ?? '') ?? []
    return about === what && Number(number) === id
  })

/** The text of a further call, without the part that names the record. */
export const wordsOfCall = (content: string): string => content.replace(/^Further call about \w+ #\d+( from )?:? ?/, '')
