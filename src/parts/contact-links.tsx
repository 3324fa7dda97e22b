import { Link } from '@tanstack/react-router'
import type { Contact } from '../contract/contact.ts'
import type { Id } from '../contract/id.ts'
import type { OutboxEntry } from '../db/outbox.ts'
import { addContact, saveContact } from '../records/contact.ts'
import { type ContactOwner, contactLinks } from '../records/links.ts'
import { byText } from '../rules/list-order.ts'
import { mayWrite } from '../rules/permissions.ts'
import { phoneLink, phoneText } from '../rules/phone.ts'
import { useUser } from '../sync/react/live.ts'
import { Button } from '../ui/button.tsx'
import { confirm } from '../ui/confirm.tsx'
import { EmailLink } from '../ui/email-link.tsx'
import { type Column, List } from '../ui/list.tsx'
import { Stack } from '../ui/stack.ts'
import { tell } from '../ui/toast.tsx'
import { ContactChooser } from './contact-chooser.tsx'
import { EntriesState } from './entry-state.tsx'
import { mostUrgent } from './entry-words.ts'
import { useUnsentMarks } from './unsent-mark.tsx'
import { type LinkedList, useLinking } from './use-links.ts'
import { tellSaved } from './use-save.ts'

interface Props {
  of: ContactOwner
  contacts: LinkedList<Contact>
  empty: string
  /** The specification's text for a new contact that the server refuses. */
  notCreated: string
}

/**
 * The contacts of an address or business: linked, created, and removed after a question (AD-09, AD-10, BU-06 to
 * BU-08).
 */
export function ContactLinks({ of, contacts: { rows, problem, entries }, empty, notCreated }: Props) {
  const user = useUser()
  const canWrite = mayWrite(user.role)
  const marks = useUnsentMarks('contact')
  const { link, unlink } = useLinking()
  const add = async (contactId: Id) => {
    if (rows?.some((it) => it.id === contactId)) return tell('This contact is linked already')
    const done = await link(of, contactId)
    if (done !== null) tellSaved('Contact added')
    return done
  }
  const remove = async (contact: Contact) => {
    const isSure = await confirm({
      title: `Remove this contact from the ${of.type}?`,
      text: contact.name,
      yes: 'Remove',
      isDanger: true,
    })
    if (isSure && (await unlink(of, contact.id)) !== null) tellSaved('Contact removed')
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
      cell: ({ email }) => <EmailLink email={email} none="N/A" />,
    },
    {
      title: 'Phone',
      cell: ({ phone }) => {
        const text = phoneText(phone)
        return text === 'N/A' ? text : <a href={phoneLink(phone) ?? ''}>{text}</a>
      },
    },
    {
      title: 'State',
      onPhone: 'plain',
      cell: (it) => (
        <LinkState entries={[...(marks.get(it.id) ?? []), ...(entries.get(it.id) ?? [])]} notCreated={notCreated} />
      ),
    },
    {
      title: 'Remove',
      onPhone: 'plain',
      atEnd: true,
      cell: (it) => (
        <Button kind="quiet" onClick={() => void remove(it)}>
          Remove<span className="unseen"> {it.name}</span>
        </Button>
      ),
    },
  ]
  const isUnsent = rows?.some((it) => marks.has(it.id) || (entries.get(it.id)?.length ?? 0) > 0)
  return (
    <Stack>
      <List
        name="Contacts"
        inUrl="contacts"
        rows={rows && byText(rows, (it) => it.name)}
        columns={columns.filter(({ title }) => (title !== 'State' || isUnsent) && (title !== 'Remove' || canWrite))}
        empty={empty}
        problem={problem}
      />
      {canWrite && <ContactChooser draft={`contact/${of.type}:${of.id}`} saveWords="Add Contact" onChosen={add} />}
    </Stack>
  )
}

/** The state of a link, or of the contact created for it. */
function LinkState({ entries, notCreated }: { entries: readonly OutboxEntry[]; notCreated: string }) {
  const command = mostUrgent(entries)?.command ?? ''
  return <EntriesState entries={entries} failure={command === addContact.name ? notCreated : failures[command]} />
}

const { address, business } = contactLinks

/** The specification's text for each refusal (AD-11, BU-09, CO-07). */
const failures: Record<string, string | undefined> = {
  [address.link.name]: 'Could not add contact.',
  [business.link.name]: 'Could not add contact.',
  [address.unlink.name]: 'Could not remove contact.',
  [business.unlink.name]: 'Could not remove contact.',
  [saveContact.name]: 'Could not update contact.',
}
