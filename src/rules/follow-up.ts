import { dateText } from './date-text.ts'
import { addDays, deadlineMoment, lastMinuteOf, townZone } from './dates.ts'
import { deadlineOfViolation, type ViolationDeadline } from './deadline.ts'

/** What became of one section of the code by the next visit. */
interface FollowedCode {
  /** The section as it is shown. */
  name: string
  isFixed: boolean
  note: string
  /** Which photos of the comment show it, from 1 on. */
  photos: readonly number[]
}

const opening = (day: string) => `Follow-up ${dateText(day)}`
const words = (isFixed: boolean, name: string) => `${isFixed ? 'Fixed' : 'Not fixed'}: ${name}`

/**
 * A follow-up in plain words, a line for each section. It is kept as a comment, because every server of the API keeps
 * comments and shows them with the violation. `day` is 'YYYY-MM-DD'.
 */
export function followUpText(day: string, codes: readonly FollowedCode[]): string {
  const lines = codes.map(({ name, isFixed, note, photos }) => {
    const shown = photos.length > 0 ? ` (${photos.length > 1 ? 'photos' : 'photo'} ${photos.join(', ')})` : ''
    const said = note.trim().replaceAll(/\s+/g, ' ')
    return `${words(isFixed, name)}${shown}${said && `. ${said}`}`
  })
  return [opening(day), ...lines].join('\n')
}

/** Is this comment the follow-up of a day, 'YYYY-MM-DD'; of any day where none is named? */
export const isFollowUp = (content: string, day?: string): boolean =>
  day ? content.split('\n', 1)[0] === opening(day) : /^Follow-up \d+\/\d+\/\d{4}\n/.test(content)

/** What a follow-up says of a section; null where it says nothing of it. */
export function followedCode(content: string, name: string): FollowedCode | null {
  for (const line of content.split('\n').slice(1)) {
    const isFixed = line.startsWith(words(true, name))
    if (!isFixed && !line.startsWith(words(false, name))) continue
    const [matched, numbers = '', note = ''] = ending.exec(line.slice(words(isFixed, name).length)) ?? []
    // Another section, whose name begins with this one.
    if (matched === undefined) continue
    return { name, isFixed, note, photos: numbers.split(', ').filter(Boolean).map(Number) }
  }
  return null
}

const ending = /^(?: \(photos? ([\d, ]+)\))?(?:\. (.*))?$/

/** Visits begin at this time unless somebody sets another. */
const visitTime = '09:00'

/**
 * When to come back: in the morning of the earliest deadline that is still to come, or of the Monday after it where it
 * ends at a weekend. As wall time in the town; null where no deadline is to come.
 */
export function nextVisit(open: readonly ViolationDeadline[], now: Date, zone: string = townZone): string | null {
  const [first] = open
    .flatMap((it) => deadlineMoment(deadlineOfViolation(it), zone) ?? [])
    .filter((it) => it > now)
    .sort((a, b) => a.getTime() - b.getTime())
  return first ? `${workday(lastMinuteOf(first, zone).slice(0, 10))}T${visitTime}` : null
}

function workday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return addDays(day, weekday === 6 ? 2 : weekday === 0 ? 1 : 0)
}

/** An inspection that can be the next visit, as this device knows it. */
interface Visit {
  id: number
  inspector_id?: number | null
}

/**
 * The open inspection of the place that goes on with the next visit: the one that the violations came from, else one's
 * own, else any.
 */
export const visitToMove = <I extends Visit>(
  visits: readonly I[],
  { from, userId }: { from: ReadonlySet<number>; userId: number },
): I | undefined =>
  visits.find(({ id }) => from.has(id)) ?? visits.find((it) => it.inspector_id === userId) ?? visits[0]
