import * as z from 'zod/mini'
import { AddressChip } from './address-chip.ts'
import { get, post, put } from './endpoint.ts'
import { fieldCount, pageParams, SearchQuery } from './form-fields.ts'
import { idOf } from './id-marks.ts'
import { anyKept, anyRemark, filledLine, lineOrNull, observedAt, stamps } from './text.ts'

/** A person or office that the town deals with (EN-05). */
export const Contact = z.object({
  id: idOf('contact'),
  name: z.string(),
  email: z.nullish(z.string()),
  phone: z.nullish(z.string()),
  notes: z.nullish(z.string()),
  ...stamps,
})
export type Contact = z.infer<typeof Contact>

/** An inspection, complaint or permit in the list on a contact's page (CO-08). */
const Related = (of: 'inspection' | 'permit') =>
  z.object({
    id: idOf(of),
    source: z.nullish(z.string()),
    status: z.nullish(z.string()),
    permit_type: z.nullish(z.string()),
    permit_number: z.nullish(z.string()),
    inspection_id: z.nullish(idOf('inspection')),
    address_id: z.nullish(idOf('address')),
    address: z.nullish(AddressChip),
    combadd: z.nullish(z.string()),
    ...stamps,
  })

/** A contact with everything linked to it. */
export const ContactDetail = z.object({
  ...Contact.shape,
  addresses: z.nullish(z.array(AddressChip)),
  businesses: z.nullish(z.array(z.object({ id: idOf('business'), name: z.nullish(z.string()) }))),
  inspections: z.nullish(z.array(Related('inspection'))),
  permits: z.nullish(z.array(Related('permit'))),
  complaints: z.nullish(z.array(Related('inspection'))),
})
export type ContactDetail = z.infer<typeof ContactDetail>

const emailOrNull = z.pipe(lineOrNull, z.nullable(z.email('Enter a valid email address')))

/** A contact from a form: name required, a valid email, all trimmed, blank sent as null (CO-03). */
export const NewContact = z.object({
  name: filledLine('Name is required'),
  email: emailOrNull,
  phone: lineOrNull,
  ...observedAt,
})
export type NewContact = z.infer<typeof NewContact>

/**
 * Saving a contact. The form sends only name, email and phone (CO-16). A server that takes the whole record would
 * clear the notes, so the sender reads the contact first and sends its notes back.
 */
export const ContactFields = z.object({
  name: filledLine('Name is required'),
  email: emailOrNull,
  phone: lineOrNull,
  notes: z.optional(z.nullable(anyKept)),
})
export type ContactFields = z.infer<typeof ContactFields>

/**
 * Links an existing contact, or makes one and links it. The app sends only `contact_id`: repeating that has no effect,
 * while a new contact sent this way would be made again and skip the check for duplicates.
 */
export const LinkContact = z.union([z.object({ contact_id: idOf('contact') }), NewContact])
export type LinkContact = z.infer<typeof LinkContact>

export const contacts = {
  list: get('B51', '/contacts/', z.array(Contact), z.object({ search: z.optional(anyRemark), ...pageParams })),
  search: get('B52', '/contacts/search', z.array(Contact), SearchQuery),
  /** The same call as the list, with a search. */
  find: get('B53', '/contacts/', z.array(Contact), z.object({ search: anyRemark, limit: fieldCount(1, 100_000) })),
  one: get('B54', '/contacts/:contactId', ContactDetail),
  add: post('B55', '/contacts/', NewContact, Contact, { repeat: 'unique' }),
  save: put('B56', '/contacts/:contactId', ContactFields, Contact),
}
