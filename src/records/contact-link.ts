import { addresses } from '../contract/address.ts'
import { businesses } from '../contract/business.ts'
import type { Id } from '../contract/id.ts'
import { rowName } from '../db/outbox.ts'
import { contactsOfBusiness } from './business.ts'
import { command } from './command.ts'
import { contactsOfAddress } from './linked.ts'

/**
 * The contacts of an address or a business. No record stores a link, so the lists are stored as the server answered
 * them, and links.ts adds what was linked and unlinked here since.
 */

/** Links an existing contact, sent or not, to an address (AD-10). */
export const linkAddressContact = command(addresses.linkContact, {
  links: ({ addressId }, body) => [rowName('address', addressId), rowName('contact', contactIn(body))],
  ownerOf: ({ addressId }) => ({ type: 'address', id: addressId }),
  undoes: 'DELETE /addresses/:addressId/contacts/:contactId',
  replaces: true,
  write: async () => undefined,
  words: () => 'Contact linked to the address',
})

/** Unlinks a contact from an address (AD-09). */
export const unlinkAddressContact = command(addresses.unlinkContact, {
  links: ({ addressId, contactId }) => [rowName('address', addressId), rowName('contact', contactId)],
  ownerOf: ({ addressId }) => ({ type: 'address', id: addressId }),
  undoes: linkAddressContact.name,
  replaces: true,
  write: async () => undefined,
  listedIn: async (_, { params }) => contactsOfAddress(params.addressId),
  goneAlready: (rows, { params }) => rows.every((row) => row.id !== params.contactId),
  words: () => 'Contact removed from the address',
})

/** Links an existing contact to a business (BU-06, BU-07). */
export const linkBusinessContact = command(businesses.linkContact, {
  links: ({ businessId }, body) => [rowName('business', businessId), rowName('contact', contactIn(body))],
  ownerOf: ({ businessId }) => ({ type: 'business', id: businessId }),
  undoes: 'DELETE /businesses/:businessId/contacts/:contactId',
  replaces: true,
  write: async () => undefined,
  words: () => 'Contact linked to the business',
})

/** Unlinks a contact from a business (BU-08). */
export const unlinkBusinessContact = command(businesses.unlinkContact, {
  links: ({ businessId, contactId }) => [rowName('business', businessId), rowName('contact', contactId)],
  ownerOf: ({ businessId }) => ({ type: 'business', id: businessId }),
  undoes: linkBusinessContact.name,
  replaces: true,
  write: async () => undefined,
  listedIn: async (_, { params }) => contactsOfBusiness(params.businessId),
  goneAlready: (rows, { params }) => rows.every((row) => row.id !== params.contactId),
  words: () => 'Contact removed from the business',
})

/** The app links only by id: see LinkContact. */
const contactIn = (body: { contact_id: Id } | object): Id => {
  if ('contact_id' in body) return body.contact_id
  throw new Error('A new contact is made first, then linked')
}
