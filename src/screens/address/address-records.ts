import type { Business } from '../../contract/business.ts'
import type { Citation } from '../../contract/citation.ts'
import type { Comment } from '../../contract/comment.ts'
import type { Contact } from '../../contract/contact.ts'
import type { Id } from '../../contract/id.ts'
import type { Inspection } from '../../contract/inspection.ts'
import type { License } from '../../contract/license.ts'
import type { Permit } from '../../contract/permit.ts'
import type { Photo } from '../../contract/photo.ts'
import type { Unit } from '../../contract/unit.ts'
import type { Violation } from '../../contract/violation.ts'
import { type Listed, listed } from '../../parts/listed.ts'
import { allBusinesses } from '../../records/business.ts'
import { citationsOfAddress } from '../../records/citation.ts'
import { commentsOfAddress } from '../../records/comment.ts'
import { inspectionsOfAddress } from '../../records/inspection.ts'
import { licensesOfAddress } from '../../records/license.ts'
import { complaintsOfAddress, contactsOfAddress, photosOfAddress } from '../../records/linked.ts'
import { permitsOfAddress } from '../../records/permit.ts'
import { unitsOfAddress } from '../../records/unit.ts'
import { violationsOfAddress } from '../../records/violation.ts'
import { useLive, useRows, useValue } from '../../sync/react.ts'

/** Everything of an address, a part for each tab (AD-03). */
export interface AddressRecords {
  contacts: Listed<Contact>
  businesses: Listed<Business>
  units: Listed<Unit>
  comments: Listed<Comment>
  violations: Listed<Violation>
  photos: Listed<Photo>
  citations: Listed<Citation>
  inspections: Listed<Inspection>
  complaints: Listed<Inspection>
  licenses: Listed<License>
  permits: Listed<Permit>
}

/** Reads every part from the device and asks for each once; the counts of the tabs need them all (AD-03, AD-36). */
export function useAddressRecords(addressId: Id): AddressRecords {
  const businesses = listed(useRows(allBusinesses()), 'Failed to fetch businesses')
  const citations = whole(useValue<Citation[]>(citationsOfAddress(addressId)), 'Failed to fetch citations')
  return {
    contacts: whole(useValue<Contact[]>(contactsOfAddress(addressId)), 'Failed to fetch contacts'),
    businesses: { ...businesses, rows: businesses.rows?.filter((it) => it.address_id === addressId) },
    units: listed(useRows(unitsOfAddress(addressId)), 'Failed to fetch units'),
    comments: listed(useRows(commentsOfAddress(addressId)), 'Failed to fetch comments'),
    violations: listed(useRows(violationsOfAddress(addressId)), 'Failed to fetch violations'),
    photos: whole(useValue<Photo[]>(photosOfAddress(addressId)), 'Failed to fetch photos'),
    citations: { ...citations, rows: useKnown(citations.rows) },
    inspections: listed(useRows(inspectionsOfAddress(addressId)), 'Failed to fetch inspections'),
    complaints: listed(useRows(complaintsOfAddress(addressId)), 'Failed to fetch complaints'),
    licenses: listed(useRows(licensesOfAddress(addressId)), 'Failed to fetch licenses'),
    permits: listed(useRows(permitsOfAddress(addressId)), 'Failed to fetch permits'),
  }
}

/** An answer that is kept whole, as a list. */
const whole = <Row>({ value, problem }: { value: Row[] | undefined; problem: unknown }, failed: string): Listed<Row> =>
  value || !problem ? { rows: value, problem: undefined } : { rows: [], problem: failed }

/** The list of an address leaves most of a citation out; what the device knows of it is shown instead. */
const useKnown = (rows: Citation[] | undefined): Citation[] | undefined =>
  useLive(
    async (db) => {
      if (!rows) return undefined
      const known = await db.rows('citation').bulkGet(rows.map((it) => it.id))
      return rows.map((row, at) => known[at] ?? row)
    },
    [rows],
  )
