import type { AuditEntry } from '../contract/audit.ts'
import { citations as citationCalls } from '../contract/citation.ts'
import type { StoredOriginal } from '../contract/evidence.ts'
import type { Inspection } from '../contract/inspection.ts'
import type { Service } from '../contract/service.ts'
import { type Violation, type ViolationComment, violations as violationCalls } from '../contract/violation.ts'
import { fineText } from './citation-form.ts'
import { citationBadge, citationStatusOf } from './citation-status.ts'
import { daysBetween, townZone } from './dates.ts'
import { isComplaint } from './inspection-source.ts'
import { inspectionStatusText, notYetConducted } from './inspection-status.ts'
import { type NamedPerson, nameAmong, personName } from './person.ts'
import { serviceWords } from './service.ts'
import { plural } from './text.ts'
import { violationTypeText } from './violation-type.ts'
import { visitedAt } from './visited-at.ts'
import { wallOfText } from './wall-of-text.ts'
import { type Stamped, writtenAt } from './written-at.ts'

/** The kinds of lines in a case file, in the order of its filter. */
export const caseKinds = {
  complaint: 'Complaint',
  inspection: 'Inspection',
  photo: 'Photos',
  violation: 'Violation',
  service: 'Service of the notice',
  extension: 'Extension',
  assignee: 'Assignee',
  comment: 'Comment',
  citation: 'Citation',
  payment: 'Payment',
  abatement: 'Abatement',
} as const
export type CaseKind = keyof typeof caseKinds

/** One line of a case. */
export interface CaseEvent {
  key: string
  kind: CaseKind
  /** The town's wall time, 'YYYY-MM-DDTHH:MM'; null if unknown. */
  at: string | null
  title: string
  /** The text; '' for none. */
  detail: string
  /** Who did it; '' if unknown. */
  who: string
}

interface CitationRow extends Stamped {
  id: number
  citationid?: string | null | undefined
  fine?: number | null | undefined
  updated_at?: string | null | undefined
  user?: NamedPerson | null | undefined
}

/** All known records of a case; unknown ones are left out. */
export interface CaseRecords {
  violation: Violation
  /** The inspection or complaint from which the violation came. */
  inspection: Inspection | null
  comments: readonly ViolationComment[]
  services: readonly Service[]
  citations: readonly CitationRow[]
  /** The office's log and files of it; null if they were never read here. */
  evidence: { files: readonly StoredOriginal[]; events: readonly AuditEntry[] } | null
  people: readonly (NamedPerson & { id: number })[]
}

/**
 * The whole case, oldest first. Lines without a time come last; lines with equal times are in the order of the kinds.
 */
export function caseEvents(records: CaseRecords, zone: string = townZone): CaseEvent[] {
  const order = Object.keys(caseKinds)
  const events = [
    ...visitOf(records, zone),
    ...violationOf(records, zone),
    ...filesOf(records, zone),
    ...servicesOf(records, zone),
    ...commentsOf(records, zone),
    ...citationsOf(records, zone),
    ...changesOf(records, zone),
  ]
  return events.sort((a, b) => {
    if (a.at !== b.at) return a.at === null ? 1 : b.at === null ? -1 : a.at < b.at ? -1 : 1
    return order.indexOf(a.kind) - order.indexOf(b.kind)
  })
}

/** '12 days later', between the days of two lines; null on the same day or if one is unknown. */
export function daysLater(before: string | null | undefined, at: string | null): string | null {
  if (!before || !at) return null
  const days = daysBetween(before.slice(0, 10), at.slice(0, 10))
  return days > 0 ? `${plural(days, 'day')} later` : null
}

const written = (it: Stamped, zone: string) => wallOfText(writtenAt(it), zone)

function visitOf({ inspection }: CaseRecords, zone: string): CaseEvent[] {
  if (!inspection) return []
  const { id, description, status, source, inspector } = inspection
  const who = inspector ? personName(inspector, '') : ''
  const visit: CaseEvent[] = notYetConducted(status)
    ? []
    : [
        {
          key: `inspection ${id}`,
          kind: 'inspection',
          at: visitedAt(inspection, zone),
          title: `Inspection: ${inspectionStatusText(status)}`,
          detail: isComplaint(inspection) ? '' : source,
          who,
        },
      ]
  if (!isComplaint(inspection)) return visit
  const by = inspection.contact?.name?.trim()
  return [
    {
      key: `complaint ${id}`,
      kind: 'complaint',
      at: written(inspection, zone),
      title: by ? `Complaint by ${by}` : 'Complaint',
      detail: description?.trim() ?? '',
      who: '',
    },
    ...visit,
  ]
}

function violationOf({ violation, evidence }: CaseRecords, zone: string): CaseEvent[] {
  const { id, extend, status, closed_at, user, description } = violation
  const event = (kind: CaseKind, title: string, at: string | null, detail = ''): CaseEvent => ({
    key: `${kind} ${id}`,
    kind,
    at,
    title,
    detail,
    who: kind === 'violation' && user ? personName(user, '') : '',
  })
  return [
    event(
      'violation',
      `Violation: ${violationTypeText(violation.violation_type)}`,
      written(violation, zone),
      description ?? '',
    ),
    // The log says when and by whom. Without its entry only the extension itself is known.
    ...(extend && !tellsExtension(evidence, extend)
      ? [fromRecord(evidence, event('extension', `Deadline extended by ${plural(extend, 'day')} in all`, null))]
      : []),
    ...(status === 1 && !tellsAbatement(evidence)
      ? [fromRecord(evidence, event('abatement', 'Abated', wallOfText(closed_at, zone)))]
      : []),
  ]
}

const filesOf = ({ evidence, people }: CaseRecords, zone: string): CaseEvent[] =>
  (evidence?.files ?? []).map((it) => ({
    key: `photo ${it.photo.id}`,
    kind: 'photo',
    at: wallOfText(it.capture?.taken_at ?? it.stored_at, zone),
    title: it.capture?.taken_at ? 'Photo taken' : 'File received',
    detail: it.photo.filename ?? '',
    who: nameAmong(people, it.user_id) ?? '',
  }))

const servicesOf = ({ services, people }: CaseRecords, zone: string): CaseEvent[] =>
  services.map((it) => ({
    key: `service ${it.id}`,
    kind: 'service',
    at: written(it, zone),
    title: `Notice ${serviceWords(it)}`,
    detail: it.voided_at ? `Voided: ${it.void_reason ?? ''}` : (it.note ?? ''),
    who: it.user ? personName(it.user, '') : (nameAmong(people, it.user_id) ?? ''),
  }))

const commentsOf = ({ comments, people }: CaseRecords, zone: string): CaseEvent[] =>
  comments.map((it) => ({
    key: `comment ${it.id}`,
    kind: 'comment',
    at: written(it, zone),
    title: 'Comment',
    detail: it.content,
    who: it.user ? personName(it.user, '') : (nameAmong(people, it.user_id) ?? ''),
  }))

const citationsOf = ({ citations, evidence }: CaseRecords, zone: string): CaseEvent[] =>
  citations.flatMap((it) => {
    const status = citationStatusOf({ ...it })
    const name = it.citationid?.trim() || `#${it.id}`
    const who = it.user ? personName(it.user, '') : ''
    const issued: CaseEvent = {
      key: `citation ${it.id}`,
      kind: 'citation',
      at: written(it, zone),
      title: `Citation ${name}`,
      detail: [typeof it.fine === 'number' ? `Fine ${fineText(it.fine)}` : '', citationBadge(status).text]
        .filter(Boolean)
        .join(', '),
      who,
    }
    // The log says when it was paid. Without its entry, the last change of a paid citation counts.
    const paid: CaseEvent = {
      ...{ key: `payment ${it.id}`, kind: 'payment', at: wallOfText(it.updated_at, zone), who: '' },
      ...{ title: `Citation ${name} paid`, detail: '' },
    }
    return status === 1 && !tellsPayment(evidence, it.id) ? [issued, fromRecord(evidence, paid)] : [issued]
  })

/*
 * Each fact is asked for by itself. A case may be older than the log, or imported, and the log that is kept here may be
 * older than the last change.
 */

type Log = CaseRecords['evidence']

/** A fact that the record alone tells, with these words if the log has been read. */
const fromRecord = (log: Log, event: CaseEvent): CaseEvent =>
  log ? { ...event, detail: 'From the record. The log that was read does not tell of it.' } : event

/** The entries of these calls, without those that were refused. */
const entriesOf = (log: Log, ...calls: string[]) =>
  (log?.events ?? []).filter((it) => it.status < 400 && calls.includes(it.call))

const tellsExtension = (log: Log, days: number): boolean =>
  entriesOf(log, violationCalls.extend.id).some((it) => numberIn(it.body, 'extend') === days)

const tellsAbatement = (log: Log): boolean =>
  entriesOf(log, violationCalls.abate.id, violationCalls.reopen.id).at(-1)?.call === violationCalls.abate.id

const tellsPayment = (log: Log, citationId: number): boolean => {
  const last = entriesOf(log, citationCalls.setStatus.id).findLast((it) => it.record_id === citationId)
  return numberIn(last?.body, 'status') === 1
}

/** Changes of the violation itself, which are only in the log. */
const changesOf = ({ evidence, people }: CaseRecords, zone: string): CaseEvent[] =>
  (evidence?.events ?? []).flatMap((it): CaseEvent[] => {
    const said = changeText(it, people)
    if (!said || it.status >= 400) return []
    return [
      {
        ...said,
        key: `log ${it.id}`,
        at: wallOfText(it.observed_at ?? it.received_at, zone),
        detail: '',
        who: nameAmong(people, it.user_id) ?? '',
      },
    ]
  })

function changeText(
  { call, body }: AuditEntry,
  people: CaseRecords['people'],
): Pick<CaseEvent, 'kind' | 'title'> | null {
  switch (call) {
    case violationCalls.extend.id:
      return { kind: 'extension', title: `Deadline extended by ${plural(numberIn(body, 'extend'), 'day')} in all` }
    case violationCalls.abate.id:
      return { kind: 'abatement', title: 'Abated' }
    case violationCalls.reopen.id:
      return { kind: 'abatement', title: 'Reopened' }
    case violationCalls.assign.id:
      return {
        kind: 'assignee',
        title: `Assigned to ${nameAmong(people, numberIn(body, 'user_id')) ?? 'somebody else'}`,
      }
    case citationCalls.setStatus.id: {
      const status = numberIn(body, 'status')
      return { kind: status === 1 ? 'payment' : 'citation', title: `Citation: ${citationBadge(status).text}` }
    }
    default:
      return null
  }
}

const numberIn = (body: unknown, name: string): number =>
  typeof body === 'object' && body !== null ? Number(Reflect.get(body, name) ?? 0) : 0
