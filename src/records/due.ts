import type { Citation } from '../contract/citation.ts'
import type { Id } from '../contract/id.ts'
import type { Inspection } from '../contract/inspection.ts'
import type { License } from '../contract/license.ts'
import type { Violation } from '../contract/violation.ts'
import type { AnyRow } from '../db/rows.ts'
import { inspectionStatuses, isPending } from '../rules/inspection-status.ts'
import { licenseTypeText } from '../rules/license-type.ts'
import { personName } from '../rules/person.ts'
import { cutText, numberText } from '../rules/text.ts'
import { violationTypeText } from '../rules/violation-type.ts'
import { openComplaintListing } from './inspection.ts'
import { byDue, type ListSearch } from './list-index.ts'
import { type ListName, listTables } from './list-tables.ts'
import { type Listing, listRange } from './listing.ts'

/** The kinds of records that can be due. */
type DueKind = 'inspection' | 'complaint' | 'violation' | 'citation' | 'license'

/** Something due on a day. */
export interface Due {
  kind: DueKind
  id: Id
  /** 'YYYY-MM-DD' in the town. */
  day: string
  addressId: Id | null
  combadd: string | null
  what: string
  person: string
}

interface Source {
  kind: DueKind
  name: ListName
  listing: Listing
}

/** The lists that are searched for due records: only those that are still open. */
export const dueSources: readonly Source[] = [
  {
    kind: 'violation',
    name: 'violations',
    // Current violations, and those waiting for trial (VL-02).
    listing: { type: 'violation', ranges: [listRange('status', 0), listRange('status', 2)] },
  },
  {
    kind: 'inspection',
    name: 'inspections',
    listing: { type: 'inspection', ranges: inspectionStatuses.filter(isPending).map((it) => listRange('status', it)) },
  },
  {
    kind: 'complaint',
    name: 'complaints',
    listing: openComplaintListing,
  },
  { kind: 'citation', name: 'citations', listing: { type: 'citation', ranges: [listRange('status', 0)] } },
]

/** Licenses that expire soon, without revoked and renewed ones. */
export const licenseSource: Source = {
  kind: 'license',
  name: 'licenses',
  listing: { type: 'license', ranges: [listRange('all')] },
}

/** The search for what is due within some days, soonest first; `person` is a name, '' for everybody. */
export const dueQuestion = ({ name, listing }: Source, due: { from: string; to: string }, person: string) => {
  const search: ListSearch = { text: '', person, from: '', to: '', code: '', narrow: '', due }
  return { name, listing, search, sort: { by: byDue, isDescending: false } }
}

/** A row as something due. The row must be of the source's kind. */
export function dueOf({ kind, name }: Source, row: AnyRow, zone: string): Due {
  const { due, person } = listTables[name]
  const day = due?.(row, zone) ?? ''
  const at = row as { address_id?: Id | null; combadd?: string | null; address?: { combadd?: string | null } | null }
  return {
    kind,
    id: row.id,
    day,
    addressId: at.address_id ?? null,
    combadd: at.combadd ?? at.address?.combadd ?? null,
    what: wordsOf(kind, row),
    person: person?.(row) ?? personName(null, '—'),
  }
}

function wordsOf(kind: DueKind, row: AnyRow): string {
  switch (kind) {
    case 'violation': {
      const { violation_type, description } = row as Violation
      return [violationTypeText(violation_type), cutText(description, 60)].filter(Boolean).join(': ')
    }
    case 'inspection':
      return `${(row as Inspection).source} inspection`
    case 'complaint':
      return ['Complaint', cutText((row as Inspection).description, 60) || numberText(row.id)]
        .filter(Boolean)
        .join(': ')
    case 'citation':
      return `Citation ${(row as Citation).citationid?.trim() || numberText(row.id)}`.trim()
    case 'license': {
      const { license_type, license_number } = row as License
      return `${licenseTypeText(license_type)} ${license_number?.trim() || numberText(row.id)}`.trim()
    }
  }
}
