import { wallTimeText } from './date-text.ts'
import { dayOf, townZone } from './dates.ts'
import { numbered } from './text.ts'
import { wallOfText } from './wall-of-text.ts'
import { type Stamped, writtenAt } from './written-at.ts'

/** Why a visit was not made. */
export const outcomes = ['No entry', 'Locked out', 'Nobody home'] as const

interface Visit {
  id: number
  source: string
}

/**
 * The comment of an inspection that could not be made. It stays at the office for ever, so it names no number that only
 * this device knows.
 */
export const notInspectedText = (outcome: string, { id, source }: Visit): string =>
  `${outcome}${ending({ id, source })}`

const end = ' could not be made.'

const ending = ({ id, source }: Visit): string => `: ${numbered(`${source} inspection`, id)}${end}`

interface Said extends Stamped {
  content?: string | null
}

/** Whether a comment is about a visit that could not be made. */
export const isNotInspected = ({ content }: Said): boolean => content?.endsWith(end) ?? false

/** 'Nobody home 3:18 PM' if that was the last word about an inspection today, from the comments at its address. */
export function notInspectedToday(
  comments: readonly Said[],
  { id, source }: Visit,
  now: Date,
  zone: string = townZone,
): string | null {
  // The comment of an inspection that had no number of the office yet names none.
  const endings = [ending({ id, source }), ending({ id: 0, source })]
  let last = ''
  let words: string | null = null
  for (const it of comments) {
    const outcome = outcomes.find((name) => endings.some((words) => it.content === name + words))
    const at = wallOfText(writtenAt(it), zone)
    if (!outcome || !at?.startsWith(dayOf(now, zone)) || at < last) continue
    last = at
    words = `${outcome} ${wallTimeText(at)}`
  }
  return words
}
