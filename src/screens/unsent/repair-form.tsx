import { useState } from 'react'
import { schemasOf } from '../../contract/schemas.ts'
import type { OutboxEntry } from '../../db/outbox.ts'
import { commands } from '../../records/index.ts'
import { repairDraft } from '../../sync/entry/drafts.ts'
import { useEngine } from '../../sync/react/engine.ts'
import { useDraft } from '../../sync/react/forms.ts'
import { repair } from '../../sync/reconcile/resolve-entry.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, SelectField, TextAreaField, TextField } from '../../ui/fields.tsx'
import { Form } from '../../ui/form.tsx'
import { tell, tellFailure } from '../../ui/toast.tsx'
import { useDirtyMark } from '../../ui/use-dirty.ts'
import { type OpenRepair, withTyped } from './open-repairs.ts'
import { type RepairField, repairedBody, repairFields, typedOf } from './repair-fields.ts'

interface Props {
  entry: OutboxEntry
  repair: OpenRepair
  onDone: () => void
}

/** Corrects the text of an entry in place, and sends it again in its old position. */
export function RepairForm({ entry, repair: opened, onDone }: Props) {
  const { device } = useEngine()
  const fields = repairFields(entry.body, opened.isComplaint)
  const [typed, setTyped] = useState(opened.typed)
  const shown = { ...typedOf(fields), ...typed }
  const draft = useDraft<OpenRepair>(repairDraft(entry.seq))
  useDirtyMark(Object.keys(typed).length > 0, 'kept')
  const [problems, setProblems] = useState<Record<string, string>>({})
  const end = async () => {
    await draft.clear()
    onDone()
  }
  const save = async () => {
    const command = commands.get(entry.command)
    if (!command) return
    const next = repairedBody(schemasOf(command.endpoint).body, entry.body, typed)
    if (next.kind === 'problems') {
      setProblems(next.problems)
      return
    }
    // The engine may have sent it while it was being edited; an entry in flight is not changed any more. What was typed
    // stays until it is known whether it was sent.
    if (!(await repair(device, entry.key, next.body))) return tellFailure('Not changed: it is just being sent.')
    tell('Repaired, waiting to send')
    await end()
  }
  const change = (name: string, value: string | boolean) => {
    opened.typed = withTyped(opened.typed, fields, name, value)
    setTyped(opened.typed)
    if (Object.keys(opened.typed).length > 0) draft.save({ ...opened })
    else void draft.clear()
  }
  const others = Object.entries(problems).filter(([name]) => !fields.some((it) => it.name === name))
  return (
    <Form
      aria-label="Repair"
      onSubmit={save}
      problem={others.map(([, words]) => words).join(' ') || undefined}
      actions={
        <>
          <Button kind="main" type="submit">
            Save and send
          </Button>
          <Button onClick={() => void end()}>Cancel</Button>
        </>
      }
    >
      {fields.map((field, at) => (
        <FieldOf
          key={field.name}
          field={field}
          value={shown[field.name] ?? ''}
          problem={problems[field.name]}
          takesFocus={at === 0 && !opened.isResumed}
          onChange={(value) => change(field.name, value)}
        />
      ))}
    </Form>
  )
}

interface FieldProps {
  field: RepairField
  value: string | boolean
  problem: string | undefined
  takesFocus: boolean
  onChange: (value: string | boolean) => void
}

function FieldOf({ field, value, problem, takesFocus, onChange }: FieldProps) {
  const { label, kind } = field
  if (kind === 'flag')
    return <CheckField label={label} checked={value === true} onChange={(it) => onChange(it.target.checked)} />
  // A form opened by the user takes the focus, so that they can type at once.
  const text = { label, problem, value: String(value), autoFocus: takesFocus }
  if (kind === 'choice')
    return <SelectField {...text} choices={field.choices ?? []} onChange={(it) => onChange(it.target.value)} />
  if (kind === 'text') return <TextAreaField {...text} onChange={(it) => onChange(it.target.value)} />
  const type = { number: 'number', wallTime: 'datetime-local', day: 'date', line: 'text' }[kind]
  return <TextField {...text} type={type} onChange={(it) => onChange(it.target.value)} />
}
