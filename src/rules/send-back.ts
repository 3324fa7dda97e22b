import { type Stamped, writtenAt } from './written-at.ts'

/** A record that can be under review. */
type Reviewed = 'complaint' | 'inspection'

/**
 * Why an inspection was sent back from review, as a comment on its address or contact: the documented calls have no
 * comments on inspections, and every server stores these. The inspector reads it on Today and at the inspection.
 */
export const sentBackText = (what: Reviewed, id: number, words: string): string =>
  `Sent back: ${what} #${id}: ${words.trim()}`

/** The contacts whose comments can hold the words: those of inspections without an address. */
export const contactsWithWords = (
  records: readonly { address_id?: number | null; contact_id?: number | null }[],
): number[] => [...new Set(records.flatMap((it) => (it.address_id ? [] : (it.contact_id ?? []))))]

const beginning = /^Sent back: (?:complaint|inspection) #(\d+): /

interface Said extends Stamped {
  content?: string | null
}

/** The latest reason for which each inspection was sent back, by its number. */
export function lastSentBack(comments: readonly Said[]): Map<number, string> {
  const last = new Map<number, { at: string; words: string }>()
  for (const { content, ...it } of comments) {
    const [start, id] = beginning.exec(content ?? '') ?? []
    if (!start || !content) continue
    const at = writtenAt(it) ?? ''
    const known = last.get(Number(id))
    if (!known || known.at <= at) last.set(Number(id), { at, words: content.slice(start.length) })
  }
  return new Map([...last].map(([id, { words }]) => [id, words]))
}
