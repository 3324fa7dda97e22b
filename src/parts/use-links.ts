import type { Contact, ContactDetail } from '../contract/contact.ts'
import type { Id } from '../contract/id.ts'
import { contactWithLinks } from '../records/contact.ts'
import {
  type ContactOwner,
  contactLinks,
  contactsOf,
  type Linked,
  type LinkedOwner,
  linkedContacts,
  linkedOwners,
} from '../records/links.ts'
import { usePerform, useServerId, useValue } from '../sync/react/hooks.ts'
import { useLive } from '../sync/react/live.ts'
import type { Problem } from '../sync/transport/problem.ts'
import { type Listed, listed } from './listed.ts'
import { saved } from './use-save.ts'

/** A list of linked records, with the unsent work on each link. */
export interface LinkedList<Row> extends Listed<Row> {
  entries: Linked<Row>['entries']
}

/**
 * The contacts of an address or a business: the server's, plus what was linked and unlinked here. If `isAsked` is
 * false the server is not asked (yet).
 */
export function useLinkedContacts(owner: ContactOwner, isAsked = true) {
  const id = useServerId(owner.type, owner.id)
  const answer = useValue<Contact[]>(contactsOf({ type: owner.type, id }), isAsked)
  const linked = useLive(
    (db) => linkedContacts(db, { type: owner.type, id }),
    [owner.type, id],
    `contacts of ${owner.type} ${id}`,
  )
  return { list: listOf(linked, answer.problem, 'Failed to fetch contacts', 'contacts'), answer }
}

/** What a contact is linked to: the stored answer, plus local changes of its addresses and businesses. */
export function useContactLinks(contactId: Id) {
  const detail = useValue<ContactDetail>(contactWithLinks(contactId))
  const addresses = useLive(
    (db) => linkedOwners(db, 'address', contactId),
    [contactId],
    `addresses of contact ${contactId}`,
  )
  const businesses = useLive(
    (db) => linkedOwners(db, 'business', contactId),
    [contactId],
    `businesses of contact ${contactId}`,
  )
  const failed = 'Failed to fetch contact details'
  return {
    detail,
    address: listOf<LinkedOwner>(addresses, detail.problem, failed, 'addresses'),
    business: listOf<LinkedOwner>(businesses, detail.problem, failed, 'businesses'),
  }
}

/** If the server never answered the list, only what was linked here is known; `what` names it. */
function listOf<Row>(
  linked: Linked<Row> | undefined,
  problem: Problem | undefined,
  failed: string,
  what: string,
): LinkedList<Row> {
  const { rows, isHeard, entries = new Map() } = linked ?? {}
  return { ...listed({ rows, problem, pulledAt: isHeard ? 0 : undefined }, failed, false, what), entries }
}

/**
 * Links a contact with an address or business, and removes the link; null if the device is full, which is reported.
 */
export function useLinking() {
  const perform = usePerform()
  return {
    link: ({ type, id }: ContactOwner, contactId: Id) =>
      saved(() =>
        type === 'address'
          ? perform(contactLinks.address.link, { addressId: id }, { contact_id: contactId })
          : perform(contactLinks.business.link, { businessId: id }, { contact_id: contactId }),
      ),
    unlink: ({ type, id }: ContactOwner, contactId: Id) =>
      saved(() =>
        type === 'address'
          ? perform(contactLinks.address.unlink, { addressId: id, contactId }, undefined)
          : perform(contactLinks.business.unlink, { businessId: id, contactId }, undefined),
      ),
  }
}
