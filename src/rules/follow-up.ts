import { dateText } from './date-text.ts'
import { addDays, deadlineMoment, lastMinuteOf, townZone, wallTimeOf } from './dates.ts'
import { deadlineOfViolation, type ViolationDeadline } from './deadline.ts'

/** The state of one code section at the next visit. */
interface FollowedCode {
  /** The section as shown. */
  name: string
  isFixed: boolean
  note: string
  /** The photos of the comment that show it, counted from 1. */
  photos: readonly number[]
}

const opening = (day: string) => `Follow-up ${dateText(day)}`
const words = (isFixed: boolean, name: string) => `${isFixed ? 'Fixed' : 'Not fixed'}: ${name}`

/**
 * A follow-up as text, one line for each section. It is stored as a comment, because every server stores comments and
 * shows them with the violation. `day` is 'YYYY-MM-DD'.
 */
export function followUpText(day: string, codes: readonly FollowedCode[]): string {
  const lines = codes.map(({ name, isFixed, note, photos }) => {
    const shown = photos.length > 0 ? ` (${photos.length > 1 ? 'photos' : 'photo'} ${photos.join(', ')})` : ''
    const said = note.trim().replaceAll(/\s+/g, ' ')
    return `${words(isFixed, name)}${shown}${said && `. ${said}`}`
  })
  return [opening(day), ...lines].join('\n')
}

/** Whether this comment is the follow-up of a day, 'YYYY-MM-DD', or of any day if none is given. */
export const isFollowUp = (content: string, day?: string): boolean =>
  day ? content.split('\n', 1)[0] === opening(day) : /^Follow-up \d+\/\d+\/\d{4}\n/.test(content)

/** Names as a follow-up writes them: of equal ones the second is 'Name (2)', so that each has its own line. */
export const distinct = (names: readonly string[]): string[] =>
  names.map((name, at) => {
    const before = names.slice(0, at).filter((it) => it === name).length
    return before > 0 ? `${name} (${before + 1})` : name
  })

/** What a follow-up says about a section, by its distinct name; null if nothing. */
export function followedCode(content: string, name: string): FollowedCode | null {
  const [own] = linesOn(content, name)
  if (own) return own
  // Earlier versions gave equal names no numbers; their lines are in the order of the sections.
  const [, plain, number] = /^(.*) \((\d+)\)$/.exec(name) ?? []
  const earlier = plain === undefined ? undefined : linesOn(content, plain)[Number(number) - 1]
  return earlier ? { ...earlier, name } : null
}

function linesOn(content: string, name: string): FollowedCode[] {
  const found: FollowedCode[] = []
  for (const line of content.split('\n').slice(1)) {
    const isFixed = line.startsWith(words(true, name))
    if (!isFixed && !line.startsWith(words(false, name))) continue
    const [matched, numbers = '', note = ''] = ending.exec(line.slice(words(isFixed, name).length)) ?? []
    // This is another section whose name begins with this one.
    if (matched === undefined) continue
    found.push({ name, isFixed, note, photos: numbers.split(', ').filter(Boolean).map(Number) })
  }
  return found
}

const ending = /^(?: \(photos? ([\d, ]+)\))?(?:\. (.*))?$/

/** The default time of visits. */
const visitTime = '09:00'

/**
 * When to come back: on the morning of the earliest future deadline, or of the next working day if it is on a weekend
 * or that morning is over. Wall time in the town; null if there is no future deadline.
 */
export function nextVisit(open: readonly ViolationDeadline[], now: Date, zone: string = townZone): string | null {
  const [first] = open
    .flatMap((it) => deadlineMoment(deadlineOfViolation(it), zone) ?? [])
    .filter((it) => it > now)
    .sort((a, b) => a.getTime() - b.getTime())
  if (!first) return null
  const day = lastMinuteOf(first, zone).slice(0, 10)
  const visit = visitFrom(day)
  return visit > wallTimeOf(now, zone) ? visit : visitFrom(addDays(day, 1))
}

/** The first visit on or after a day. */
function visitFrom(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return `${addDays(day, weekday === 6 ? 2 : weekday === 0 ? 1 : 0)}T${visitTime}`
}

/** The fields of an inspection that could be the next visit. */
interface Visit {
  id: number
  inspector_id?: number | null
}

/**
 * The open inspection to move to the next visit: the one from which the violations came, else the person's own, else
 * any.
 */
export const visitToMove = <I extends Visit>(
  visits: readonly I[],
  { from, userId }: { from: ReadonlySet<number>; userId: number },
): I | undefined =>
  visits.find(({ id }) => from.has(id)) ?? visits.find((it) => it.inspector_id === userId) ?? visits[0]
