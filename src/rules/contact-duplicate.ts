import { plainEmail } from './email.ts'
import { phoneDigits } from './phone.ts'

/** What identifies a contact besides its id. */
export interface ContactWays {
  email?: string | null
  phone?: string | null
}

/** Shown if a new contact has the email or phone of an existing one, with a link to that one (CO-04). */
export const duplicateContactText = 'A contact with this email or phone already exists.'

/** The contact that already has this email (lower-cased) or this phone (digits); null if there is none (CO-04). */
export function duplicateContact<Contact extends ContactWays>(
  draft: ContactWays,
  contacts: readonly Contact[],
): Contact | null {
  const email = plainEmail(draft.email)
  const digits = phoneDigits(draft.phone)
  const isTaken = (contact: Contact) =>
    (email !== '' && plainEmail(contact.email) === email) || (digits !== '' && phoneDigits(contact.phone) === digits)
  return contacts.find(isTaken) ?? null
}
