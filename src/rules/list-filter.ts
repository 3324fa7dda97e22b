import { searchable } from './address-text.ts'
import { wallTime } from './dates.ts'
import { type CitationDeadlineFacts, isPastDue } from './deadline.ts'
import { inspectionStatusText } from './inspection-status.ts'

/** What the inspections list is narrowed by; '' leaves a field open (IL-01). Days are 'YYYY-MM-DD'. */
interface InspectionFilter {
  source: string
  status: string
  from: string
  to: string
}

/** Is an inspection in the filter: from 00:00:00 of the first day to 23:59:59 of the last (IL-01)? */
export function isInInspectionFilter(
  row: { source?: string | null; status?: string | null; scheduled_datetime?: string | null },
  { source, status, from, to }: InspectionFilter,
): boolean {
  if (source !== '' && row.source !== source) return false
  if (status !== '' && inspectionStatusText(row.status) !== status) return false
  if (from === '' && to === '') return true
  // Wall times of one form compare as text; an unscheduled inspection is on no day.
  const day = wallTime(row.scheduled_datetime)?.slice(0, 10) ?? null
  return day !== null && (from === '' || day >= from) && (to === '' || day <= to)
}

/** What the citations list is narrowed by (CT-01); '' and null leave a field open. */
interface CitationFilter {
  idText: string
  status: number | null
  due: '' | 'Past Due' | 'Not Past Due'
}

/** Is a citation in the filter (CT-01)? */
export function isInCitationFilter(
  row: CitationDeadlineFacts & { citationid?: string | null },
  { idText, status, due }: CitationFilter,
  now: Date,
): boolean {
  if (!searchable(row.citationid ?? '').includes(searchable(idText))) return false
  if (status !== null && row.status !== status) return false
  return due === '' || isPastDue(row, now) === (due === 'Past Due')
}

/** What the licences list is narrowed by (LC-01); null and '' leave a field open. */
interface LicenseFilter {
  paid: boolean | null
  sent: boolean | null
  /** Part of the address, or the id of the address or the licence. */
  address: string
}

/** Is a licence in the filter (LC-01)? A flag that was never set counts as not set. */
export function isInLicenseFilter(
  row: {
    id: number
    paid?: boolean | null
    sent?: boolean | null
    combadd?: string | null
    address_id?: number | null
  },
  { paid, sent, address }: LicenseFilter,
): boolean {
  if (paid !== null && Boolean(row.paid) !== paid) return false
  if (sent !== null && Boolean(row.sent) !== sent) return false
  const wanted = searchable(address)
  return searchable(row.combadd ?? '').includes(wanted) || [row.address_id, row.id].some((id) => String(id) === wanted)
}
