import { contacts } from '../contract/contact.ts'
import { phoneDigits } from '../rules/phone.ts'
import { command } from './command.ts'
import { listQuery } from './query.ts'

export const allContacts = () => listQuery('contact', contacts.list, {})

/** A new contact; one with the same email or phone is joined, not doubled (CO-04). */
export const addContact = command(contacts.add, {
  makes: 'contact',
  write: (db, { body, id, at }) => {
    const { observed_at: _, ...contact } = body
    return db.rows('contact').put({ ...contact, id, created_at: new Date(at).toISOString() })
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
