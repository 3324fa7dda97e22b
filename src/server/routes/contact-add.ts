import { and, ne, or, type SQL, sql } from 'drizzle-orm'
import type { NewContact } from '../../contract/contact.ts'
import type { ContactWays } from '../../rules/contact-duplicate.ts'
import { plainEmail } from '../../rules/email.ts'
import { phoneDigits } from '../../rules/phone.ts'
import type { CallContext } from '../endpoint.ts'
import { Refused } from '../errors.ts'
import { contactOrder } from '../reading/contact.ts'
import { fieldCreationStamps, inserted } from '../reading/created-row.ts'
import type { Tx } from '../store/core-tables.ts'
import { contacts } from '../store/town-tables.ts'

type Asking = Pick<CallContext, 'tx' | 'now' | 'key' | 'user' | 'observedAt'>

/** Creates a contact. 409 when another one has the same email or phone (CO-04). */
export const addContact = async (ask: Asking, { name, email, phone }: NewContact) => {
  await assertFreeContact(ask.tx, { email, phone })
  return inserted(
    await ask.tx
      .insert(contacts)
      .values({ name, email, phone, ...fieldCreationStamps(ask) })
      .returning(),
  )
}

/** The contact with this email or phone, or else a new one. */
export const contactOf = async (ask: Asking, contact: NewContact) =>
  (await standingContact(ask.tx, contact)) ??
  inserted(
    await ask.tx
      .insert(contacts)
      .values({ ...contact, ...fieldCreationStamps(ask) })
      .returning(),
  )

/** Throws 409 when another contact has the email or the phone. */
export const assertFreeContact = async (tx: Tx, ways: ContactWays, except?: number) => {
  if (await standingContact(tx, ways, except)) throw new Refused(409, 'Contact with this email or phone already exists')
}

/**
 * The contact with this email (in lower case) or phone (digits only). The lock prevents two calls from creating it at
 * once.
 */
const standingContact = async (tx: Tx, { email, phone }: ContactWays, except?: number) => {
  const same: SQL[] = []
  if (plainEmail(email) !== '') same.push(sql`lower(${contacts.email}) = ${plainEmail(email)}`)
  const digits = phoneDigits(phone)
  if (digits !== '') same.push(sql`regexp_replace(${contacts.phone}, '[^0-9]', '', 'g') = ${digits}`)
  if (same.length === 0) return undefined
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('contacts by email and phone'))`)
  const [standing] = await tx
    .select()
    .from(contacts)
    .where(and(or(...same), except === undefined ? undefined : ne(contacts.id, except)))
    .orderBy(...contactOrder)
    .limit(1)
  return standing
}
