import { and, asc, eq, or, sql } from 'drizzle-orm'
import { contacts as calls } from '../../contract/contact.ts'
import type { ContactWays } from '../../rules/contact-duplicate.ts'
import { plainEmail } from '../../rules/email.ts'
import { phoneDigits } from '../../rules/phone.ts'
import { type CallContext, type Route, route } from '../endpoint.ts'
import { found } from '../errors.ts'
import { addressChip } from '../reading/address.ts'
import { contactOrder, readContacts } from '../reading/contact.ts'
import { isComplaint, isNoComplaint, readInspections } from '../reading/inspection.ts'
import { readPermits } from '../reading/license.ts'
import { contains } from '../reading/like.ts'
import { readWindow } from '../reading/page.ts'
import { addressContacts, addresses, businessContacts, businesses, contacts } from '../store/town-tables.ts'
import { inspections } from '../store/visit-tables.ts'
import { addContact, assertFreeContact } from './contact-add.ts'

/** Default number of search results. */
const FOUND = 5

/** The calls on contacts. */
export const contactRoutes: readonly Route[] = [
  route(calls.list, (ask) => listContacts(ask, ask.search)),
  route(calls.find, (ask) => listContacts(ask, ask.search)),

  route(calls.search, async ({ tx, search: { query, limit } }) =>
    query.trim() ? readContacts({ tx }, { where: matching(query), limit: limit ?? FOUND }) : [],
  ),

  route(calls.one, async (ask) => {
    const id = ask.params.contactId
    const contact = found((await readContacts(ask, { ids: [id] }))[0], 'Contact')
    const ofContact = eq(inspections.contact_id, id)
    return {
      ...contact,
      addresses: await addressesOf(ask, id),
      businesses: await businessesOf(ask, id),
      inspections: await readInspections(ask, { where: and(ofContact, isNoComplaint) }),
      complaints: await readInspections(ask, { where: and(ofContact, isComplaint) }),
      permits: await readPermits(ask, { where: ofContact }),
    }
  }),

  route(calls.add, (ask) => addContact(ask, ask.body)),

  route(calls.save, async ({ tx, params, body, now, faults }) => {
    const { name, email, phone } = body
    // Missing notes stay unchanged: the form does not show them (CO-16).
    const kept = faults.putResetsNotes ? { notes: '' } : {}
    const notes = body.notes === undefined ? kept : { notes: body.notes }
    const where = eq(contacts.id, params.contactId)
    // Locked against changes, but not against records that name the contact meanwhile.
    const [before] = await tx.select().from(contacts).where(where).for('no key update')
    await assertFreeContact(tx, newWays(body, found(before, 'Contact')), params.contactId)
    await tx
      .update(contacts)
      .set({ name, email, phone, ...notes, updated_at: now })
      .where(where)
    return found((await readContacts({ tx }, { ids: [params.contactId] }))[0], 'Contact')
  }),
]

/** What the save changes: two contacts that share a phone already can both still be corrected. */
const newWays = ({ email, phone }: ContactWays, before: ContactWays): ContactWays => ({
  email: plainEmail(email) === plainEmail(before.email) ? null : email,
  phone: phoneDigits(phone) === phoneDigits(before.phone) ? null : phone,
})

/** Contacts whose name, email or phone contains the text. A phone also matches by its digits alone (C-13). */
const matching = (typed: string) => {
  const text = typed.trim()
  const digits = /\p{L}/u.test(text) ? '' : phoneDigits(text)
  return or(
    contains(contacts.name, text),
    contains(contacts.email, text),
    contains(contacts.phone, text),
    digits === '' ? undefined : sql`regexp_replace(${contacts.phone}, '[^0-9]', '', 'g') like ${`%${digits}%`}`,
  )
}

const listContacts = (
  ask: CallContext,
  { search, ...window }: { search?: string | undefined; skip?: number | undefined; limit?: number | undefined },
) => {
  const where = search?.trim() ? matching(search) : undefined
  return readWindow(ask, contacts, { ...window, where, orderBy: contactOrder }, (reading) => readContacts(ask, reading))
}

const addressesOf = ({ tx }: Pick<CallContext, 'tx'>, contactId: number) =>
  tx
    .select(addressChip)
    .from(addressContacts)
    .innerJoin(addresses, eq(addresses.id, addressContacts.address_id))
    .where(eq(addressContacts.contact_id, contactId))
    .orderBy(asc(addresses.combadd), asc(addresses.id))

const businessesOf = ({ tx }: Pick<CallContext, 'tx'>, contactId: number) =>
  tx
    .select({ id: businesses.id, name: businesses.name })
    .from(businessContacts)
    .innerJoin(businesses, eq(businesses.id, businessContacts.business_id))
    .where(eq(businessContacts.contact_id, contactId))
    .orderBy(asc(businesses.name), asc(businesses.id))
