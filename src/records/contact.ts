import * as z from 'zod/mini'
import { Contact, type ContactDetail, ContactFields, contacts } from '../contract/contact.ts'
import type { Id } from '../contract/id.ts'
import { phoneDigits } from '../rules/phone.ts'
import { command } from './command.ts'
import { changedFields, mergeWhole } from './merge.ts'
import { listQuery, oneQuery } from './query.ts'
import { stampOf } from './stamp-of.ts'
import { valueQuery } from './value.ts'

export const allContacts = () => listQuery('contact', contacts.list, {})

export const contactById = (contactId: Id) => oneQuery('contact', contacts.one, { contactId }, contactId)

/** A contact with everything linked to it (CO-08). */
export const contactWithLinks = (contactId: Id) =>
  valueQuery(
    'contact',
    contacts.one,
    { contactId },
    { isOne: true, also: (contact) => ({ type: 'contact', rows: [contactOnly(contact)] }) },
  )

/** The contact itself, without its links. */
const contactOnly = (detail: ContactDetail): Contact => z.parse(Contact, detail)

/** A new contact. If one has the same email or phone, the server uses that one (CO-04). */
export const addContact = command(contacts.add, {
  makes: 'contact',
  write: (db, { body, id, at }) => {
    const { observed_at: _, ...contact } = body
    return db.rows('contact').put({ ...contact, id, created_at: stampOf(body, at) })
  },
  listedIn: async () => allContacts(),
  knownBy: ({ body }) => ({ name: body.name, email: body.email, phone: body.phone }),
  standsAlready: (rows, { body }) =>
    rows.find((row) => {
      const email = String(Reflect.get(row, 'email') ?? '').toLowerCase()
      const phone = phoneDigits(String(Reflect.get(row, 'phone') ?? ''))
      return (
        (body.email && email === body.email.toLowerCase()) ||
        (body.phone && phone !== '' && phone === phoneDigits(body.phone))
      )
    }),
  words: ({ body }) => `New contact ${body.name}`,
})

/** Saves name, email and phone (CO-06, CO-16); the notes are sent back unchanged. */
export const saveContact = command(contacts.save, {
  changes: ({ contactId }) => ({ type: 'contact', id: contactId }),
  replaces: true,
  compares: {
    fields: ['name', 'email', 'phone'],
    fresh: ({ params }) => contactById(params.contactId),
    onConflict: 'ask',
    merge: mergeWhole<ContactFields>(ContactFields.shape),
  },
  // The fresh answer also contains the contact's links; the row is the contact alone.
  rowOf: (saved) => z.parse(Contact, saved),
  write: (db, asked) => db.rows('contact').update(asked.params.contactId, changedFields(asked)),
  words: ({ body }) => `Changes to the contact ${body.name}`,
})
