import { asc, type SQL, sql } from 'drizzle-orm'
import { contacts } from '../store/town-tables.ts'
import { type Reader, type Reading, readingOf } from './page.ts'

/** A contact inside other records. */
export const contactColumns = {
  id: contacts.id,
  name: contacts.name,
  email: contacts.email,
  phone: contacts.phone,
  notes: contacts.notes,
  created_at: contacts.created_at,
  updated_at: contacts.updated_at,
}

/** By name, ignoring case (C-37). */
export const contactOrder: SQL[] = [sql`lower(${contacts.name})`, asc(contacts.id)]

const fromContacts = readingOf(contacts, contactOrder, (tx) => tx.select(contactColumns).from(contacts).$dynamic())

/** Contacts by name. */
export const readContacts = ({ tx }: Pick<Reader, 'tx'>, reading: Reading) => fromContacts(tx, reading)
