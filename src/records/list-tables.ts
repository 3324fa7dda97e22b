import type { RecordType } from '../contract/id.ts'
import type { AnyRow, Rows } from '../db/rows.ts'
import { businessMatches, contactMatches } from '../rules/contact-search.ts'
import { deadlineMoment, lastMinuteOf, wallTime } from '../rules/dates.ts'
import { dayOfText } from '../rules/day-of-text.ts'
import { deadlineOfViolation } from '../rules/deadline.ts'
import { citationMatches, licenseMatches } from '../rules/list-filter.ts'
import { personName } from '../rules/person.ts'
import { renewedLicenses } from '../rules/renewed-licenses.ts'
import { sectionNumber } from '../rules/section-number.ts'
import {
  businessSheet,
  citationSheet,
  complaintSheet,
  contactSheet,
  inspectionSheet,
  licenseSheet,
  permitSheet,
  type Sheet,
  violationSheet,
} from './sheets.ts'

/** The lists that grow with the town. */
export type ListName =
  | 'violations'
  | 'inspections'
  | 'complaints'
  | 'citations'
  | 'licenses'
  | 'permits'
  | 'contacts'
  | 'businesses'

/** What is known of a list's rows besides their cells. */
export interface ListTable<Row = AnyRow> {
  type: RecordType
  /** The lists of the index that together have every row of the type once; the list's own is the first. */
  lists: readonly string[]
  sheet: Sheet<Row>
  /** The name of the row's person. */
  person?: (row: Row) => string | null
  /** The time or day for the filter on days. */
  moment?: (row: Row) => string | null | undefined
  /** The day in the town on which something is due, 'YYYY-MM-DD'; '' for none. */
  due?: (row: Row, zone: string) => string
  /** The ids of rows of which nothing is due any more, because of other rows of the list. */
  settled?: (rows: readonly Row[], zone: string) => ReadonlySet<number>
  /** The sections of the code in the row, as text. */
  codes?: (row: Row) => string[]
  /** The list's own text filter, as specified. */
  narrow?: (row: Row, typed: string) => boolean
}

const nameOf = (person: Parameters<typeof personName>[0]): string | null => personName(person, '') || null

/** The last day of a deadline in the town; '' if there is none. */
const lastDay = (deadline: string | null | undefined, zone: string): string => {
  const passes = deadlineMoment(deadline, zone)
  return passes ? lastMinuteOf(passes, zone).slice(0, 10) : ''
}

const tableOf = <Type extends RecordType>(
  type: Type,
  { lists = ['all'], ...table }: Omit<ListTable<Rows[Type]>, 'type' | 'lists'> & { lists?: string[] },
): ListTable =>
  ({
    ...table,
    lists,
    type,
    // Each table holds rows of its own type, checked against the contract before they were stored.
  }) as unknown as ListTable

/** How each list is searched, sorted and exported. */
export const listTables: Record<ListName, ListTable> = {
  violations: tableOf('violation', {
    sheet: violationSheet,
    person: (it) => nameOf(it.user),
    moment: (it) => it.created_at,
    due: (it, zone) => lastDay(deadlineOfViolation(it), zone),
    codes: (it) => (it.codes ?? []).map((code) => sectionNumber(code)),
  }),
  inspections: tableOf('inspection', {
    lists: ['all', 'complaint'],
    sheet: inspectionSheet,
    person: (it) => nameOf(it.inspector),
    due: (it, zone) => wallTime(it.scheduled_datetime, zone)?.slice(0, 10) ?? '',
  }),
  complaints: tableOf('inspection', {
    lists: ['complaint', 'all'],
    sheet: complaintSheet,
    person: (it) => nameOf(it.inspector),
    due: (it, zone) => wallTime(it.scheduled_datetime, zone)?.slice(0, 10) ?? '',
    moment: (it) => it.created_at,
  }),
  citations: tableOf('citation', {
    sheet: citationSheet,
    person: (it) => nameOf(it.user),
    moment: (it) => it.deadline,
    due: (it, zone) => lastDay(it.deadline, zone),
    codes: (it) => (it.code_name?.trim() ? [it.code_name.trim()] : []),
    narrow: citationMatches,
  }),
  licenses: tableOf('license', {
    sheet: licenseSheet,
    moment: (it) => it.expiration_date,
    due: (it, zone) => (it.revoked ? '' : (dayOfText(it.expiration_date, zone) ?? '')),
    settled: renewedLicenses,
    narrow: licenseMatches,
  }),
  permits: tableOf('permit', { sheet: permitSheet, moment: (it) => it.date_issued }),
  contacts: tableOf('contact', { sheet: contactSheet, narrow: contactMatches }),
  businesses: tableOf('business', { sheet: businessSheet, narrow: businessMatches }),
}
