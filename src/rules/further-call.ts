/** What a call can be about, beside a new matter. */
export type Matter = 'complaint' | 'inspection' | 'violation'

interface Call {
  what: Matter
  /** The number that the office knows the record by. */
  id: number
  words: string
  /** Who called, with the number; null for nobody named. */
  caller: string | null
}

/**
 * Another call about a matter that is open already, as a comment: the matter is not doubled, and who reads the record
 * sees how many have called. The documented calls know no link between complaints, and every server keeps comments.
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

/** The words of a further call, without what says which matter it is about. */
export const wordsOfCall = (content: string): string => content.replace(/^Further call about \w+ #\d+( from )?:? ?/, '')
