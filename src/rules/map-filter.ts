import { hasAllWords } from './all-words.ts'
import { complaintStatuses } from './complaint-status.ts'
import { inspectionStatuses } from './inspection-status.ts'
import { violationStatuses } from './violation-status.ts'

/** The kinds of matters on the map: inspections, violations, complaints. */
export type MatterKind = 'stop' | 'violation' | 'complaint'

export const matterKinds: readonly MatterKind[] = ['stop', 'violation', 'complaint']

/** What the map is narrowed by, as it stands in the address; '' leaves a field open. */
export interface MapFilter {
  /** Kinds that are not shown, with commas between. */
  hide: string
  /** '' for what is open, `everyStatus`, or a status of one kind: 'violation-1', 'stop-Completed'. */
  status: string
  /** Of inspections (CF-25). */
  source: string
  /** The user id of its inspector, or of a violation's assignee. */
  inspector: string
  /** The number of a section of the code, of violations. */
  code: string
  /** The first and the last day, 'YYYY-MM-DD'. */
  from: string
  to: string
  /** Words of the address or of what is written there. */
  text: string
}

const everyStatus = 'all'

/** What the filter looks at in a matter. */
export interface Filtered {
  kind: MatterKind
  source: string
  userId: number | null
  codes: readonly number[]
  /** 'YYYY-MM-DD': an inspection's scheduled day, else the day on which it was recorded; '' for none. */
  day: string
  /** What can be searched, as `searchable` makes it. */
  words: string
}

/** The one kind whose statuses are asked for, and the status; null where the filter is about all kinds. */
export function statusAsked({ status }: Pick<MapFilter, 'status'>): { kind: MatterKind; status: string } | null {
  const [, name = '', asked = ''] = /^([a-z]+)-(.+)$/.exec(status) ?? []
  const kind = matterKinds.find((it) => it === name)
  return kind && asked ? { kind, status: asked } : null
}

/** Whether only what is open is asked for. A status that nobody knows is none. */
export const asksOpen = (filter: Pick<MapFilter, 'status'>): boolean =>
  filter.status !== everyStatus && statusAsked(filter) === null

/** The kinds that the filter can leave something of, whatever is hidden: a source is of inspections, a code of violations. */
const possibleKinds = (filter: MapFilter): MatterKind[] =>
  matterKinds.filter(
    (kind) =>
      (statusAsked(filter)?.kind ?? kind) === kind &&
      (filter.source === '' || kind === 'stop') &&
      (filter.code === '' || kind === 'violation'),
  )

export const isHidden = ({ hide }: Pick<MapFilter, 'hide'>, kind: MatterKind): boolean => hide.split(',').includes(kind)

/** A test for what the filter leaves, but for hidden kinds. Rows are read by their status before. */
export function matches(filter: MapFilter): (it: Filtered) => boolean {
  const kinds = new Set(possibleKinds(filter))
  const { source, inspector, code, from, to } = filter
  const hasWords = hasAllWords(filter.text)
  return (it) =>
    kinds.has(it.kind) &&
    (source === '' || it.source === source) &&
    (inspector === '' || String(it.userId) === inspector) &&
    (code === '' || it.codes.some((id) => String(id) === code)) &&
    ((from === '' && to === '') || (it.day !== '' && it.day >= from && (to === '' || it.day <= to))) &&
    hasWords(it.words)
}

/** The choices of the filter on the status: each kind's own, as their lists name them. */
export const mapStatuses: readonly (readonly [value: string, words: string])[] = [
  [everyStatus, 'Open and closed'],
  ...violationStatuses.map((it) => [`violation-${it.value}`, `Violations: ${it.text}`] as const),
  ...inspectionStatuses.map((it) => [`stop-${it}`, `Inspections: ${it}`] as const),
  ...complaintStatuses.map((it) => [`complaint-${it}`, `Complaints: ${it}`] as const),
]

type Search = Record<string, string>

const filled = (search: Search): Search => Object.fromEntries(Object.entries(search).filter(([, it]) => it !== ''))

/** The address of the map with what a list shows. A list without a status has all of them. */
export function mapOf(kind: MatterKind, { status = '', ...others }: Partial<MapFilter>): Search {
  const hide = matterKinds.filter((it) => it !== kind).join()
  return filled({ ...others, hide, status: status === '' ? everyStatus : `${kind}-${status}` })
}

/** The kind whose list has what the map shows; null while several kinds are shown, or only what is open. */
export function listOf(filter: MapFilter): { kind: MatterKind; status: string } | null {
  const [only, ...others] = possibleKinds(filter).filter((it) => !isHidden(filter, it))
  if (!only || others.length > 0 || asksOpen(filter)) return null
  return { kind: only, status: statusAsked(filter)?.status ?? '' }
}
