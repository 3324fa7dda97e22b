import { linesOf, writable } from './document-text.ts'
import type { Notice, NoticePhoto, NoticePhotos, NoticeSeal } from './notice.ts'
import { cutText, plural } from './text.ts'

/** A piece of text; bold text must not be missed. Line breaks are `\n`. */
export interface Words {
  text: string
  bold?: boolean
}

/** One part of a letter. Every writer (Word, PDF) draws the same parts, so their texts cannot differ. */
export type Part =
  | { kind: 'heading'; level: 1 | 2 | 3; text: string; startsPage?: boolean }
  | { kind: 'text'; words: Words[]; keepsNext?: boolean }
  | { kind: 'facts'; head: [string, string]; rows: [string, string][] }
  | { kind: 'picture'; jpeg: Uint8Array; width: number; height: number; name: string; says: string }

/** A whole letter as data. All its texts are valid in any document. */
export interface Letter {
  title: string
  /** The subject in the file's properties. */
  subject: string
  /** Title and day. */
  description: string
  townName: string
  /** Below the town's name. */
  office: string
  /** Under the office: address, phone, e-mail. */
  letterhead: string[]
  seal: (NoticeSeal & { says: string }) | null
  /** In the window of the envelope: the name and the mailing address; empty if that is not on file. */
  recipient: string[]
  parts: Part[]
  /** At the foot of every page in one line, so that a loose sheet can be put back. */
  footer: string
}

/** Replaces the number on paper that is handed out before the office has recorded the violation. */
const numberFollows = 'Will follow when the town has recorded it'

/** The notice as a letter (VD-13, G-21). `photos` adds one page of evidence. */
export function letterOf(notice: Notice, photos?: NoticePhotos): Letter {
  const title = notice.number === null ? 'Notice of Violation' : `Notice of Violation ${notice.number}`
  const townName = writable(notice.townName)
  return {
    title,
    subject: writable(notice.address),
    description: `${title}, ${notice.date}`,
    townName,
    office: 'Code Enforcement',
    letterhead: notice.letterhead.map(writable),
    seal: notice.seal && { ...notice.seal, says: `Seal of ${townName}` },
    recipient: recipientOf(notice.owner, notice.mailingLines),
    parts: [...body(notice), ...(photos ? photoPage(notice, photos) : [])],
    footer: footerOf(townName, title, notice.address),
  }
}

/** The lines of the recipient; none without a mailing address. */
export const recipientOf = (name: string, mail: readonly string[]): string[] =>
  mail.length === 0 ? [] : [name, ...mail].flatMap(linesOf)

/** The longest foot of a sheet that can be read in one line, in characters. */
const footLength = 100

/** The foot of each sheet. A long name of the town is cut, because the matter and its address are needed. */
export function footerOf(townName: string, title: string, place: string): string {
  const matter = ` · ${title} · ${linesOf(place).join(' ')}`
  return cutText(cutText(townName, Math.max(20, footLength - matter.length - 1)) + matter, footLength)
}

const heading = (level: 1 | 2 | 3, text: string): Part => ({ kind: 'heading', level, text: lines(text) })
const text = (words: string, keepsNext = false): Part => ({
  kind: 'text',
  words: [{ text: lines(words) }],
  ...(keepsNext ? { keepsNext } : {}),
})
const lines = (words: string): string => linesOf(words).join('\n')

const body = (notice: Notice): Part[] => [
  heading(1, 'Notice of Violation'),
  { kind: 'facts', head: ['About', 'This notice'], rows: factsOf(notice) },
  heading(2, 'To the owner'),
  {
    kind: 'text',
    words: [
      {
        text: `An inspection of the property named above${notice.inspectedOn && ` on ${notice.inspectedOn}`} found the following violations of the municipal code. `,
      },
      // Bold, because the reader must not miss the deadline.
      { text: `They must be corrected ${byWhen(notice)}.`, bold: true },
    ],
  },
  heading(2, 'Violations'),
  ...(notice.codes.length === 0 ? [text('No section of the code is named in this violation.')] : []),
  ...notice.codes.flatMap(({ number, title, description }) => [
    heading(3, title),
    ...(writable(description) === '' ? [] : [text(description, true)]),
    correctiveAction(number, notice),
  ]),
  heading(2, 'Questions'),
  text(
    `If you have questions about this notice, or when the work is done and ready to be inspected again, please contact ${notice.inspector.name}${notice.inspector.phone === '' ? '' : ` at ${notice.inspector.phone}`}.`,
  ),
  ...writable(notice.noticeText)
    .split(/\n\s*\n/)
    .flatMap((it) => (it.trim() === '' ? [] : [text(it)])),
]

/** A violation may be without a deadline, or without the day from which it counts. */
const byWhen = ({ deadline: { date, choice, extendedByDays } }: Notice): string => {
  if (choice === 'Immediate' && extendedByDays === 0) return date === '' ? 'immediately' : `immediately (${date})`
  return date === '' ? 'as soon as possible' : `by ${date}`
}

const deadlineText = ({ deadline: { date, choice, extendedByDays } }: Notice): string => {
  if (date === '') return choice || 'Not set'
  const extended = extendedByDays === 0 ? '' : `extended by ${plural(extendedByDays, 'day')}`
  const how = [choice, extended].filter((it) => it !== '').join(', ')
  return how === '' ? date : `${date} (${how})`
}

/** The requested action, section by section: each is a separate duty, and may be the only one that is read. */
const correctiveAction = (number: string, notice: Notice): Part => {
  const named = writable(number)
  const duty = `Do what ${named === '' ? 'this section' : `section ${named}`} requires ${byWhen(notice)}.`
  return { kind: 'text', words: [{ text: 'Corrective action: ', bold: true }, { text: duty }] }
}

const factsOf = (notice: Notice): [string, string][] => {
  const facts: [string, string][] = [
    ['Notice number', notice.number === null ? numberFollows : String(notice.number)],
    ['Date', notice.date],
    ['Address of the violation', notice.unit ? `${notice.address}\nUnit ${notice.unit}` : notice.address],
    ['Owner', notice.owner],
    ['Mailing address', notice.mailingLines.length === 0 ? 'Not on file' : notice.mailingLines.join('\n')],
    ['Deadline', deadlineText(notice)],
    ['Inspector', notice.inspector.name],
    ['Phone', notice.inspector.phone === '' ? 'Not on file' : notice.inspector.phone],
  ]
  return facts.map(([label, value]) => [label, lines(value)])
}

/** The evidence, on a new page if there are photos: first those of each code section that they prove, then the others. */
const photoPage = (notice: Notice, { photos, leftOut, notHere = 0 }: NoticePhotos): Part[] => {
  const named = new Set(notice.codes.map(({ id }) => id))
  const groups = [
    ...notice.codes.map(({ id, title }) => ({ title, photos: photos.filter(({ codeIds }) => codeIds.includes(id)) })),
    { title: 'Other photos', photos: photos.filter(({ codeIds }) => !codeIds.some((id) => named.has(id))) },
  ].filter((group) => group.photos.length > 0)
  const isPlain = groups.length === 1 && groups[0]?.title === 'Other photos'
  const names = new Map(photos.map((photo, at) => [photo, photoName(photo, at)]))
  const of = notice.number === null ? 'the violation' : `violation ${notice.number}`
  const left = leftOut + notHere
  return [
    { kind: 'heading', level: 2, text: 'Photo Evidence', startsPage: photos.length > 0 },
    ...(photos.length === 0 && notHere === 0 ? [text('There are no photos of this violation.')] : []),
    ...groups.flatMap((group) => [
      ...(isPlain ? [] : [heading(3, group.title)]),
      ...group.photos.map((photo) => picture(photo, names.get(photo) ?? '', of)),
    ]),
    ...(left === 0 ? [] : [text(`Not shown here: ${plural(left, 'further file')} in the record of the town.`)]),
  ]
}

const picture = ({ jpeg, width, height }: NoticePhoto, name: string, of: string): Part => ({
  kind: 'picture',
  jpeg,
  width,
  height,
  name,
  says: `Photo of ${of}: ${name}`,
})

/** The app sends photos under names that only computers read, so they are numbered instead. */
const photoName = ({ filename }: NoticePhoto, at: number): string =>
  /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/i.test(filename) ? `Photo ${at + 1}` : writable(filename)
