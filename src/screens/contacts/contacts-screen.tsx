import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Contact } from '../../contract/contact.ts'
import { AsOf } from '../../parts/as-of.tsx'
import { ContactForm } from '../../parts/contact-form.tsx'
import { ColumnsButton, useListColumns } from '../../parts/list-columns.tsx'
import { LongListTools } from '../../parts/list-tools.tsx'
import { SavedViews } from '../../parts/saved-views.tsx'
import { UnsentMark, useUnsentMarks } from '../../parts/unsent-mark.tsx'
import { useLongList } from '../../parts/use-listing.ts'
import { tellSaved } from '../../parts/use-save.ts'
import { allContacts } from '../../records/contact.ts'
import { narrowed } from '../../records/listing.ts'
import { contactSheet } from '../../records/sheets.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { phoneLink, phoneText } from '../../rules/phone.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmailLink } from '../../ui/email-link.tsx'
import { Filters, TextFilter, useTextFilter } from '../../ui/filters.tsx'
import { type Column, PagedList } from '../../ui/list.tsx'
import { Page } from '../../ui/page.tsx'

/** All contacts by name, with a search box and "Add contact" (CO-01 to CO-05). */
export function ContactsScreen() {
  const marks = useUnsentMarks('contact')
  const user = useUser()
  const search = useTextFilter('search')
  const [isAdding, setAdding] = useState(false)
  const typed = search.value
  const isSearching = typed.trim().length >= 2
  const own = useMemo(
    (): Column<Contact>[] => [
      {
        title: 'Name',
        onPhone: 'head',
        cell: (it) => (
          <>
            <Link to="/contacts/$contactId" params={{ contactId: String(it.id) }}>
              {it.name}
            </Link>{' '}
            <UnsentMark entries={marks.get(it.id)} />
          </>
        ),
      },
      { title: 'Email', cell: (it) => <EmailLink email={it.email} none="N/A" /> },
      { title: 'Phone', cell: (it) => <MaybeLink href={phoneLink(it.phone)} text={phoneText(it.phone)} /> },
    ],
    [marks],
  )
  const chosen = useListColumns('contacts', own, contactSheet)
  const contacts = useLongList({
    name: 'contacts',
    query: allContacts(),
    listing: narrowed('contact', []),
    titles: chosen.titles,
    narrow: isSearching ? typed : '',
    failed: 'Failed to fetch contacts',
  })
  return (
    <Page
      title="Contacts"
      meta={<AsOf of={contacts} />}
      actions={
        mayWrite(user.role) && (
          <Button kind="main" icon="plus" onClick={() => setAdding(true)}>
            Add contact
          </Button>
        )
      }
    >
      <Filters>
        <TextFilter label="Search contacts" placeholder="Name, email or phone" {...search} />
      </Filters>
      <SavedViews list="contacts" />
      <PagedList
        name="Contacts"
        tools={
          <LongListTools name="Contacts" sheet={contactSheet} list={contacts.atHand} page={contacts.part.pages.page}>
            <ColumnsButton {...chosen} />
          </LongListTools>
        }
        part={contacts.part}
        columns={chosen.columns}
        empty={isSearching ? 'No contacts match your search.' : 'No contacts available.'}
        problem={contacts.said}
      />
      {isAdding && <AddContact onClose={() => setAdding(false)} />}
    </Page>
  )
}

const MaybeLink = ({ href, text }: { href: string | null; text: string }) =>
  href && text !== 'N/A' ? <a href={href}>{text}</a> : text

function AddContact({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <Dialog title="Add contact" onClose={onClose}>
      <ContactForm
        draft="contact/list"
        onCancel={onClose}
        onSaved={(id) => {
          onClose()
          if (id < 0) tellSaved('Contact saved')
          void navigate({ to: '/contacts/$contactId', params: { contactId: String(id) } })
        }}
      />
    </Dialog>
  )
}
