import { useEffect, useState } from 'react'
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
import { type Listed, listed, listedPart } from '../../parts/listed.ts'
import { isServerUnreachable, notOnDeviceText } from '../../parts/not-on-device.ts'
import type { ShownPhoto } from '../../parts/photo-match.ts'
import { type LinkedList, useLinkedContacts } from '../../parts/use-links.ts'
import { allBusinesses, businessesAt } from '../../records/business.ts'
import { citationsOfAddress } from '../../records/citation.ts'
import { commentsOfAddress } from '../../records/comment.ts'
import { inspectionsOfAddress } from '../../records/inspection.ts'
import { complaintsOfAddress, photosOfAddress } from '../../records/linked.ts'
import { unitsOfAddress } from '../../records/unit.ts'
import { violationsOfAddress } from '../../records/violation.ts'
import { useRows, useValue } from '../../sync/react/hooks.ts'
import { useListing } from '../../sync/react/listing.ts'
import { useIsStarted } from '../../sync/react/live.ts'
import type { Problem } from '../../sync/transport/problem.ts'
import { useAddressPhotos } from './address-photos.ts'
import { licenseCalls, permitCalls, useFirstAnswer } from './issued-records.ts'
import { type KnownCitations, useKnownCitations } from './known-citations.ts'
import { type AddressPart, noParts, useNextParts } from './next-part.ts'

/** All records of an address, one part for each tab (AD-03). */
export interface AddressRecords extends Record<AddressPart, Listed<unknown>> {
  /** The parts that the office has neither answered nor refused, at this visit or before. */
  awaited: ReadonlySet<AddressPart>
  contacts: LinkedList<Contact>
  businesses: Listed<Business>
  units: Listed<Unit>
  comments: Listed<Comment>
  violations: Listed<Violation>
  photos: Listed<ShownPhoto>
  citations: KnownCitations
  inspections: Listed<Inspection>
  complaints: Listed<Inspection>
  licenses: Listed<License>
  permits: Listed<Permit>
}

/**
 * Every part from this device at once, which the tabs count (AD-03, AD-36). The visible part is requested from the
 * server first, and the others follow (next-part.ts), so that a visited address is complete without signal.
 */
export function useAddressRecords(addressId: Id, chosen: AddressPart): AddressRecords {
  const [current, setCurrent] = useState<readonly AddressPart[]>(noParts)
  const asks = (part: AddressPart) => part === chosen || current.includes(part)
  const contacts = useLinkedContacts({ type: 'address', id: addressId }, asks('contacts'))
  const businesses = useListing(allBusinesses(), businessesAt(addressId), 'all', asks('businesses'))
  const units = useRows(unitsOfAddress(addressId), asks('units'))
  const comments = useRows(commentsOfAddress(addressId), asks('comments'))
  const violations = useRows(violationsOfAddress(addressId), asks('violations'))
  const photos = useValue<Photo[]>(photosOfAddress(addressId), asks('photos'))
  const citations = useValue<Citation[]>(citationsOfAddress(addressId), asks('citations'))
  const inspections = useRows(inspectionsOfAddress(addressId), asks('inspections'))
  const complaints = useRows(complaintsOfAddress(addressId), asks('complaints'))
  const licenses = useFirstAnswer(licenseCalls(addressId), asks('licenses'))
  const permits = useFirstAnswer(permitCalls(addressId), asks('permits'))

  const answers = {
    contacts: contacts.answer,
    businesses,
    units,
    comments,
    violations,
    photos,
    citations,
    inspections,
    complaints,
    licenses,
    permits,
  }
  const next = useNextParts(addressId, chosen, current, answers)
  const isLive = useIsStarted()
  useEffect(() => {
    // Until then the office is not asked.
    if (isLive) setCurrent(next)
  }, [isLive, next])

  // An address made here has nothing at the office yet.
  const isLocal = addressId < 0
  const whole = <Row>(of: Whole<Row>, failed: string) => wholeList(of, failed, isLocal)
  const here: AddressRecords = {
    awaited: isLocal ? nothing : awaitedIn(answers),
    contacts: contacts.list,
    businesses: listedPart(businesses.found?.rows, businesses, 'Failed to fetch businesses', isLocal),
    units: listed(units, 'Failed to fetch units', isLocal),
    comments: listed(comments, 'Failed to fetch comments', isLocal),
    violations: listed(violations, 'Failed to fetch violations', isLocal),
    photos: useAddressPhotos(addressId, whole(photos, 'Failed to fetch photos')),
    citations: useKnownCitations(addressId, whole(citations, 'Failed to fetch citations')),
    inspections: listed(inspections, 'Failed to fetch inspections', isLocal),
    complaints: listed(complaints, 'Failed to fetch complaints', isLocal),
    licenses: listed(licenses, 'Failed to fetch licenses', isLocal),
    permits: listed(permits, 'Failed to fetch permits', isLocal),
  }
  return isLocal ? here : withUnheld(here, answers)
}

const nothing: ReadonlySet<AddressPart> = new Set()

const awaitedIn = (answers: Answers): ReadonlySet<AddressPart> =>
  new Set(partsOf(answers).filter((part) => answers[part].pulledAt === undefined && !answers[part].problem))

type Answers = Record<AddressPart, { problem: Problem | undefined; pulledAt: number | undefined }>

// Object.keys and fromEntries lose the names; each part keeps its rows.
const partsOf = (answers: Answers) => Object.keys(answers) as AddressPart[]

/** Marks each part without any answer as unknown, and adds a note if nobody can be asked. */
function withUnheld(here: AddressRecords, answers: Answers): AddressRecords {
  const said = (part: AddressPart) => {
    const { problem, pulledAt } = answers[part]
    if (pulledAt !== undefined) return here[part]
    if (!isServerUnreachable(problem)) return { ...here[part], isUnheard: true }
    return { rows: here[part].rows ?? [], problem: undefined, isUnheard: true, unheld: notOnDeviceText(part) }
  }
  return { ...here, ...Object.fromEntries(partsOf(answers).map((part) => [part, { ...here[part], ...said(part) }])) }
}

interface Whole<Row> {
  value: Row[] | undefined
  problem: Problem | undefined
}

/** An answer stored as a value, shown as a list. */
const wholeList = <Row>({ value, problem }: Whole<Row>, failed: string, isLocal: boolean): Listed<Row> => {
  if (value || isLocal) return { rows: value ?? none, problem: undefined }
  return problem ? { rows: none, problem: failed } : { rows: undefined, problem: undefined }
}
// Always the same array, because a new one would count as a change.
const none: never[] = []
