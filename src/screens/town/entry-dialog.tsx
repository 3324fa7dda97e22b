import { useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  type ListCells,
  type ListEntry,
  type ListField,
  type TownList,
  type TownListName,
  town,
} from '../../contract/town.ts'
import { KeptQuestion, useKeptForm } from '../../parts/kept-form.tsx'
import { CallFailure, NeedsSignal } from '../../parts/online-only.tsx'
import { useDirectCall } from '../../parts/use-direct-call.ts'
import { townLists } from '../../rules/town-list.ts'
import type { Failure } from '../../sync/online/call.ts'
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
  /** Reads the list again; null if that failed. */
  onChanged: () => Promise<TownList | null>
  onClose: () => void
}

/** The line as it was read again after a refusal. */
interface Known {
  /** null: somebody has removed the line. */
  cells: ListCells | null
  of: Failure
}

/** The typed cells of a line, which stay on the device until they are saved or discarded. */
function useEntryForm(list: TownListName, entry: ListEntry | null) {
  const { fields } = townLists[list]
  const [opened] = useState(entry?.cells)
  const [blank] = useState<ListCells>(() => Object.fromEntries(fields.map((field) => [field, opened?.[field] ?? ''])))
  const form = useForm<ListCells>({ defaultValues: blank })
  const name = entry ? `town-list/${list}-${entry.id}` : `town-list/${list}`
  const kept = useKeptForm(form, { name, blank, ...(opened && { seen: opened }) })
  const [known, setKnown] = useState<Known>()
  // A restored draft may have begun with an older line: saving it must not undo what others saved since.
  const seen = known ? known.cells : entry && (kept.seen as ListCells | undefined)
  const change = (changes: ListCells) => {
    for (const field of fields) if (field in changes) form.setValue(field, changes[field] ?? '', { shouldDirty: true })
  }
  return { kept, cells: form.watch(), change, seen: seen ?? null, known, setKnown }
}

/** Adds or changes a line of a list. */
export function EntryDialog({ list, entry, onChanged, onClose }: Props) {
  const { failure, isBusy, make } = useDirectCall()
  const { one, fields } = townLists[list]
  const { kept, cells, change, seen, known, setKnown } = useEntryForm(list, entry)
  const [missing, setMissing] = useState<ListField>()
  const set = (changes: ListCells) => {
    change(changes)
    setMissing(undefined)
  }
  const isNew = !entry || known?.cells === null
  const save = async () => {
    const empty = needed[list].find((field) => !cells[field]?.trim())
    if (empty) return setMissing(empty)
    const body = { list, id: isNew ? null : entry.id, seen, cells: filled(cells) }
    const words = `${sentence(one)} ${nameOf(list, cells)} saved`
    if (!(await make((call) => call(town.saveEntry, {}, body, { words })))) return
    const isStillShown = await kept.finish(cells)
    tell(`${sentence(one)} saved`)
    // Closed and opened again meanwhile, the form may hold another change by now.
    if (isStillShown) onClose()
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
  const readAgain = async (of: Failure) => {
    const list = await onChanged()
    if (list) setKnown({ cells: list.entries.find(({ id }) => id === entry?.id)?.cells ?? null, of })
  }
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
      {entry && failure && isOvertaken(failure) && (
        <Overtaken
          fields={fields}
          known={known?.of === failure ? known.cells : undefined}
          onRead={() => void readAgain(failure)}
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
            {!isNew && list !== 'codes' && (
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

/** Whether somebody else has changed or removed the line meanwhile. */
const isOvertaken = ({ problem }: Failure): boolean =>
  problem.kind === 'refused' && (problem.status === 409 || problem.status === 404)

interface OvertakenProps {
  fields: readonly ListField[]
  /** The line as it is now: undefined until it is read again, null if it was removed. */
  known: ListCells | null | undefined
  onRead: () => void
}

/** Somebody else has changed the line: their version can be shown, and the typed values stay. */
function Overtaken({ fields, known, onRead }: OvertakenProps) {
  if (known === undefined) return <Button onClick={onRead}>Show it as it is now</Button>
  return (
    <Note tone="yellow" role="status">
      {known ? (
        <>
          <p>It now says:</p>
          <ul>
            {fields.map((field) => (
              <li key={field}>
                {fieldNames[field]}: {known[field] || '—'}
              </li>
            ))}
          </ul>
          <p>Save again to put what you typed in its place.</p>
        </>
      ) : (
        <p>Save again to add what you typed as a new line.</p>
      )}
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
