import { chakra } from '@chakra-ui/react/styled-system'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Id } from '../../contract/id.ts'
import { EntriesState } from '../../parts/entry-state.tsx'
import { mostUrgent } from '../../parts/entry-words.ts'
import { AddressPicker } from '../../parts/pickers/address-picker.tsx'
import { BusinessPicker } from '../../parts/pickers/business-picker.tsx'
import { type LinkedList, useLinking } from '../../parts/use-links.ts'
import { tellSaved } from '../../parts/use-save.ts'
import { addressById } from '../../records/address.ts'
import { contactLinks, type LinkedOwner } from '../../records/links.ts'
import { byText } from '../../rules/list-order.ts'
import { mayWrite } from '../../rules/permissions.ts'
import { useRow } from '../../sync/react/hooks.ts'
import { useUser } from '../../sync/react/live.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { RowLinks } from '../../ui/row-links.ts'
import { Section } from '../../ui/section.tsx'
import { Empty, ErrorLine, Loading } from '../../ui/states.tsx'
import { tell } from '../../ui/toast.tsx'

interface Props {
  type: 'address' | 'business'
  contactId: Id
  list: LinkedList<LinkedOwner>
}

const words = {
  address: { title: 'Addresses', one: 'Address', empty: 'No associated addresses' },
  business: { title: 'Businesses', one: 'Business', empty: 'No associated businesses' },
} as const

/** At the end of its line, even if a long name leaves no room beside it. */
const AtEnd = chakra('span', { base: { marginInlineStart: 'auto' } })

/** The addresses or businesses of a contact: found by search and linked, removed after a question (CO-08 to CO-11). */
export function LinkedGroup({ type, contactId, list: { rows, problem, unheld, entries } }: Props) {
  const user = useUser()
  const canWrite = mayWrite(user.role)
  const { link, unlink } = useLinking()
  const [isLinking, setLinking] = useState(false)
  const { title, one, empty } = words[type]
  const add = async (id: Id) => {
    setLinking(false)
    if (rows?.some((it) => it.id === id)) return tell(`This ${type} is linked already`)
    if ((await link({ type, id }, contactId)) !== null) tellSaved(`${one} linked`)
  }
  const remove = async (owner: LinkedOwner) => {
    const isSure = await confirm({
      title: `Remove this ${type} from the contact?`,
      text: owner.text,
      yes: 'Remove',
      isDanger: true,
    })
    if (isSure && (await unlink({ type, id: owner.id }, contactId)) !== null) tellSaved(`${one} removed`)
  }
  return (
    <Section
      title={title}
      {...(rows && !problem && !unheld ? { count: rows.length } : {})}
      starts="shown"
      actions={
        canWrite && (
          <Button kind="quiet" icon="plus" aria-expanded={isLinking} onClick={() => setLinking(!isLinking)}>
            Link<span className="unseen"> {type}</span>
          </Button>
        )
      }
    >
      {isLinking && <Search type={type} onChosen={(id) => void add(id)} />}
      {problem && <ErrorLine message={problem} />}
      {!rows && <Loading />}
      {rows && !problem && (unheld || rows.length === 0) && <Empty>{unheld ?? empty}</Empty>}
      <RowLinks>
        <ul>
          {byText(rows ?? [], (it) => it.text).map((it) => (
            <li key={it.id}>
              <OwnerLink type={type} owner={it} />
              {it.isNameless && type === 'address' && <AskForAddress id={it.id} />}
              <EntriesState entries={entries.get(it.id) ?? []} failure={failureOf(type, entries.get(it.id) ?? [])} />
              {canWrite && (
                <AtEnd>
                  <Button kind="quiet" onClick={() => void remove(it)}>
                    Remove<span className="unseen"> {it.text}</span>
                  </Button>
                </AtEnd>
              )}
            </li>
          ))}
        </ul>
      </RowLinks>
    </Section>
  )
}

/** Five are offered from two characters (LS-04). */
function Search({ type, onChosen }: { type: Props['type']; onChosen: (id: Id) => void }) {
  const choose = (chosen: { id: Id } | null) => {
    if (chosen) onChosen(chosen.id)
  }
  return type === 'address' ? (
    <AddressPicker label="Address" value={null} onChange={choose} />
  ) : (
    <BusinessPicker label="Business" value={null} from={2} limit={5} onChange={choose} />
  )
}

function OwnerLink({ type, owner }: { type: Props['type']; owner: LinkedOwner }) {
  const text = <b>{owner.text}</b>
  return type === 'address' ? (
    <Link to="/address/$addressId" params={{ addressId: String(owner.id) }}>
      {text}
    </Link>
  ) : (
    <Link to="/business/$businessId" params={{ businessId: String(owner.id) }}>
      {text}
    </Link>
  )
}

/** An address found by the server's search is fetched, so that its name stays on this device. */
function AskForAddress({ id }: { id: Id }) {
  useRow(addressById(id))
  return null
}

/** The specification's text for a refusal (CO-10, CO-11). */
const failureOf = (type: Props['type'], entries: Parameters<typeof mostUrgent>[0]): string =>
  mostUrgent(entries)?.command === contactLinks[type].unlink.name
    ? `Could not remove ${type} from contact.`
    : `Could not link ${type} to contact.`
