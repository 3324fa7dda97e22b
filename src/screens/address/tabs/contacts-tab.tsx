import { Link } from '@tanstack/react-router'
import type { Contact } from '../../../contract/contact.ts'
import type { Listed } from '../../../parts/listed.ts'
import { emailLink } from '../../../rules/email.ts'
import { byText } from '../../../rules/list-order.ts'
import { phoneLink, phoneText } from '../../../rules/phone.ts'
import { type Column, List } from '../../../ui/list.tsx'

/** Whom the town speaks to about this address (AD-29). */
export function ContactsTab({ rows, problem }: Listed<Contact>) {
  return (
    <List
      name="Contacts"
      inUrl="contacts"
      rows={rows && byText(rows, (it) => it.name)}
      columns={columns}
      empty="No contacts associated with this address."
      problem={problem}
    />
  )
}

const columns: Column<Contact>[] = [
  {
    title: 'Name',
    onPhone: 'head',
    cell: (it) => (
      <Link to="/contacts/$contactId" params={{ contactId: String(it.id) }}>
        {it.name}
      </Link>
    ),
  },
  {
    title: 'Email',
    cell: ({ email }) => (email?.trim() ? <a href={emailLink(email) ?? undefined}>{email}</a> : 'N/A'),
  },
  {
    title: 'Phone',
    cell: ({ phone }) => {
      const text = phoneText(phone)
      return text === 'N/A' ? text : <a href={phoneLink(phone) ?? undefined}>{text}</a>
    },
  },
]
