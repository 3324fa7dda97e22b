import { chakra } from '@chakra-ui/react/styled-system'
import { useId } from 'react'
import type { Contact } from '../../contract/contact.ts'
import { duplicateContactText } from '../../rules/contact-duplicate.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/fields.tsx'
import { Note } from '../../ui/states.tsx'
import { ContactPicker } from './contact-picker.tsx'

/** The contact in a form: an existing one, or a new one that is created when the form is saved. */
export interface ChosenContact {
  isNew: boolean
  chosen: Contact | null
  name: string
  email: string
  phone: string
}

/** Nobody. Switching between existing and new returns to it, so that neither leaves values behind (CF-39). */
export const noContact: ChosenContact = { isNew: false, chosen: null, name: '', email: '', phone: '' }

/** What is wrong with the fields of a new contact. */
export type ContactProblems = Partial<Record<'name' | 'email' | 'phone', string>>

const Frame = chakra('fieldset', {
  base: {
    border: 0,
    minWidth: 0,
    display: 'grid',
    gap: 3,
    gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
    '& > *': { gridColumn: '1 / -1' },
    '& > .half': { gridColumn: { sm: 'auto' } },
    '& > legend': { fontWeight: 'medium', paddingBottom: 1 },
    '& > .modes': { display: 'flex', flexWrap: 'wrap', gap: 2 },
    '@media (max-width: 40rem)': { '& > .modes > button': { flex: '1 1 0' } },
  },
})

interface Props {
  value: ChosenContact
  onChange: (value: ChosenContact) => void
  problems?: ContactProblems
  /** The contact that already has the email or phone of the new one (CO-04). */
  same: Contact | null
  /** What the form saves, for the hint: "complaint". */
  what: string
}

/** The contact picker with its toggle: an existing contact by typing, or a new one (CF-39, CF-40). */
export function ContactChoice(props: Props) {
  const { value, onChange } = props
  const id = useId()
  const switchTo = (isNew: boolean) => {
    if (isNew !== value.isNew) onChange({ ...noContact, isNew })
  }
  return (
    <Frame aria-labelledby={id}>
      <legend id={id}>Contact</legend>
      <div className="modes">
        <Button aria-pressed={!value.isNew} onClick={() => switchTo(false)}>
          Existing contact
        </Button>
        <Button aria-pressed={value.isNew} onClick={() => switchTo(true)}>
          New contact
        </Button>
      </div>
      {value.isNew ? (
        <NewContactFields {...props} />
      ) : (
        <ContactPicker
          label="Search contacts"
          value={value.chosen}
          onChange={(chosen) => onChange({ ...noContact, chosen })}
        />
      )}
    </Frame>
  )
}

function NewContactFields({ value, onChange, problems = {}, same, what }: Props) {
  const typed = (field: 'name' | 'email' | 'phone') => ({
    value: value[field],
    onChange: (event: { target: { value: string } }) => onChange({ ...value, [field]: event.target.value }),
    autoComplete: 'off',
  })
  return (
    <>
      <TextField
        label="Contact name"
        required
        problem={problems.name}
        hint={`Saved together with the ${what}`}
        {...typed('name')}
      />
      <div className="half">
        <TextField label="Contact email" type="email" inputMode="email" problem={problems.email} {...typed('email')} />
      </div>
      <div className="half">
        <TextField label="Contact phone" type="tel" problem={problems.phone} {...typed('phone')} />
      </div>
      {same && (
        <Note tone="yellow" role="alert">
          <p>{duplicateContactText}</p>
          <Button onClick={() => onChange({ ...noContact, chosen: same })}>Use {same.name}</Button>
        </Note>
      )}
    </>
  )
}
