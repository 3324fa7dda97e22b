import { and, eq } from 'drizzle-orm'
import { addresses as addressCalls } from '../../contract/address.ts'
import { businesses as businessCalls } from '../../contract/business.ts'
import type { LinkContact } from '../../contract/contact.ts'
import { type CallContext, type Route, route } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import { contactColumns, contactOrder } from '../reading/contact.ts'
import { assertExists, listOf } from '../reading/parents.ts'
import type { Tx } from '../store/core-tables.ts'
import { addressContacts, addresses, businessContacts, businesses, contacts } from '../store/town-tables.ts'
import { addContact } from './contact-add.ts'

const address = (id: number) => ({ table: addresses, id, what: 'Address' })
const business = (id: number) => ({ table: businesses, id, what: 'Business' })

/** Links contacts and addresses. Each change returns the whole list (AD-09, AD-10). */
export const addressContactRoutes: readonly Route[] = [
  route(addressCalls.contacts, async ({ tx, params }) =>
    listOf(tx, address(params.addressId), await ofAddress(tx, params.addressId)),
  ),

  route(addressCalls.linkContact, async (ask) => {
    const id = ask.params.addressId
    await assertExists(ask.tx, addresses, id, 'Address')
    const link = { address_id: id, contact_id: await chosenOrNew(ask), created_at: ask.now }
    await ask.tx.insert(addressContacts).values(link).onConflictDoNothing()
    return ofAddress(ask.tx, id)
  }),

  route(addressCalls.unlinkContact, async ({ tx, params }) => {
    const isLink = and(
      eq(addressContacts.address_id, params.addressId),
      eq(addressContacts.contact_id, params.contactId),
    )
    if ((await tx.delete(addressContacts).where(isLink)).rowCount === 0) throw notLinked()
    return ofAddress(tx, params.addressId)
  }),
]

/** Links contacts and businesses (BU-06 to BU-08). */
export const businessContactRoutes: readonly Route[] = [
  route(businessCalls.contacts, async ({ tx, params }) =>
    listOf(tx, business(params.businessId), await ofBusiness(tx, params.businessId)),
  ),

  route(businessCalls.linkContact, async (ask) => {
    const id = ask.params.businessId
    await assertExists(ask.tx, businesses, id, 'Business')
    const link = { business_id: id, contact_id: await chosenOrNew(ask), created_at: ask.now }
    await ask.tx.insert(businessContacts).values(link).onConflictDoNothing()
    return ofBusiness(ask.tx, id)
  }),

  route(businessCalls.unlinkContact, async ({ tx, params }) => {
    const isLink = and(
      eq(businessContacts.business_id, params.businessId),
      eq(businessContacts.contact_id, params.contactId),
    )
    if ((await tx.delete(businessContacts).where(isLink)).rowCount === 0) throw notLinked()
    return ofBusiness(tx, params.businessId)
  }),
]

const ofAddress = (tx: Tx, id: number) =>
  tx
    .select(contactColumns)
    .from(addressContacts)
    .innerJoin(contacts, eq(contacts.id, addressContacts.contact_id))
    .where(eq(addressContacts.address_id, id))
    .orderBy(...contactOrder)

const ofBusiness = (tx: Tx, id: number) =>
  tx
    .select(contactColumns)
    .from(businessContacts)
    .innerJoin(contacts, eq(contacts.id, businessContacts.contact_id))
    .where(eq(businessContacts.business_id, id))
    .orderBy(...contactOrder)

/** The contact that the body names, or a new one as described there; 409 when another one has its email or phone. */
const chosenOrNew = async (ask: CallContext<string, LinkContact>): Promise<number> => {
  if (!('contact_id' in ask.body)) return (await addContact(ask, ask.body)).id
  await assertExists(ask.tx, contacts, ask.body.contact_id, 'Contact')
  return ask.body.contact_id
}

const notLinked = () => new Refused(404, 'Contact not found')
