import { chakra } from '@chakra-ui/react/styled-system'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { addressNote } from '../parts/address-note.ts'
import { inboxForm } from '../parts/inbox.ts'
import { minSearchLength } from '../rules/address-text.ts'
import type { AddressLine } from '../rules/packed-addresses.ts'
import { type CreationForm, meetForm } from '../screens/dashboard/creation-forms.ts'
import { useAddressSearch } from '../sync/react/address-search.ts'
import { usePhotosIn } from '../sync/react/hooks.ts'
import { Combobox } from '../ui/combobox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'

/** The forms of the dashboard (DB-03) by their names in the URL, in the order of a typical day. */
const forms: readonly { form: CreationForm; text: string; icon: IconName }[] = [
  { form: 'complaint', text: 'Complaint', icon: 'call' },
  { form: 'violation', text: 'Violation', icon: 'flag' },
  { form: 'multifamily', text: 'Multifamily license', icon: 'file' },
  { form: 'single-family', text: 'Single family license', icon: 'file' },
  { form: 'business', text: 'Business license', icon: 'file' },
  { form: 'permit', text: 'Building permit', icon: 'file' },
]

const Choices = chakra('ul', {
  base: {
    marginInline: -4,
    marginBlock: -4,
    '& li > a, & li > button': {
      display: 'flex',
      alignItems: 'center',
      gap: 3,
      width: '100%',
      minHeight: '56px',
      paddingInline: 4,
      color: 'fg',
      fontWeight: 'medium',
      textAlign: 'start',
      textDecoration: 'none',
    },
    '& li > :focus-visible': { outlineOffset: '-3px' },
    '& svg': { color: 'accent' },
  },
})

/** What can be created from anywhere: complaint, comment, violation, licenses and permit. */
export function NewSheet({ onClose }: { onClose: () => void }) {
  const [isComment, setComment] = useState(false)
  const waiting = usePhotosIn(inboxForm)?.length ?? 0
  if (isComment) return <CommentPlace onClose={onClose} />
  return (
    <Dialog title="New" onClose={onClose}>
      <Choices>
        {forms.slice(0, 2).map((it) => (
          <Choice key={it.form} {...it} onChosen={onClose} />
        ))}
        <li>
          <button type="button" onClick={() => setComment(true)}>
            <Icon name="pencil" />
            Comment at an address
          </button>
        </li>
        <li>
          <Link to="/inbox" search={{ camera: '1' }} onClick={onClose}>
            <Icon name="camera" />
            Photo to file later{waiting > 0 && ` (${waiting} waiting)`}
          </Link>
        </li>
        {forms.slice(2).map((it) => (
          <Choice key={it.form} {...it} onChosen={onClose} />
        ))}
      </Choices>
    </Dialog>
  )
}

function Choice({ form, text, icon, onChosen }: (typeof forms)[number] & { onChosen: () => void }) {
  const choose = () => {
    onChosen()
    // The URL does not change if the form is open already. The closed sheet has given its focus back by then.
    requestAnimationFrame(meetForm)
  }
  return (
    <li>
      <Link to="/" search={{ new: form }} onClick={choose}>
        <Icon name={icon} />
        {text}
      </Link>
    </li>
  )
}

// Room for the list of results, because the sheet is at the bottom of the phone.
const Room = chakra('div', { base: { minHeight: '20rem' } })

/** Asks for the address whose comments are opened. */
function CommentPlace({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const found = useAddressSearch(text)
  const navigate = useNavigate()
  const isLongEnough = text.trim().length >= minSearchLength
  const open = ({ id }: AddressLine) => {
    onClose()
    void navigate({ to: '/address/$addressId', params: { addressId: String(id) }, search: { tab: 'comments' } })
  }
  return (
    <Dialog title="Comment at an address" onClose={onClose}>
      <Room>
        <Combobox
          label="Address"
          placeholder="Street and number, or owner"
          text={text}
          onText={setText}
          options={isLongEnough ? found.results : []}
          isOpen={isLongEnough}
          keyOf={(address) => address.id}
          show={(address) => address.combadd ?? address.property_name ?? ''}
          onChoose={open}
          note={addressNote(found)}
        />
      </Room>
    </Dialog>
  )
}
