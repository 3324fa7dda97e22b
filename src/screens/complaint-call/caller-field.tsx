import { useRef, useState } from 'react'
import type { Contact } from '../../contract/contact.ts'
import { Picker } from '../../parts/pickers/picker.tsx'
import { useFoundByText } from '../../parts/pickers/use-found-by-text.ts'
import { duplicateContact, duplicateContactText } from '../../rules/contact-duplicate.ts'
import { contactPickerLimit } from '../../rules/contact-search.ts'
import { anyPhoneText, phoneDigits } from '../../rules/phone.ts'
import { TextField } from '../../ui/fields.tsx'

/** The caller: a known contact, or the typed data of a new one. */
export interface Caller {
  chosen: Contact | null
  /** The typed number, email or name. */
  typed: string
  /** The name of a new caller whose number or email was typed. */
  name: string
}

export const nobody: Caller = { chosen: null, typed: '', name: '' }

/** A phone number has at least this many digits. */
const numberDigits = 7

/** At most this many contacts that contain a typed number or email are compared with it. */
const compared = 100

/** What is typed about a new caller: a number or an email with the name from its field, or only a name. */
export function typedContact({ typed, name }: Caller): { name: string; phone?: string; email?: string } {
  const text = typed.trim()
  if (!/\p{L}/u.test(text) && phoneDigits(text).length >= numberDigits) return { name: name.trim(), phone: text }
  return text.includes('@') ? { name: name.trim(), email: text } : { name: text }
}

/** 'Nora Quill, (410) 555-0177'. */
export const callerText = ({ name, phone }: { name: string | null; phone?: string | null | undefined }): string =>
  [name, anyPhoneText(phone)].filter(Boolean).join(', ')

interface Props {
  value: Caller
  onChange: (value: Caller) => void
  problem: string | undefined
  nameProblem: string | undefined
}

/**
 * The caller, found by number, name or email. The name of a new caller is asked unless a contact has exactly the typed
 * number or email: many of those found only contain it.
 */
export function CallerField({ value, onChange, problem, nameProblem }: Props) {
  const [wasTyped, setTyped] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const { typed } = value
  const ways = typedContact(value)
  const hasWay = (ways.phone ?? ways.email) !== undefined
  const found = useFoundByText('contacts', typed, hasWay ? compared : contactPickerLimit)
  const rows = found.rows ?? []
  const same = hasWay ? duplicateContact(ways, rows) : null
  const isUnknown = (found.isSure && rows.length === 0) || found.isFailed
  const isSearched = found.isSure || found.isFailed
  // A name that was typed is never sent unseen.
  const isNew = value.chosen === null && hasWay && isSearched && (same === null || value.name !== '')
  const shown = problem ?? (isNew ? undefined : nameProblem)
  const known = withFirst(same, rows).slice(0, contactPickerLimit)
  const newText = isUnknown ? newCallerText(found) : noneOfTheseText
  return (
    <>
      <Picker<Contact | NewCaller>
        label="Caller"
        placeholder="Number, name or email"
        value={value.chosen}
        onChange={(chosen) => {
          if (!isNewCaller(chosen)) return onChange({ ...nobody, chosen })
          // The picker has just cleared what was typed.
          onChange(value)
          nameField.current?.focus()
        }}
        text={value.typed}
        onText={(typed) => {
          setTyped(true)
          onChange({ ...value, chosen: null, typed })
        }}
        options={isNew && !same ? [...known, { id: newCallerId, text: newText }] : known}
        show={(option) => <>{isNewCaller(option) ? option.text : callerText(option)}</>}
        note={wasTyped && isUnknown && !isNew ? newText : undefined}
        {...(shown ? { problem: shown } : {})}
      />
      {isNew && (
        <TextField
          ref={nameField}
          label="Name of the new caller"
          required
          autoComplete="off"
          value={value.name}
          problem={nameProblem}
          hint={same ? duplicateContactText : undefined}
          onChange={(event) => onChange({ ...value, name: event.target.value })}
        />
      )}
    </>
  )
}

/** The contact with exactly the typed number or email comes before those that contain it. */
const withFirst = (same: Contact | null, rows: readonly Contact[]): readonly Contact[] =>
  same ? [same, ...rows.filter((it) => it !== same)] : rows

/** The last option: the typed number or email is a new caller's. It closes the list, which covers the name's field. */
interface NewCaller {
  id: typeof newCallerId
  text: string
}

/** No contact has it: those of the office have positive ids, those of this device negative ones. */
const newCallerId = 0

const isNewCaller = (option: Contact | NewCaller | null): option is NewCaller => option?.id === newCallerId

const noneOfTheseText = 'None of these: a new caller'

/** Nobody found says that the caller is new only if the contacts could be searched. */
const newCallerText = ({ isUnknown, isFailed }: ReturnType<typeof useFoundByText>): string =>
  isUnknown || isFailed ? 'The contacts cannot be searched just now: taken as a new caller' : 'Not known: a new caller'
