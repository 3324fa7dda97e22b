import { useState } from 'react'
import { type ListCells, type ListEntry, type ListField, type TownListName, town } from '../../contract/town.ts'
import { CallFailure, NeedsSignal } from '../../parts/online-only.tsx'
import { useDirectCall } from '../../parts/use-direct-call.ts'
import { townLists } from '../../rules/town-list.ts'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckField, TextAreaField, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { Note } from '../../ui/states.tsx'
import { tell } from '../../ui/toast.tsx'
import { fieldNames, nameOf } from './list-columns.tsx'
import { PhrasePlace } from './phrase-place.tsx'

interface Props {
  list: TownListName
  /** null for a new line. */
  entry: ListEntry | null
  /** Reads the list again. */
  onChanged: () => Promise<unknown>
  onClose: () => void
}

/** Adds or changes a line of a list. */
export function EntryDialog({ list, entry, onChanged, onClose }: Props) {
  const { failure, isBusy, make } = useDirectCall()
  const { one, fields } = townLists[list]
  const [cells, setCells] = useState<ListCells>(entry?.cells ?? {})
  const [missing, setMissing] = useState<ListField>()
  const set = (changes: ListCells) => {
    setCells({ ...cells, ...changes })
    setMissing(undefined)
  }
  const save = async () => {
    const empty = needed[list].find((field) => !cells[field]?.trim())
    if (empty) return setMissing(empty)
    const body = { list, id: entry?.id ?? null, seen: entry?.cells ?? null, cells }
    const words = `${sentence(one)} ${nameOf(list, cells)} saved`
    if (!(await make((call) => call(town.saveEntry, {}, body, { words })))) return
    tell(`${sentence(one)} saved`)
    onClose()
    await onChanged()
  }
  const remove = async ({ id, cells: seen }: ListEntry) => {
    const isSure = await confirm({
      title: `Delete this ${one}?`,
      text: `“${nameOf(list, seen)}” is offered no more. What was written with it stays.`,
      yes: 'Delete',
      isDanger: true,
    })
    if (!isSure) return
    const words = `${sentence(one)} ${nameOf(list, seen)} deleted`
    if (!(await make((call) => call(town.removeEntry, {}, { list, id, seen }, { words })))) return
    tell(`${sentence(one)} deleted`)
    onClose()
    await onChanged()
  }
  const isStale = failure?.problem.kind === 'refused' && failure.problem.status === 409 && entry !== null
  return (
    <Dialog title={entry ? `Change ${one}` : `Add ${one}`} onClose={onClose}>
      <NeedsSignal what={`Changing a ${one}`} />
      <CallFailure of={failure} failed={`The ${one} could not be saved`} isServerFirst />
      {isStale && <Overtaken fields={fields} cells={entry.cells} onRead={onChanged} />}
      <Form
        aria-label={sentence(one)}
        onSubmit={save}
        actions={
          <>
            <Button type="submit" kind="main" disabled={isBusy}>
              {isBusy ? 'Saving...' : 'Save'}
            </Button>
            {entry && list !== 'codes' && (
              <Button kind="danger" icon="trash" disabled={isBusy} onClick={() => void remove(entry)}>
                Delete
              </Button>
            )}
          </>
        }
      >
        <EntryFields list={list} cells={cells} missing={missing} onChange={set} />
      </Form>
    </Dialog>
  )
}

interface OvertakenProps {
  fields: readonly ListField[]
  /** The line as this page last read it. */
  cells: ListCells
  onRead: () => Promise<unknown>
}

/** Somebody else has changed the line: their version can be shown, and the typed values stay. */
function Overtaken({ fields, cells, onRead }: OvertakenProps) {
  const [isRead, setRead] = useState(false)
  const read = async () => {
    await onRead()
    setRead(true)
  }
  if (!isRead) return <Button onClick={() => void read()}>Show it as it is now</Button>
  return (
    <Note tone="yellow" role="status">
      <p>It now says:</p>
      <ul>
        {fields.map((field) => (
          <li key={field}>
            {fieldNames[field]}: {cells[field] || '—'}
          </li>
        ))}
      </ul>
      <p>Save again to put what you typed in its place.</p>
    </Note>
  )
}

interface FieldsProps {
  list: TownListName
  cells: ListCells
  missing: ListField | undefined
  onChange: (changes: ListCells) => void
}

function EntryFields({ list, cells, missing, onChange }: FieldsProps) {
  const field = (name: ListField) => ({
    label: fieldNames[name],
    value: cells[name] ?? '',
    required: needed[list].includes(name),
    problem:
      missing === name
        ? `Enter ${name === 'words' ? 'the words' : `the ${fieldNames[name].toLowerCase()}`}`
        : undefined,
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  })
  if (list === 'synonyms')
    return <TextAreaField {...field('words')} hint="At least two, with a semicolon between: plumbing; sink; drain" />
  if (list === 'phrases')
    return (
      <>
        <TextField {...field('text')} autoComplete="off" />
        <PhrasePlace cells={cells} onChange={onChange} />
      </>
    )
  return (
    <>
      <div className="half">
        <TextField {...field('chapter')} autoComplete="off" />
      </div>
      <div className="half">
        <TextField {...field('section')} autoComplete="off" />
      </div>
      <TextField {...field('name')} autoComplete="off" />
      <TextAreaField {...field('description')} hint="The words of the section, as notices print them." />
      <CheckField
        label="Retired: offered no more. What names it goes on naming it."
        checked={cells.retired === 'yes'}
        onChange={(event) => onChange({ retired: event.target.checked ? 'yes' : 'no' })}
      />
    </>
  )
}

const needed: Record<TownListName, readonly ListField[]> = {
  rooms: [],
  codes: ['chapter', 'section', 'name'],
  synonyms: ['words'],
  phrases: ['text'],
}

const sentence = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
