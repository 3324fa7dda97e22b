import type { Address } from '../contract/address.ts'
import type { Business } from '../contract/business.ts'
import type { Citation } from '../contract/citation.ts'
import type { CodeSection } from '../contract/code.ts'
import type { Contact } from '../contract/contact.ts'
import type { Inspection } from '../contract/inspection.ts'
import type { License } from '../contract/license.ts'
import type { Permit } from '../contract/permit.ts'
import type { Room } from '../contract/room.ts'
import type { User } from '../contract/user.ts'
import type { Violation } from '../contract/violation.ts'
import type { DeviceDatabase } from '../db/database.ts'
import type { AnyRow } from '../db/rows.ts'
import { citationBadge, citationStatusOf } from '../rules/citation-status.ts'
import { complaintStatus } from '../rules/complaint-status.ts'
import type { CsvCell } from '../rules/csv.ts'
import { wallTime } from '../rules/dates.ts'
import { dayOfText } from '../rules/day-of-text.ts'
import { deadlineOfViolation } from '../rules/deadline.ts'
import { inspectionStatusText } from '../rules/inspection-status.ts'
import { licenseTypeText } from '../rules/license-type.ts'
import { roleText } from '../rules/permissions.ts'
import { phoneText } from '../rules/phone.ts'
import { sectionNumber } from '../rules/section-number.ts'
import type { SortValue } from '../rules/sort-rows.ts'
import { numberText } from '../rules/text.ts'
import { vacancyText } from '../rules/vacancy.ts'
import { violationBadge } from '../rules/violation-status.ts'
import { violationTypeText } from '../rules/violation-type.ts'

/** What the cells of a table can look up on this device. */
export interface SheetFacts {
  zone: string
  addresses: ReadonlyMap<number, string | null | undefined>
  units: ReadonlyMap<number, string | null | undefined>
  businesses: ReadonlyMap<number, string | null | undefined>
}

/** Reads what the cells of any row can look up on this device. */
export async function sheetFacts(db: DeviceDatabase, zone: string): Promise<SheetFacts> {
  const [addresses, units, businesses] = await Promise.all([
    db.rows('address').toArray(),
    db.rows('unit').toArray(),
    db.rows('business').toArray(),
  ])
  return {
    zone,
    addresses: new Map(addresses.map((it) => [it.id, it.combadd])),
    units: new Map(units.map((it) => [it.id, it.number])),
    businesses: new Map(businesses.map((it) => [it.id, it.name])),
  }
}

/** A column of a list as a file: its head, its cell, and the sort value if it is not the cell. */
type SheetColumn<Row> = readonly [
  head: string,
  cell: (row: Row, facts: SheetFacts) => CsvCell,
  sortBy?: (row: Row, facts: SheetFacts) => SortValue,
]

/** The columns of a list as a file. */
export type Sheet<Row> = readonly SheetColumn<Row>[]

/** '2026-11-20': a day in the town's zone that a spreadsheet can sort. */
const day = (moment: string | null | undefined, { zone }: SheetFacts): string => dayOfText(moment, zone) ?? moment ?? ''

const unsent = 'Not sent yet'

/** The number of an unsent record means nothing outside of this device. */
const number = ({ id }: AnyRow): CsvCell => (id > 0 ? id : unsent)

const order = ({ id }: AnyRow): SortValue => (id > 0 ? id : null)

/** A phone number as the app shows it, or as typed if it does not have ten digits. */
const phone = (text: string | null | undefined) => (phoneText(text) === 'N/A' ? text : phoneText(text))

interface Placed {
  address_id?: number | null | undefined
  combadd?: string | null | undefined
  address?: { combadd?: string | null | undefined } | null | undefined
}

const ownPlace = ({ combadd, address }: Placed) => combadd?.trim() || address?.combadd?.trim()

const place = (row: Placed, { addresses }: SheetFacts) =>
  ownPlace(row) || (row.address_id ? addresses.get(row.address_id) : null)

const unit = ({ unit_id }: { unit_id?: number | null | undefined }, { units }: SheetFacts) =>
  unit_id ? (units.get(unit_id) ?? `#${unit_id}`) : null

const business = ({ business_id }: { business_id?: number | null | undefined }, { businesses }: SheetFacts) =>
  business_id ? (businesses.get(business_id) ?? `#${business_id}`) : null

/** The rows of other tables that the cells of a row look up, as ids; null for none. */
export interface LookUps {
  address: number | null
  unit: number | null
  business: number | null
}

export const lookUpsOf = (
  row: AnyRow & Placed & { unit_id?: number | null; business_id?: number | null },
): LookUps => ({
  address: (!ownPlace(row) && row.address_id) || null,
  unit: row.unit_id || null,
  business: row.business_id || null,
})

/** The heads of the columns whose cells look something up. */
export const lookedUpHeads: readonly string[] = ['Address', 'Unit', 'Business']

export const contactSheet: Sheet<Contact> = [
  ['Name', (it) => it.name],
  ['Email', (it) => it.email],
  ['Phone', (it) => phone(it.phone)],
  ['Notes', (it) => it.notes],
  ['Created', (it, facts) => day(it.created_at, facts)],
]

export const businessSheet: Sheet<Business> = [
  ['Name', (it) => it.name],
  ['Trading As', (it) => it.trading_as],
  ['Address', place],
  ['Unit', (it, facts) => unit(it, facts) ?? 'Whole Building'],
  ['Email', (it) => it.email],
  ['Phone', (it) => phone(it.phone)],
  ['Website', (it) => it.website],
  ['Status', (it) => (it.is_closed ? 'Closed' : 'Open')],
  ['Opened On', (it, facts) => day(it.opened_on, facts)],
  ['Employees', (it) => it.employee_count],
]

export const violationSheet: Sheet<Violation> = [
  ['Violation', number, order],
  ['Violation Type', (it) => violationTypeText(it.violation_type)],
  ['Address', place],
  ['Unit', unit],
  ['Status', (it) => violationBadge(it.status).text, (it) => it.status],
  ['Deadline', (it, facts) => day(deadlineOfViolation(it), facts), deadlineOfViolation],
  ['Codes', (it) => it.codes?.map((code) => sectionNumber(code)).join('; ')],
  ['Description', (it) => it.description],
  ['Inspector', (it) => it.user?.name ?? it.user?.email],
  ['Created', (it, facts) => day(it.created_at, facts), (it) => it.created_at],
]

export const inspectionSheet: Sheet<Inspection> = [
  ['Inspection', number, order],
  ['Source', (it) => it.source],
  ['Status', (it) => inspectionStatusText(it.status), (it) => inspectionStatusText(it.status)],
  [
    'Scheduled Date',
    (it, { zone }) => wallTime(it.scheduled_datetime, zone)?.slice(0, 16).replace('T', ' '),
    (it, { zone }) => wallTime(it.scheduled_datetime, zone),
  ],
  ['Address', place],
  ['Unit', unit],
  ['Business', business],
  ['Inspector', (it) => it.inspector?.name ?? it.inspector?.email],
  ['Created', (it, facts) => day(it.created_at, facts), (it) => it.created_at],
]

export const complaintSheet: Sheet<Inspection> = [
  ['Complaint', number, order],
  ['Description', (it) => it.description],
  ['Status', (it) => complaintStatus(it.status), (it) => complaintStatus(it.status)],
  ['Address', place],
  ['Unit', unit],
  ['Contact', (it) => it.contact?.name],
  ['Inspector', (it) => it.inspector?.name ?? it.inspector?.email],
  ['Created', (it, facts) => day(it.created_at, facts), (it) => it.created_at],
]

export const citationSheet: Sheet<Citation> = [
  ['Citation ID', (it) => it.citationid],
  ['Address', place],
  ['Code', (it) => it.code_name],
  ['Fine', (it) => it.fine],
  ['Deadline', (it, facts) => day(it.deadline, facts), (it) => it.deadline],
  ['Trial Date', (it, facts) => day(it.trial_date, facts)],
  ['Status', (it) => citationBadge(citationStatusOf(it)).text, (it) => citationStatusOf(it)],
  ['Created', (it, facts) => day(it.created_at, facts), (it) => it.created_at],
]

export const licenseSheet: Sheet<License> = [
  ['License', (it) => it.license_number?.trim() || numberText(it.id) || unsent],
  ['Type', (it) => licenseTypeText(it.license_type)],
  ['Address', place],
  ['Business', business],
  ['Fiscal Year', (it) => it.fiscal_year],
  ['Issued', (it, facts) => day(it.date_issued, facts), (it) => it.date_issued],
  ['Expires', (it, facts) => day(it.expiration_date, facts), (it) => it.expiration_date],
  ['Paid', (it) => it.paid === true],
  ['Sent', (it) => it.sent === true],
  ['Revoked', (it) => it.revoked === true],
]

export const permitSheet: Sheet<Permit> = [
  ['Permit', (it) => it.permit_number?.trim() || numberText(it.id) || unsent],
  ['Type', (it) => it.permit_type],
  ['Address', place],
  ['Business', business],
  ['Issued', (it, facts) => day(it.date_issued, facts), (it) => it.date_issued],
  ['Expires', (it, facts) => day(it.expiration_date, facts)],
  ['Paid', (it) => it.paid === true],
]

export const codeSheet: Sheet<CodeSection> = [
  ['Chapter', (it) => it.chapter],
  ['Section', (it) => it.section],
  ['Name', (it) => it.name],
  ['Description', (it) => it.description],
]

export const userSheet: Sheet<User> = [
  ['Name', (it) => it.name],
  ['Email', (it) => it.email],
  ['Phone', (it) => phone(it.phone)],
  ['Role', (it) => roleText(it.role)],
  ['Created', (it, facts) => day(it.created_at, facts)],
]

export const roomSheet: Sheet<Room> = [
  ['Room', (it) => it.name],
  ['Created', (it, facts) => day(it.created_at, facts)],
]

export const vacancySheet: Sheet<Address> = [
  ['Address', (it) => it.combadd],
  ['Property Name', (it) => it.property_name],
  ['Owner Name', (it) => it.ownername],
  ['Owner Address', (it) => it.owneraddress],
  ['Vacancy Status', (it) => vacancyText(it.vacancy_status)],
]

export const sirSheet: Sheet<{ title: string; value: number }> = [
  ['Figure', (it) => it.title],
  ['Count', (it) => it.value],
]
