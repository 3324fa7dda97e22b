import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import type { License } from '../../contract/license.ts'
import type { Permit } from '../../contract/permit.ts'
import type { Violation } from '../../contract/violation.ts'
import { licenseTypeText } from '../../rules/license-type.ts'
import { cutText } from '../../rules/text.ts'
import { violationTypeText } from '../../rules/violation-type.ts'

/** A record in a card of recent activity: its name, its screen, where and when. */
export interface ActivityLine {
  id: Id
  text: string
  type: 'inspection' | 'license' | 'violation' | 'permit' | 'complaint'
  addressId: Id | null | undefined
  combadd: string | null | undefined
  at: string | null | undefined
}

/** This many characters of a complaint's description are its name. */
const nameLength = 60

export const inspectionLine = (it: Inspection): ActivityLine => ({
  ...placeOf(it, it.address?.combadd),
  text: it.source,
  type: 'inspection',
})

export const complaintLine = (it: Inspection): ActivityLine => ({
  ...placeOf(it, it.address?.combadd),
  text: complaintName(it),
  type: 'complaint',
})

export const licenseLine = (it: License): ActivityLine => ({
  ...placeOf(it, it.combadd),
  text: licenseName(it),
  type: 'license',
})

export const permitLine = (it: Permit): ActivityLine => ({
  ...placeOf(it, it.combadd),
  text: [it.permit_type?.trim() || 'Permit', it.permit_number?.trim()].filter(Boolean).join(' '),
  type: 'permit',
})

export const violationLine = (it: Violation): ActivityLine => ({
  ...placeOf(it, it.combadd),
  text: violationTypeText(it.violation_type),
  type: 'violation',
})

/** A complaint by its first words, else by its number. */
export const complaintName = (it: Pick<Inspection, 'id' | 'description'>): string =>
  cutText(it.description?.trim(), nameLength) || (it.id > 0 ? `Complaint #${it.id}` : 'New complaint')

/** A licence by its type and number. */
export const licenseName = (it: Pick<License, 'license_type' | 'license_number'>): string =>
  [licenseTypeText(it.license_type), it.license_number?.trim()].filter(Boolean).join(' ')

const placeOf = (
  it: { id: Id; address_id?: Id | null; created_at?: string | null },
  combadd: string | null | undefined,
) => ({ id: it.id, addressId: it.address_id, combadd, at: it.created_at })
