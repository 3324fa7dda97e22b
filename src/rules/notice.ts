import type { Address } from '../contract/address.ts'
import type { Unit } from '../contract/unit.ts'
import type { UserChip } from '../contract/user.ts'
import type { Violation } from '../contract/violation.ts'
import { dayOf } from './dates.ts'
import { dayOfText } from './day-of-text.ts'
import { deadlineOfViolation } from './deadline.ts'
import { mailingLines } from './owner-lines.ts'
import { phoneText } from './phone.ts'
import { sectionNumber } from './section-number.ts'
import { writtenAt } from './written-at.ts'

/** The content of a notice of violation (G-21), with texts as typed. */
export interface Notice {
  /** The number of the violation; null until the office has assigned one. */
  number: number | null
  townName: string
  /** Lines under the town's name: its address and the ways to reach it. */
  letterhead: readonly string[]
  /** The town's own last paragraph; blank for none. */
  noticeText: string
  /** null for a town without one. */
  seal: NoticeSeal | null
  /** The day of the notice. */
  date: string
  address: string
  unit: string | null
  owner: string
  /** The lines of the owner's mailing address; empty if the address book has none. */
  mailingLines: string[]
  /** When the violation was observed. */
  inspectedOn: string
  /** `number` is the section's own, because it cannot be told from the title: both may contain a colon. */
  codes: { id: number; number: string; title: string; description: string }[]
  deadline: { date: string; choice: string; extendedByDays: number }
  inspector: { name: string; phone: string }
}

/** The town's seal at the head of the letter. */
export interface NoticeSeal {
  png: Uint8Array
  width: number
  height: number
}

/** A photo of the violation in the letter, as a JPEG. */
export interface NoticePhoto {
  jpeg: Uint8Array
  filename: string
  width: number
  height: number
  /** Code sections that the photo proves; empty if the sender named none. */
  codeIds: number[]
}

/** The photos of a letter, and what it leaves out. */
export interface NoticePhotos {
  photos: NoticePhoto[]
  /** Files of the record that are not in the letter: not pictures, or too many. */
  leftOut: number
  /** Photos of the record that the device which made the letter does not have. */
  notHere?: number
}

/**
 * The most photos in a letter, so that it can be mailed. The letter says how many are left out; the record has all.
 */
export const maxNoticePhotos = 24

type OwnerFields = 'ownername' | 'owneraddress' | 'ownercity' | 'ownerstate' | 'ownerzip'
type NoticeViolation = Pick<
  Violation,
  'id' | 'address_id' | 'combadd' | 'codes' | 'deadline' | 'deadline_date' | 'extend' | 'observed_at' | 'created_at'
> & { unit?: Pick<Unit, 'number'> | null | undefined }

/** The records from which a notice is made. */
export interface NoticeRecords {
  violation: NoticeViolation
  /** Null if unknown; then the owner is unknown too. */
  address: Pick<Address, OwnerFields> | null
  /** The assignee; null for none. */
  inspector: Pick<UserChip, 'name' | 'email' | 'phone'> | null
}

/** The town's part of a letter: its letterhead, its own paragraph, its seal and zone, and today's day. */
interface NoticeTown {
  townName: string
  letterhead?: readonly string[]
  noticeText?: string
  seal: NoticeSeal | null
  zone: string
  now: Date
}

/** The content of the notice, made from the same records in the same way at the office and on a device. */
export function noticeOf({ violation, address, inspector }: NoticeRecords, town: NoticeTown): Notice {
  const on = (stamp: string | null | undefined) => letterDate(dayOfText(stamp?.trim(), town.zone))
  return {
    number: violation.id > 0 ? violation.id : null,
    townName: town.townName,
    letterhead: town.letterhead ?? [],
    noticeText: town.noticeText ?? '',
    seal: town.seal,
    date: letterDate(dayOf(town.now, town.zone)),
    address: violation.combadd?.trim() ? violation.combadd : `Address #${violation.address_id}`,
    unit: violation.unit?.number ?? null,
    owner: address?.ownername?.trim() ? address.ownername : 'Property owner',
    mailingLines: address ? mailingLines(address) : [],
    inspectedOn: on(writtenAt(violation)),
    codes: (violation.codes ?? []).map((code) => {
      const number = sectionNumber(code, ' - ')
      return { id: code.id, number, title: sectionTitle(number, code.name), description: code.description ?? '' }
    }),
    deadline: {
      date: on(deadlineOfViolation(violation)),
      choice: violation.deadline ?? '',
      extendedByDays: violation.extend ?? 0,
    },
    inspector: {
      name: inspector?.name?.trim() ? inspector.name : (inspector?.email ?? 'Code Enforcement'),
      phone: phoneLine(inspector?.phone),
    },
  }
}

/** A day, 'YYYY-MM-DD', as the letter writes it: '11/20/2026'; '' for none. */
const letterDate = (text: string | null): string => {
  if (!text) return ''
  const [year, month, day] = text.split('-')
  return `${month}/${day}/${year}`
}

/** '50 - 1.0: Tall grass'. */
const sectionTitle = (number: string, name: string | null | undefined): string =>
  [number, name?.trim()].filter(Boolean).join(': ')

/** '(410) 555-0100'. A number in another form stays as typed; blank if there is none. */
const phoneLine = (phone: string | null | undefined): string => {
  const formatted = phoneText(phone)
  return formatted === 'N/A' ? (phone ?? '') : formatted
}
