import { useState } from 'react'
import type { Contact } from '../contract/contact.ts'
import type { Id } from '../contract/id.ts'
import { allContacts } from '../records/contact.ts'
import { narrowed } from '../records/listing.ts'
import { type ContactWays, duplicateContact } from '../rules/contact-duplicate.ts'
import { plainEmail } from '../rules/email.ts'
import { phoneDigits } from '../rules/phone.ts'
import type { ListSearch } from '../sync/device/list-search.ts'
import { useEngine } from '../sync/react/engine.ts'
import { usePull } from '../sync/react/hooks.ts'
import { useListAnswer, useListSearch } from '../sync/react/list-search.ts'
import { narrowedTo } from './pickers/use-found-by-text.ts'
import { useZone } from './use-now.ts'

const listing = narrowed('contact', [])

/** At most this many contacts that contain an email or phone are compared with it. */
const compared = 100

interface SameContact {
  /** The contact that has the email or phone; null also while it is looked for. */
  same: Contact | null
  /** Looks for the contact before a form is saved, which may be sooner than `same` is known. */
  find(draft: ContactWays): Promise<Contact | null>
}

/**
 * The contact of this device that already has the email or phone of a new one (CO-04). The worker of the lists finds
 * it, because a town may have tens of thousands. `except` is the contact that is edited.
 */
export function useSameContact(
  draft: ContactWays,
  { isAsked = true, except }: { isAsked?: boolean; except?: Id } = {},
): SameContact {
  const { db } = useEngine().device
  usePull(allContacts(), 'list', isAsked)
  const searcher = useListSearch(useZone())
  const texts = isAsked ? textsOf(draft) : []
  const name = texts.length > 0 ? `same contact ${JSON.stringify([texts, except])}` : ''
  const { answer } = useListAnswer(searcher, name, (search) => sameContact(search, draft, except))
  const [found, setFound] = useState<Contact | null>(null)
  // Until its own answer arrives, that of the last key is known, which may be of another email or phone.
  const known = [answer, found].filter((it) => it != null)
  return {
    same: isAsked ? duplicateContact(draft, known) : null,
    async find(saved) {
      // Before the app is installed the worker's code may be out of reach, and saving must not depend on it.
      const contact = await sameContact(searcher, saved, except).catch(async () =>
        duplicateContact(saved, others(await db.rows('contact').toArray(), except)),
      )
      setFound(contact)
      return contact
    },
  }
}

/** What is searched for. An email without @ is refused, and is half typed until then. */
function textsOf({ email, phone }: ContactWays): string[] {
  const plain = plainEmail(email)
  return [plain.includes('@') ? plain : '', phoneDigits(phone)].filter((it) => it !== '')
}

async function sameContact(search: ListSearch, draft: ContactWays, except?: Id): Promise<Contact | null> {
  const pages = await Promise.all(
    textsOf(draft).map((text) => search.find(narrowedTo('contacts', listing, text), 0, compared)),
  )
  // The table holds contacts only, checked against the contract before they were stored.
  const rows = pages.flatMap((it) => it.rows) as Contact[]
  return duplicateContact(draft, others(rows, except))
}

const others = (contacts: Contact[], except: Id | undefined) => contacts.filter((it) => it.id !== except)
