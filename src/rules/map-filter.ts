import { hasAllWords } from './all-words.ts'
import { complaintStatuses } from './complaint-status.ts'
import { inspectionStatuses } from './inspection-status.ts'
import { violationStatuses } from './violation-status.ts'

/** The kinds of records on the map: inspections, violations, complaints. */
export type MatterKind = 'stop' | 'violation' | 'complaint'

export const matterKinds: readonly MatterKind[] = ['stop', 'violation', 'complaint']

/** The filters of the map, as in the URL; '' means any. */
export interface MapFilter {
  /** Hidden kinds, separated by commas. */
  hide: string
  /** '' for open records, `everyStatus`, or a status of one kind: 'violation-1', 'stop-Completed'. */
  status: string
  /** The source of inspections (CF-25). */
  source: string
  /** An inspection's inspector or a violation's assignee: the user id, or the name as in the filter of a list. */
  inspector: string
  /** A code section, for violations: its id, or its number as in the filter of a list. */
  code: string
  /** The first and the last day, 'YYYY-MM-DD'. */
  from: string
  to: string
  /** Words in any column of the record's list, in any order. */
  text: string
}

const everyStatus = 'all'

/** The fields of a record that the filter reads. */
export interface Filtered {
  kind: MatterKind
  source: string
  userId: number | null
  /** The name of the user with that id, as in the filter of a list. */
  person: string
  codes: readonly number[]
  /** The numbers of these code sections, as in the filter of a list. */
  sections: readonly string[]
  /** 'YYYY-MM-DD': an inspection's scheduled day, else the day on which it was created; '' for none. */
  day: string
  /** The text to search, in the form of `searchable`. */
  words: string
}

/** The kind and status that the filter asks for; null if it concerns all kinds. */
export function statusAsked({ status }: Pick<MapFilter, 'status'>): { kind: MatterKind; status: string } | null {
  const [, name = '', asked = ''] = /^([a-z]+)-(.+)$/.exec(status) ?? []
  const kind = matterKinds.find((it) => it === name)
  return kind && asked ? { kind, status: asked } : null
}

/** Whether only open records are shown. An unknown status counts as none. */
export const asksOpen = (filter: Pick<MapFilter, 'status'>): boolean =>
  filter.status !== everyStatus && statusAsked(filter) === null

/** The kinds that can have matches, even if hidden: a source belongs to inspections, a code to violations. */
const possibleKinds = (filter: MapFilter): MatterKind[] =>
  matterKinds.filter(
    (kind) =>
      (statusAsked(filter)?.kind ?? kind) === kind &&
      (filter.source === '' || kind === 'stop') &&
      (filter.code === '' || kind === 'violation'),
  )

export const isHidden = ({ hide }: Pick<MapFilter, 'hide'>, kind: MatterKind): boolean => hide.split(',').includes(kind)

/** Whether a person or a code section of the filter is an id; else it is a text as in the filter of a list. */
export const isId = (value: string): boolean => /^\d+$/.test(value)

/** A test for records that pass the filter, ignoring hidden kinds. Rows are already read by their status. */
export function matches(filter: MapFilter): (it: Filtered) => boolean {
  const kinds = new Set(possibleKinds(filter))
  const { source, inspector, code, from, to } = filter
  const hasWords = hasAllWords(filter.text)
  return (it) =>
    kinds.has(it.kind) &&
    (source === '' || it.source === source) &&
    (inspector === '' || (isId(inspector) ? String(it.userId) === inspector : it.person === inspector)) &&
    (code === '' || (isId(code) ? it.codes.some((id) => String(id) === code) : it.sections.includes(code))) &&
    ((from === '' && to === '') || (it.day !== '' && it.day >= from && (to === '' || it.day <= to))) &&
    hasWords(it.words)
}

/** The choices of the status filter: those of each kind, with the names of its list. */
export const mapStatuses: readonly (readonly [value: string, words: string])[] = [
  [everyStatus, 'Open and closed'],
  ...violationStatuses.map((it) => [`violation-${it.value}`, `Violations: ${it.text}`] as const),
  ...inspectionStatuses.map((it) => [`stop-${it}`, `Inspections: ${it}`] as const),
  ...complaintStatuses.map((it) => [`complaint-${it}`, `Complaints: ${it}`] as const),
]

type Search = Record<string, string>

const filled = (search: Search): Search => Object.fromEntries(Object.entries(search).filter(([, it]) => it !== ''))

/** The URL of the map for what a list shows. A list without a status shows all of them. */
export function mapOf(kind: MatterKind, { status = '', ...others }: Partial<MapFilter>): Search {
  const hide = matterKinds.filter((it) => it !== kind).join()
  return filled({ ...others, hide, status: status === '' ? everyStatus : `${kind}-${status}` })
}

/**
 * The filter of the map for what a list shows with its own filters and with those that every list has; null if the map
 * would show other records.
 */
export function filterOfList(
  kind: MatterKind,
  own: Partial<MapFilter>,
  { text, person, code, from, to }: Record<'text' | 'person' | 'code' | 'from' | 'to', string>,
): Partial<MapFilter> | null {
  const asksTwoPeople = person !== '' && (own.inspector ?? '') !== ''
  // The map has one period, and for inspections it is the days of their own filter.
  const asksTwoPeriods = kind === 'stop' && (from !== '' || to !== '')
  if (asksTwoPeople || asksTwoPeriods || isId(person) || isId(code)) return null
  return { ...(kind === 'stop' ? {} : { from, to }), ...own, ...(person && { inspector: person }), code, text }
}

/** The kind whose list has the same content as the map; null if several kinds are shown, or only open records. */
export function listOf(filter: MapFilter): { kind: MatterKind; status: string } | null {
  const [only, ...others] = possibleKinds(filter).filter((it) => !isHidden(filter, it))
  if (!only || others.length > 0 || asksOpen(filter)) return null
  return { kind: only, status: statusAsked(filter)?.status ?? '' }
}
