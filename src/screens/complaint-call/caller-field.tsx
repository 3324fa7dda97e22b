import { useState } from 'react'
import type { Contact } from '../../contract/contact.ts'
import { Picker } from '../../parts/pickers/picker.tsx'
import { useFoundByText } from '../../parts/pickers/use-found-by-text.ts'
import { contactPickerLimit } from '../../rules/contact-search.ts'
import { phoneDigits, phoneText } from '../../rules/phone.ts'
import { TextField } from '../../ui/fields.tsx'

/** The caller: a known contact, or the typed data of a new one. */
export interface Caller {
  chosen: Contact | null
  /** The typed number or name. */
  typed: string
  /** The name of a new caller whose number was typed. */
  name: string
}

export const nobody: Caller = { chosen: null, typed: '', name: '' }

/** A phone number has at least this many digits. */
const numberDigits = 7

/** Whether the typed text is a phone number. */
export const isNumber = (typed: string): boolean => !/\p{L}/u.test(typed) && phoneDigits(typed).length >= numberDigits

interface Props {
  value: Caller
  onChange: (value: Caller) => void
  problem?: string
}

/** The caller, found by number, name or email; for a new caller the name is asked. */
export function CallerField({ value, onChange, problem }: Props) {
  const [wasTyped, setTyped] = useState(false)
  const { typed } = value
  const found = useFoundByText('contacts', typed, contactPickerLimit)
  const isUnknown = (found.isSure && found.rows?.length === 0) || found.isFailed
  const isNew = value.chosen === null && isNumber(typed) && isUnknown
  return (
    <>
      <Picker
        label="Caller"
        placeholder="Number, name or email"
        value={value.chosen}
        onChange={(chosen) => onChange({ ...nobody, chosen })}
        text={value.typed}
        onText={(typed) => {
          setTyped(true)
          onChange({ ...value, chosen: null, typed })
        }}
        options={found.rows ?? []}
        show={(contact) => <>{[contact.name, contact.phone && phoneText(contact.phone)].filter(Boolean).join(', ')}</>}
        note={wasTyped && isUnknown ? 'Not known: a new caller' : undefined}
        problem={isNew ? undefined : problem}
      />
      {isNew && (
        <TextField
          label="Name of the new caller"
          required
          autoComplete="off"
          value={value.name}
          problem={problem}
          onChange={(event) => onChange({ ...value, name: event.target.value })}
        />
      )}
    </>
  )
}
