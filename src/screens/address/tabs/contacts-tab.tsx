import type { Contact } from '../../../contract/contact.ts'
import type { Id } from '../../../contract/id.ts'
import { ContactLinks } from '../../../parts/contact-links.tsx'
import type { LinkedList } from '../../../parts/use-links.ts'

/** The contacts of this address (AD-09 to AD-11, AD-29). */
export const ContactsTab = ({ contacts, addressId }: { contacts: LinkedList<Contact>; addressId: Id }) => (
  <ContactLinks
    of={{ type: 'address', id: addressId }}
    contacts={contacts}
    empty={contacts.unheld ?? 'No contacts associated with this address.'}
    notCreated="Could not add contact."
  />
)
