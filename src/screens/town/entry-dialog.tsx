import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { type ListCells, type ListEntry, type ListField, type TownListName, town } from '../../contract/town.ts'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
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

/** The typed cells of a line, which stay on the device until they are saved or discarded. */
function useEntryForm(list: TownListName, entry: ListEntry | null) {
  const { fields } = townLists[list]
  const [opened] = useState(entry?.cells)
  const [blank] = useState<ListCells>(() => Object.fromEntries(fields.map((field) => [field, opened?.[field] ?? ''])))
  const form = useForm<ListCells>({ defaultValues: blank })
  const name = entry ? `town-list/${list}-${entry.id}` : `town-list/${list}`
  const kept = useKeptForm(form, { name, blank, ...(opened && { seen: opened }) })
  const [isReread, setReread] = useState(false)
  // A restored draft may have begun with an older line: saving it must not undo what others saved since.
  const seen = entry && !isReread ? (kept.seen as ListCells | undefined) : entry?.cells
  const change = (changes: ListCells) => {
    for (const field of fields) if (field in changes) form.setValue(field, changes[field] ?? '', { shouldDirty: true })
  }
  return { kept, cells: form.watch(), change, seen: seen ?? null, isReread, setReread }
}

/** Adds or changes a line of a list. */
export function EntryDialog({ list, entry, onChanged, onClose }: Props) {
  const { failure, isBusy, make } = useDirectCall()
  const { one, fields } = townLists[list]
  const { kept, cells, change, seen, isReread, setReread } = useEntryForm(list, entry)
  const [missing, setMissing] = useState<ListField>()
  const set = (changes: ListCells) => {
    change(changes)
    setMissing(undefined)
  }
  const save = async () => {
    const empty = needed[list].find((field) => !cells[field]?.trim())
    if (empty) return setMissing(empty)
    const body = { list, id: entry?.id ?? null, seen, cells: filled(cells) }
    const words = `${sentence(one)} ${nameOf(list, cells)} saved`
    if (!(await make((call) => call(town.saveEntry, {}, body, { words })))) return
    await kept.finish(cells)
    tell(`${sentence(one)} saved`)
    onClose()
    await onChanged()
  }
  const remove = async ({ id, cells: seen }: ListEntry) => {
    const isSure = await confirm({
      title: `Delete this ${one}?`,
      text: `“${nameOf(list, seen)}” is no longer offered. Records that use it keep it.`,
      yes: 'Delete',
      isDanger: true,
    })
    if (!isSure) return
    const words = `${sentence(one)} ${nameOf(list, seen)} deleted`
    if (!(await make((call) => call(town.removeEntry, {}, { list, id, seen }, { words })))) return
    await kept.drop()
    tell(`${sentence(one)} deleted`)
    onClose()
    await onChanged()
  }
  const isStale = failure?.problem.kind === 'refused' && failure.problem.status === 409 && entry !== null
  const title = entry ? `Change ${one}` : `Add ${one}`
  if (kept.isAsking)
    return (
      <Dialog title={title} onClose={onClose}>
        <KeptQuestion kept={kept} what={entry ? `A change of this ${one}` : `A new ${one}`} />
      </Dialog>
    )
  return (
    <Dialog title={title} onClose={onClose}>
      <NeedsSignal what={`Changing a ${one}`} keeps />
      <CallFailure of={failure} failed={`The ${one} could not be saved`} isServerFirst />
      {isStale && (
        <Overtaken
          fields={fields}
          cells={entry.cells}
          isRead={isReread}
          onRead={() => void onChanged().then(() => setReread(true))}
        />
      )}
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
  isRead: boolean
  onRead: () => void
}

/** Somebody else has changed the line: their version can be shown, and the typed values stay. */
function Overtaken({ fields, cells, isRead, onRead }: OvertakenProps) {
  if (!isRead) return <Button onClick={onRead}>Show it as it is now</Button>
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
        label="Retired: no longer offered. Records that name it keep it."
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

/** Without the fields that are empty. */
const filled = (cells: ListCells): ListCells =>
  Object.fromEntries(Object.entries(cells).filter(([, text]) => text !== ''))

const sentence = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)
